import {
  fill,
  type PDFDocument,
  type PDFFont,
  type PDFPage,
  rectangle,
  rgb,
  setFillingColor,
  setLineWidth,
  setTextRenderingMode,
  TextRenderingMode,
} from '@cantoo/pdf-lib'
import { oneWayPieces, printableText } from './printable-text.ts'

const PAGE: [number, number] = [595.28, 841.89]
const MARGIN = 43
const FOOT = 54
const LINE = 1.3
const INK = rgb(0.1, 0.12, 0.14)
const QUIET = rgb(0.35, 0.38, 0.42)
const RULE = rgb(0.8, 0.8, 0.8)

interface Look {
  size?: number
  isBold?: boolean
  isQuiet?: boolean
  x?: number
  width?: number
}

/** Writes downwards on A4 pages, and begins another one where there is no room. */
export class PageWriter {
  readonly #document: PDFDocument
  readonly #font: PDFFont
  readonly #known: ReadonlySet<number>
  readonly #pages: PDFPage[] = []
  #page: PDFPage
  #y: number
  #right = PAGE[0] - MARGIN
  /** False once something was in a script that the font lacks. */
  isWhole = true

  constructor(document: PDFDocument, font: PDFFont) {
    this.#document = document
    this.#font = font
    this.#known = new Set(font.getCharacterSet())
    this.#page = this.#addPage()
    this.#y = PAGE[1] - MARGIN
  }

  space(points: number): void {
    this.#y -= points
  }

  /** Sees to it that so much fits on the page, and is told where its top is. */
  #need(height: number): number {
    if (this.#y - height < FOOT) {
      this.#page = this.#addPage()
      this.#y = PAGE[1] - MARGIN
    }
    return this.#y
  }

  text(words: string, look: Look = {}): void {
    const { size = 9 } = look
    for (const line of this.#lines(words, look)) {
      const top = this.#need(size * LINE)
      this.#draw(line, top, look)
      this.#y = top - size * LINE
    }
  }

  heading(words: string): void {
    // Never alone at the foot of a page.
    this.#need(45)
    this.space(6)
    this.text(words, { size: 10.5, isBold: true })
    this.rule()
  }

  rule(): void {
    this.#page.drawLine({
      start: { x: MARGIN, y: this.#y - 1 },
      end: { x: this.#right, y: this.#y - 1 },
      thickness: 0.5,
      color: RULE,
    })
    this.#y -= 4
  }

  /** Cells side by side, each with its own lines; a row stays on one page where it fits on one. */
  row(cells: readonly string[], widths: readonly number[], looks: readonly Look[] = []): void {
    let x = MARGIN
    const columns = cells.map((cell, at) => {
      const look = { size: 8.5, ...looks[at], x, width: (widths[at] ?? 0) - 6 }
      x += widths[at] ?? 0
      return { look, lines: this.#lines(cell, look) }
    })
    const most = Math.max(1, ...columns.map(({ lines }) => lines.length))
    const height = 8.5 * LINE
    for (let line = 0; line < most; line++) {
      const top = this.#need(line === 0 ? Math.min(most, 12) * height : height)
      for (const { lines, look } of columns) this.#draw(lines[line] ?? '', top, look)
      this.#y = top - height
    }
  }

  /** A square of black modules at the right, and to its left what `write` writes, so high at most; all on one page. */
  square(modules: readonly (readonly boolean[])[], module: number, height: number, write: () => void): void {
    const margin = 4 * module
    const side = modules.length * module + 2 * margin
    const top = this.#need(Math.max(side, height))
    const [left, upper] = [this.#right - side + margin, top - margin]
    const black = modules.flatMap((row, y) =>
      runsIn(row).map(([from, to]) =>
        rectangle(left + from * module, upper - (y + 1) * module, (to - from) * module, module),
      ),
    )
    this.#page.pushOperators(setFillingColor(rgb(0, 0, 0)), ...black, fill())
    this.#right -= side
    write()
    this.#right += side
    this.#y = Math.min(this.#y, top - side)
  }

  /** At the foot of every page, once all of them are there. */
  foot(words: string): void {
    for (const [at, page] of this.#pages.entries()) {
      this.#page = page
      this.#draw(`${words}Página ${at + 1} de ${this.#pages.length}`, 44, { size: 7.5, isQuiet: true })
    }
  }

  get width(): number {
    return this.#right - MARGIN
  }

  #addPage(): PDFPage {
    const page = this.#document.addPage(PAGE)
    this.#pages.push(page)
    return page
  }

  #draw(line: string, top: number, { size = 9, isBold = false, isQuiet = false, x = MARGIN }: Look): void {
    // One font for all: its outline drawn too makes it bold.
    if (isBold)
      this.#page.pushOperators(setLineWidth(size / 32), setTextRenderingMode(TextRenderingMode.FillAndOutline))
    let at = x
    for (const piece of oneWayPieces(line)) {
      this.#page.drawText(piece, { x: at, y: top - size, size, font: this.#font, color: isQuiet ? QUIET : INK })
      at += this.#font.widthOfTextAtSize(piece, size)
    }
    if (isBold) this.#page.pushOperators(setTextRenderingMode(TextRenderingMode.Fill))
  }

  #lines(words: string, { size = 9, x = MARGIN, width = this.#right - x }: Look): string[] {
    const { text, isWhole } = printableText(words, this.#known)
    this.isWhole &&= isWhole
    const lines: string[] = []
    let line = ''
    const fits = (one: string): boolean => this.#font.widthOfTextAtSize(one, size) <= width
    for (const word of text.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`
      if (fits(longer)) {
        line = longer
        continue
      }
      if (line !== '') lines.push(line)
      line = word
      // A sum or an address is longer than a line.
      while (!fits(line)) {
        let most = line.length - 1
        while (most > 1 && !fits(line.slice(0, most))) most--
        lines.push(line.slice(0, most))
        line = line.slice(most)
      }
    }
    return line === '' ? lines : [...lines, line]
  }
}

/** Where black begins and ends in a row. */
const runsIn = (row: readonly boolean[]): [from: number, to: number][] => {
  const runs: [number, number][] = []
  for (let at = 0; at < row.length; at++) {
    if (!row[at]) continue
    const from = at
    while (row[at]) at++
    runs.push([from, at])
  }
  return runs
}
