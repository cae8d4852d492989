import { join } from 'node:path'
import { warmMatcher } from '../../domain/screening/match/warm-matcher.ts'
import type { ListedName, ListedParty, PartyFacts, PartyRecord } from '../../domain/screening/party.ts'
import { yieldToEventLoop } from '../../kernel/event-loop.ts'
import type { AttachEdition } from '../editions/followed-mirror.ts'
import { indexOfImage } from './index-file.ts'
import { partyOfLine } from './parties-file.ts'
import { RecordImage } from './record-image.ts'
import {
  openScreeningList,
  PARTY_KINDS,
  partiesFile,
  type ScreeningList,
  type SharedList,
  type SharedParties,
} from './screening-list.ts'

/** Parties read lately stay at hand: a hit is looked at several times. A power of two. */
const READ_PARTIES = 64

/** Opens a list in another thread, over the bytes that are in memory already. What has no such bytes is read from its folder. */
export const attachScreeningList: AttachEdition<ScreeningList> = async ({ id, dir, facts, shared }) => {
  const list = shared as SharedList | null
  if (!list) return openScreeningList(join(dir, partiesFile(id)), facts)
  const bytes = new PartyBytes(list)
  const parties = Array.from({ length: list.parties.kinds.length }, (_, partyId) => new AttachedParty(bytes, partyId))
  const matcher = await warmMatcher(indexOfImage(list.index, parties), yieldToEventLoop)
  return { facts, matcher, close: async () => {} }
}

/** The file of the parties in memory that threads share, and the records. Its checksum was compared when it was read. */
class PartyBytes {
  readonly fuente: ListedParty['fuente']
  readonly records: RecordImage | null
  readonly #text: Buffer
  readonly #parties: SharedParties
  readonly #read: ({ partyId: number; party: ListedParty } | undefined)[] = new Array(READ_PARTIES).fill(undefined)

  constructor({ parties, records }: SharedList) {
    const { buffer, byteOffset, byteLength } = parties.bytes
    this.fuente = parties.fuente
    this.records = records && new RecordImage(records)
    this.#text = Buffer.from(buffer, byteOffset, byteLength)
    this.#parties = parties
  }

  kindOf(partyId: number): ListedParty['tipo'] {
    return PARTY_KINDS[this.#parties.kinds[partyId] as number] as ListedParty['tipo']
  }

  party(partyId: number): ListedParty {
    const slot = partyId & (READ_PARTIES - 1)
    const known = this.#read[slot]
    if (known?.partyId === partyId) return known.party
    const { starts } = this.#parties
    const party = partyOfLine(this.#text.toString('utf8', starts[partyId], starts[partyId + 1]), this.fuente)
    this.#read[slot] = { partyId, party }
    return party
  }
}

/** A party whose statements stay bytes until a hit needs them: a list has 18,000 parties, and an answer shows a few. */
class AttachedParty implements ListedParty {
  readonly #bytes: PartyBytes
  readonly #partyId: number

  constructor(bytes: PartyBytes, partyId: number) {
    this.#bytes = bytes
    this.#partyId = partyId
  }

  get fuente(): ListedParty['fuente'] {
    return this.#bytes.fuente
  }

  get tipo(): ListedParty['tipo'] {
    return this.#bytes.kindOf(this.#partyId)
  }

  get referencia(): string {
    return this.#bytes.party(this.#partyId).referencia
  }

  get programa(): string {
    return this.#bytes.party(this.#partyId).programa
  }

  get names(): ListedName[] {
    return this.#bytes.party(this.#partyId).names
  }

  get documents(): ListedParty['documents'] {
    return this.#bytes.party(this.#partyId).documents
  }

  get inForce(): ListedParty['inForce'] {
    return this.#bytes.party(this.#partyId).inForce
  }

  get record(): PartyRecord | undefined {
    return this.#bytes.records?.at(this.#partyId)
  }

  get facts(): PartyFacts | undefined {
    return this.#bytes.records?.factsAt(this.#partyId)
  }
}
