import { createReadStream } from 'node:fs'
import { Failure } from '../../kernel/errors.ts'
import { detectEncoding } from '../procurement-files/encoding.ts'
import { type ListedSanction, type RowCounts, SanctionCollector } from './sanction-collector.ts'
import { TableRows } from './table-rows.ts'

export interface ParsedList {
  sanctions: ListedSanction[]
  counts: RowCounts
  /** Rows that are kept although one of their dates could not be read. */
  undated: number
}

const CHUNK_BYTES = 256 * 1_024
// A page that asks for a captcha says so near its beginning.
const CAPTCHA_WITHIN_BYTES = 1_000_000

const chunksOf = (path: string): AsyncIterable<Buffer> => createReadStream(path, { highWaterMark: CHUNK_BYTES })

const changed = (mensaje: string, detail: string): Failure => new Failure('upstream-changed', mensaje, { detail })

/** Refuses workbooks and files without markup before they are read as text. */
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
    throw changed('El archivo no es la lista de inhabilitados', 'no markup')
}

/** Reads an export from end to end. Throws when it is an error page, a page that asks for a captcha, or incomplete. */
export const parseExport = async (path: string, onBytes: (bytes: number) => void = () => {}): Promise<ParsedList> => {
  const decoder = new TextDecoder(await detectEncoding(path))
  const collector = new SanctionCollector()
  const rows = new TableRows(
    (cells) => collector.add(cells),
    () => collector.beginTable(),
  )
  let bytes = 0
  let mentionsCaptcha = false
  for await (const chunk of chunksOf(path)) {
    const text = decoder.decode(chunk, { stream: true })
    mentionsCaptcha ||= bytes < CAPTCHA_WITHIN_BYTES && /captcha/i.test(text)
    rows.write(text)
    onBytes((bytes += chunk.length))
  }
  rows.write(decoder.decode())
  const complete = rows.end()

  const { sanctions, counts, sections, foreign, undated } = collector
  if (!sections.has('disqualification')) throw noDisqualifications(sections, mentionsCaptcha)
  if (!complete) throw changed('El archivo está cortado: la última tabla no termina', 'no end of table')
  // Rows of data under a header we do not know may be disqualifications: without them the list would be half of it.
  if (foreign > 0) throw changed('La tabla de inhabilitados cambió de columnas', `${foreign} rows in unknown tables`)
  return { sanctions, counts, undated }
}

const noDisqualifications = (sections: ReadonlySet<string>, mentionsCaptcha: boolean): Failure => {
  if (mentionsCaptcha)
    return new Failure('upstream-blocked', 'La fuente pide un captcha en lugar de entregar la lista', {
      detail: 'captcha',
    })
  if (sections.size > 0) return changed('La tabla de inhabilitados cambió de columnas', [...sections].join())
  return changed('El archivo no contiene la tabla de inhabilitados', 'no header row')
}
