import { rmSync, statSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { ForwardReader } from '../../src/datasets/padron/format/forward-reader.ts'
import type { Dictionary } from '../../src/datasets/padron/search/query/dictionary.ts'
import { foldName, nameWords } from '../../src/domain/names/normalise.ts'
import { coreWords, isConjunction, nameUnits } from '../../src/domain/names/tokens.ts'

/** What is indexed: the names of our own edition, of which the first `persons` rows are persons. */
interface FtsContents {
  names: ForwardReader
  dictionary: Dictionary
  rows: number
  persons: number
}

/** What our index is compared with: SQLite's full-text index, tuned for this task (contentless, columns only, prefix indexes, journal in memory). */
export class FtsBaseline {
  buildMs = 0
  bytes = 0
  readonly #db: DatabaseSync
  readonly #persons: number
  readonly #count: StatementSync
  readonly #firstPersons: StatementSync
  readonly #firstCompanies: StatementSync

  constructor(path: string, { persons, ...contents }: FtsContents) {
    rmSync(path, { force: true })
    this.#db = new DatabaseSync(path)
    this.#persons = persons
    this.#db.exec(
      'PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF; PRAGMA cache_size=-400000; PRAGMA mmap_size=4000000000',
    )
    this.#db.exec(
      "CREATE VIRTUAL TABLE names USING fts5(name, content='', detail=column, prefix='2 3', tokenize='ascii', columnsize=0)",
    )
    const started = performance.now()
    this.#fill(contents)
    this.buildMs = performance.now() - started
    this.bytes = statSync(path).size
    this.#count = this.#db.prepare(
      'SELECT count(*) AS total, sum(rowid <= ?) AS persons FROM names WHERE names MATCH ?',
    )
    this.#firstPersons = this.#db.prepare('SELECT rowid AS row FROM names WHERE names MATCH ? AND rowid <= ? LIMIT 20')
    this.#firstCompanies = this.#db.prepare('SELECT rowid AS row FROM names WHERE names MATCH ? AND rowid > ? LIMIT 20')
  }

  ask(match: string): { persons: number; companies: number; rows: number[] } {
    const { total, persons } = this.#count.get(this.#persons, match) as { total: number; persons: number | null }
    const rows = [...this.#firstPersons.all(match, this.#persons), ...this.#firstCompanies.all(match, this.#persons)]
    return { persons: persons ?? 0, companies: total - (persons ?? 0), rows: rows.map(({ row }) => Number(row) - 1) }
  }

  close(): void {
    this.#db.close()
  }

  #fill({ names, dictionary, rows }: Omit<FtsContents, 'persons'>): void {
    const texts: string[] = []
    const textOf = (termId: number): string => (texts[termId] ??= ftsWord(dictionary.text(termId)))
    const insert = this.#db.prepare('INSERT INTO names(rowid, name) VALUES (?, ?)')
    this.#db.exec('BEGIN')
    names.rewind()
    for (let row = 0; row < rows; row++) {
      names.next()
      let text = ''
      for (let i = 0; i < names.termCount; i++) text += `${textOf(names.terms[i] as number)} `
      insert.run(row + 1, text)
    }
    this.#db.exec('COMMIT')
    this.#db.exec("INSERT INTO names(names) VALUES ('optimize')")
  }
}

/** Ñ and the conjunctions are made equal for FTS5 beforehand. */
const ftsWord = (word: string): string => (isConjunction(word) ? 'Y' : word.replaceAll('Ñ', 'N'))

/** The same question in the language of FTS5; a misspelt word is given as the words it may stand for. */
export const ftsQuestion = (text: string, misspelt?: { word: string; near: readonly string[] }): string => {
  const words = coreWords(nameUnits(nameWords(foldName(text))))
  return words
    .map((word, index) => {
      if (word === misspelt?.word) return `(${misspelt.near.map((one) => `"${ftsWord(one)}"`).join(' OR ')})`
      return `"${ftsWord(word)}"${index === words.length - 1 ? '*' : ''}`
    })
    .join(' AND ')
}
