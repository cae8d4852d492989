import { join } from 'node:path'
import { warmMatcher } from '../../domain/screening/match/matcher.ts'
import type { ListedName, ListedParty, PartyFacts, PartyRecord } from '../../domain/screening/party.ts'
import { yieldToEventLoop } from '../../kernel/event-loop.ts'
import type { AttachEdition } from '../editions/followed-mirror.ts'
import { indexOfImage } from './index-file.ts'
import { partyOfLine } from './parties-file.ts'
import { RecordImage } from './record-image.ts'
import { openScreeningList, PARTIES_FILES, type ScreeningList, type SharedList } from './screening-list.ts'

const NEW_LINE = 10
const PARTIES_PER_STEP = 250

/** Opens a list in another thread, over the bytes that are in memory already. What has no such bytes is read from its folder. */
export const attachScreeningList: AttachEdition<ScreeningList> = async ({ id, dir, facts, shared }) => {
  const list = shared as SharedList | null
  if (!list) return openScreeningList(join(dir, PARTIES_FILES[id as keyof typeof PARTIES_FILES]), facts)
  const parties = await attachParties(list, facts.filas)
  const matcher = await warmMatcher(await indexOfImage(list.index, parties), yieldToEventLoop)
  return { facts, matcher, close: async () => {} }
}

/** The parties of a file whose bytes are in shared memory. Their checksum was compared when they were read. */
const attachParties = async (shared: SharedList, count: number): Promise<ListedParty[]> => {
  const { buffer, byteOffset, byteLength } = shared.parties
  const bytes = Buffer.from(buffer, byteOffset, byteLength)
  const records = shared.records && new RecordImage(shared.records)
  let start = bytes.indexOf(NEW_LINE) + 1
  const { fuente } = JSON.parse(bytes.toString('utf8', 0, start)) as Pick<ListedParty, 'fuente'>
  const programs = new Map<string, string>()
  const parties: ListedParty[] = []
  for (let row = 0; row < count; row++) {
    const end = bytes.indexOf(NEW_LINE, start)
    const party = partyOfLine(bytes.toString('utf8', start, end), fuente)
    const programa = programs.get(party.programa) ?? party.programa
    programs.set(programa, programa)
    parties.push(new AttachedParty(party, programa, { bytes, start, end, records, partyId: row }))
    start = end + 1
    if (row % PARTIES_PER_STEP === 0) await yieldToEventLoop()
  }
  return parties
}

/** Where a party is in the bytes that threads share. */
interface Place {
  bytes: Buffer
  start: number
  end: number
  records: RecordImage | null
  partyId: number
}

/** A party without its names and its record, which are most of its memory: they are read from the bytes when a hit needs them. */
class AttachedParty implements ListedParty {
  readonly fuente: ListedParty['fuente']
  readonly referencia: string
  readonly tipo: ListedParty['tipo']
  readonly programa: string
  readonly documents: ListedParty['documents']
  readonly #place: Place

  constructor({ fuente, referencia, tipo, documents }: ListedParty, programa: string, place: Place) {
    this.fuente = fuente
    this.referencia = referencia
    this.tipo = tipo
    this.programa = programa
    this.documents = documents
    this.#place = place
  }

  get names(): ListedName[] {
    const { bytes, start, end } = this.#place
    return partyOfLine(bytes.toString('utf8', start, end), this.fuente).names
  }

  get record(): PartyRecord | undefined {
    return this.#place.records?.at(this.#place.partyId)
  }

  get facts(): PartyFacts | undefined {
    return this.#place.records?.factsAt(this.#place.partyId)
  }
}
