// A certificate as a PDF that carries the signed text. Fetched only when somebody asks for one.
/// <reference path="./modules.d.ts" />
import { AFRelationship, PDFDocument } from '@cantoo/pdf-lib'
import * as fontkit from 'fontkit'
import type { CertificateFacts } from '../../../words/certificate.ts'
import type { Block } from '../blocks.ts'
import { certificateName } from '../file-name.ts'
import { paperLink, verifyWords } from '../paper-link.ts'
import { type Sheet, sheetOf } from '../sheet.ts'
import { PageWriter } from './page-writer.ts'
import { LEFT_OUT_NOTE } from './printable-text.ts'

interface PdfDeps {
  /** A TrueType font; what the text uses of it becomes part of the PDF. */
  font: Uint8Array
  /** The address of the service, with a slash at its end. */
  base: string
}

/** In points. A telephone reads modules of 0.4 mm from paper. */
const SMALLEST_MODULE = 1.2
const LARGEST_MODULE = 2.4
const CODE_SIDE = 110
/** What stands beside the QR code is about so high. */
const LAST_HEIGHT = 190

/** The same certificate is the same page, whenever it is made. */
export const makePdf = async (jws: string, facts: CertificateFacts, { font, base }: PdfDeps): Promise<Uint8Array> => {
  const document = await PDFDocument.create({ updateMetadata: false })
  document.registerFontkit(fontkit)
  const sheet = sheetOf(facts)
  const issued = new Date(facts.iat * 1000)
  document.setTitle(`${sheet.title} ${facts.jti}`, { showInWindowTitleBar: true })
  document.setSubject(sheet.subject)
  if (sheet.institution) document.setAuthor(sheet.institution)
  document.setProducer(`Chasqui ${facts.version}`)
  document.setCreationDate(issued)
  document.setLanguage('es-PE')
  const writer = new PageWriter(document, await document.embedFont(font, { subset: true }))
  writeHead(writer, sheet)
  for (const section of sheet.sections.slice(0, -1)) writeSection(writer, section)
  if (!writer.isWhole) writer.text(LEFT_OUT_NOTE, { size: 8, isQuiet: true })
  const link = await paperLink(jws, base)
  const module = Math.min(LARGEST_MODULE, Math.max(SMALLEST_MODULE, CODE_SIDE / link.modules.length))
  writer.square(link.modules, module, LAST_HEIGHT, () => {
    for (const section of sheet.sections.slice(-1)) writeSection(writer, section)
    writer.heading('Cómo verificarla')
    if (link.code) writer.text(`Código ${link.code}`, { size: 11, isBold: true })
    for (const words of [...verifyWords(link), 'El texto firmado está adjunto en este PDF.'])
      writer.text(words, { size: 8.5 })
  })
  writer.foot(link.code ? `Constancia ${link.code} · ` : '')
  await document.attach(new TextEncoder().encode(jws), `${certificateName(facts)}.jws`, {
    mimeType: 'application/jose',
    description: 'El texto firmado de esta constancia',
    creationDate: issued,
    modificationDate: issued,
    afRelationship: AFRelationship.Source,
  })
  return document.save({ useObjectStreams: false })
}

const writeSection = (writer: PageWriter, { heading, blocks }: Sheet['sections'][number]): void => {
  writer.heading(heading)
  for (const block of blocks) writeBlock(writer, block)
}

const writeHead = (writer: PageWriter, { institution, title, subject, warning }: Sheet): void => {
  if (institution) writer.text(institution, { size: 12 })
  writer.text(title, { size: 16, isBold: true })
  writer.text(subject, { size: 10, isQuiet: true })
  if (warning) writer.text(warning, { size: 10, isBold: true })
}

const LABELS = 122

const writeBlock = (writer: PageWriter, block: Block): void => {
  if (block.kind === 'text')
    return writer.text(block.text, {
      ...(block.look === 'strong' && { isBold: true }),
      ...((block.look === 'sum' || block.look === 'quiet') && { isQuiet: true, size: 8 }),
    })
  if (block.kind === 'facts') {
    for (const { label, value, depth = 0 } of block.rows)
      writer.row([`${'   '.repeat(depth)}${label}`, value], [LABELS, writer.width - LABELS], [{ isQuiet: true }])
    return
  }
  const widths = columnWidths(block, writer.width)
  const quiet = block.heads.map(() => ({ isQuiet: true }))
  writer.text(block.caption, { size: 8, isQuiet: true })
  writer.row(block.heads, widths, quiet)
  writer.rule()
  for (const row of block.rows) writer.row(row, widths)
  writer.space(3)
}

/** A column is as wide as what stands in it, in proportion; none is too narrow for a word. */
const columnWidths = ({ heads, rows }: Extract<Block, { kind: 'table' }>, width: number): number[] => {
  const longest = heads.map((head, at) =>
    Math.min(40, Math.max(8, head.length, ...rows.map((row) => row[at]?.length ?? 0))),
  )
  const sum = longest.reduce((a, b) => a + b, 0)
  return longest.map((one) => (one / sum) * width)
}
