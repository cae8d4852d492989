import { createReadStream } from 'node:fs'
import { Failure } from '../../kernel/errors.ts'
import { collectSanctions, type ListedSanction, type RowCounts } from './rows.ts'
import { readTagSoup } from './tag-soup.ts'

export interface ParsedList {
  sanctions: ListedSanction[]
  counts: RowCounts
  /** Whether the second table, of fines, was there too. */
  hasFines: boolean
}

const PIECE_BYTES = 256 * 1_024

const pieces = (path: string): AsyncIterable<Buffer> => createReadStream(path, { highWaterMark: PIECE_BYTES })

/** Strict UTF-8 when the whole file is that, else windows-1252; what the page claims of itself is not asked. */
const detectEncoding = async (path: string): Promise<'utf-8' | 'utf-16le' | 'windows-1252'> => {
  const strict = new TextDecoder('utf-8', { fatal: true })
  let first = true
  try {
    for await (const piece of pieces(path)) {
      if (first && piece[0] === 0xff && piece[1] === 0xfe) return 'utf-16le'
      first = false
      strict.decode(piece, { stream: true })
    }
    strict.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252'
    throw error
  }
}

const changed = (mensaje: string, detail: string): Failure => new Failure('upstream-changed', mensaje, { detail })

/** What a binary or empty file is, before anybody tries to read it as text. */
export const refuseForeignFile = (head: Buffer): void => {
  if (head.subarray(0, 4).toString('hex') === 'd0cf11e0' || head.subarray(0, 2).toString('latin1') === 'PK')
    throw changed(
      'El archivo es un libro de Excel y no la exportación del tribunal; use el archivo tal como se descarga',
      'workbook',
    )
  if (
    !/<\s*(?:table|html|!doctype|head|body|tr|td|meta|font|style|!--)/i.test(
      head.toString('latin1').replaceAll('\0', ''),
    )
  )
    throw changed('El archivo no es la exportación de proveedores sancionados', 'no markup')
}

/** Reads an export from end to end. Throws when it is an error page, a page asking for a captcha, or cut. */
export const parseExport = async (path: string, onBytes: (bytes: number) => void = () => {}): Promise<ParsedList> => {
  const decoder = new TextDecoder(await detectEncoding(path))
  const collector = collectSanctions()
  const soup = readTagSoup(collector.add)
  let bytes = 0
  let captcha = false
  for await (const piece of pieces(path)) {
    const text = decoder.decode(piece, { stream: true })
    captcha ||= bytes < 1_000_000 && /captcha/i.test(text)
    soup.write(text)
    onBytes((bytes += piece.length))
  }
  soup.write(decoder.decode())
  const whole = soup.end()

  const { sanctions, counts, sections } = collector.result()
  if (!sections.has('disqualification')) {
    if (captcha)
      throw new Failure('upstream-blocked', 'La fuente pide un captcha en lugar de entregar la lista', {
        detail: 'captcha',
      })
    if (sections.size > 0) throw changed('La tabla de inhabilitados cambió de columnas', [...sections].join())
    throw changed('El archivo no contiene la tabla de inhabilitados', 'no header row')
  }
  if (!whole) throw changed('El archivo está cortado: la última tabla no termina', 'no end of table')
  return { sanctions, counts, hasFines: sections.has('fine') }
}
