import { foldName } from '../../domain/names/normalise.ts'
import { dniOfRuc } from '../../domain/ruc.ts'
import { Failure } from '../../kernel/errors.ts'
import type { EditionFacts } from '../editions/dataset.ts'
import { type LinesFormat, readLines, writeLines } from '../editions/lines-file.ts'
import { type CipherFacts, DocumentCipher } from '../procurement-files/document-cipher.ts'
import type { CourtBan, CourtBans } from './court-bans.ts'

/** The file of an edition, and the version of its format. */
export const BANS_FILE = 'judiciales.jsonl'
export const BANS_FORMAT = 1

/** An order as it is kept. */
export interface StoredBan extends CourtBan {
  /** The last cut that had a row which newer ones lack; absent for a row of the list itself. */
  lastCut?: string
}

const FORMAT: LinesFormat = {
  format: 'chasqui-judiciales',
  version: BANS_FORMAT,
  damaged: (detail) =>
    new Failure('dataset-unavailable', 'El archivo guardado de órdenes judiciales está dañado', { detail }),
}

/** Writes the orders, each encrypted. */
export const writeBans = async (path: string, bans: readonly StoredBan[], secret: Uint8Array): Promise<void> => {
  const cipher = DocumentCipher.create(secret)
  let offset = 0
  const encode = (ban: StoredBan): [number, string] => {
    const plain = Buffer.from(JSON.stringify(ban))
    const at = offset
    offset += plain.length
    return [at, cipher.apply(plain, at).toString('base64')]
  }
  await writeLines(path, FORMAT, { values: bans, encode }, { ...cipher.facts })
}

/** Reads them back. Throws when the file is damaged, or was written with another secret. */
export const readBans = async (path: string, secret: Uint8Array): Promise<StoredBan[]> => {
  let cipher: DocumentCipher | undefined
  const decode = ([offset, sealed]: [number, string], header: Record<string, unknown>): StoredBan => {
    cipher ??= DocumentCipher.open(secret, header as unknown as CipherFacts)
    return JSON.parse(cipher.apply(Buffer.from(sealed, 'base64'), offset).toString('utf8')) as StoredBan
  }
  return (await readLines(path, FORMAT, decode)).values
}

const keyOf = ({ documento, resolucion, desde }: CourtBan): string => `${documento}|${resolucion}|${desde}`

/** The orders of an earlier edition that the new one lacks, each with the last cut that had it. */
export const removedBans = (earlier: readonly StoredBan[], cut: string, bans: readonly CourtBan[]): StoredBan[] => {
  const present = new Set(bans.map(keyOf))
  return earlier.filter((ban) => !present.has(keyOf(ban))).map((ban) => ({ ...ban, lastCut: ban.lastCut ?? cut }))
}

/** Answers from the orders of an edition. */
export const bansReader = (stored: readonly StoredBan[], facts: EditionFacts): CourtBans => {
  const byDocument = Map.groupBy(stored, ({ documento }) => documento)
  const byName = Map.groupBy(stored, ({ nombre }) => foldName(nombre))
  const listedOn = (found: readonly StoredBan[], day: string | undefined): CourtBan[] =>
    found
      .filter(({ lastCut }) => lastCut === undefined || (day !== undefined && day <= lastCut))
      .map(({ lastCut: _, ...ban }) => ban)
  return {
    facts,
    find: (ruc, day) =>
      listedOn(
        [ruc, dniOfRuc(ruc)].flatMap((number) => (number === '' ? [] : (byDocument.get(number) ?? []))),
        day,
      ),
    named(nombre, day) {
      const folded = foldName(nombre)
      return folded === '' ? [] : listedOn(byName.get(folded) ?? [], day)
    },
    close: async () => {},
  }
}
