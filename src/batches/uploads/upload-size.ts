import yauzl from 'yauzl'
import { Failure } from '../../kernel/errors.ts'

/** What the parts of an uploaded workbook may take unpacked, all together. Readers hold each part to the size that it states. */
const MAX_UNPACKED_BYTES = 256 * 2 ** 20
const MAX_PARTS = 10_000

/** An upload that is larger than this service takes. */
export const tooLarge = (mensaje: string): Failure => new Failure('file-too-large', mensaje, { campo: 'archivo' })

/** Refuses a small zip that unpacks into more than a service should read for one caller. Other files pass. */
export const checkUnpackedSize = async (path: string): Promise<void> => {
  const bytes = await unpackedSize(path)
  if (bytes > MAX_UNPACKED_BYTES) throw tooLarge('El archivo XLSX es demasiado grande al descomprimirlo')
}

const unpackedSize = (path: string): Promise<number> =>
  new Promise((resolve) => {
    // What is no zip, or a damaged one, is refused in better words by the readers.
    yauzl.open(path, { lazyEntries: true, strictFileNames: false }, (error, zip) => {
      if (error) return resolve(0)
      let [bytes, parts] = [0, 0]
      const end = (): void => {
        zip.close()
        resolve(bytes)
      }
      zip.on('error', end)
      zip.on('end', end)
      zip.on('entry', ({ uncompressedSize }: yauzl.Entry) => {
        bytes += uncompressedSize
        if (bytes > MAX_UNPACKED_BYTES || ++parts > MAX_PARTS) end()
        else zip.readEntry()
      })
      zip.readEntry()
    })
  })
