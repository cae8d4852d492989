import { readFile } from 'node:fs/promises'
import type { PartyRecord } from '../../domain/screening/party.ts'
import { Failure } from '../../kernel/errors.ts'
import { writeAtomic } from '../../kernel/files/atomic-file.ts'
import { checksum } from './checksum.ts'
import { damaged } from './parties-file.ts'
import { type ImageSizes, imageOfRecords, RecordImage } from './record-image.ts'

const FORMAT = 'chasqui-party-records'
const VERSION = 1
const CHECKSUM_LENGTH = 64

interface Header {
  format: string
  version: number
  /** The checksum of the parties these are the records of. */
  of: string
  sizes: ImageSizes
}

/** Stores what a list says of its parties beside the parties, whose checksum is `of`. */
export const writeRecords = async (path: string, records: readonly PartyRecord[], of: string): Promise<void> => {
  const { sizes, bytes } = await imageOfRecords(records)
  const header: Header = { format: FORMAT, version: VERSION, of, sizes }
  const file = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...bytes])
  await writeAtomic(path, Buffer.concat([file, Buffer.from(await checksum(file))]))
}

/** Reads the records back and the checksum of their parties; refuses a file that is not what was written. */
export const readRecords = async (path: string): Promise<{ image: RecordImage; of: string }> => {
  try {
    const bytes = await readFile(path)
    const file = bytes.subarray(0, -CHECKSUM_LENGTH)
    if (bytes.toString('latin1', file.length) !== (await checksum(file))) throw damaged('checksum of the records')
    const body = file.indexOf('\n') + 1
    const { format, version, of, sizes } = JSON.parse(file.toString('utf8', 0, body)) as Header
    if (format !== FORMAT || version !== VERSION) throw damaged('foreign records or version')
    return { image: new RecordImage(file.subarray(body), sizes), of }
  } catch (error) {
    if (error instanceof Failure) throw error
    throw damaged((error as { code?: string }).code ?? (error as Error).name)
  }
}
