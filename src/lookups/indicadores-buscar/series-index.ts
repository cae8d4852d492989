import { enyeAsN, foldName, nameWords } from '../../domain/names/normalise.ts'
import type { Frequency, ListedSeries } from '../../domain/records.ts'
import { SERIES_ALIASES } from '../../domain/series.ts'
import { frequencyOf } from '../../domain/series-periods.ts'
import { yieldToEventLoop } from '../../kernel/event-loop.ts'
import { termsAlike } from './misspellings.ts'

export interface SeriesSearch {
  /** As typed. */
  text: string
  frecuencia: Frequency | undefined
  limit: number
}

/** The series found, best first, and how many there are in all. */
export interface SeriesHits {
  series: ListedSeries[]
  total: number
}

export interface SeriesIndex {
  search(query: SeriesSearch): SeriesHits
}

// Little words that a name may have or not.
const FILLERS = new Set('A AL CON DE DEL E EL EN LA LAS LOS O PARA POR U Y'.split(' '))

/** What it costs that a word was found there; a word that it only begins costs more, a misspelt one most. */
const FIELD_COSTS = { name: 0, group: 1, category: 5 } as const
const PREFIX_COST = 2
const MISSPELT_COST = 10
const NOT_IN_ORDER_COST = 2
// The series that have an alias are those most often meant.
const ALIAS_BONUS = 3
const SAME_NAME_BONUS = 4
const NOT_FOUND = 255
// Costs begin above zero, bonuses included.
const BASE_COST = 8
const COST_BITS = 3

// Series are read in parts, so that requests are answered in between.
const PART = 250
// Older than the newest of all by this much: no longer published.
const CURRENT_YEARS = 2

const fold = (text: string): string => enyeAsN(foldName(text))

/** Whether a text has anything to search for. A lone & reads as Y, but is none. */
export const isSearchable = (text: string): boolean => fold(text.replaceAll('&', ' ')) !== ''

interface Entry {
  series: ListedSeries
  category: string
  /** The folded name and group, each with a space in front: a word of it begins after a space. */
  name: string
  group: string
}

/** Reads the catalogue's text into an index of its words. */
export const openSeriesIndex = async (text: string): Promise<SeriesIndex> => {
  const entries = await readEntries(text)
  const postings = await indexWords(entries)
  const terms = [...postings.keys()].sort()
  const lists = terms.map((term) => Uint32Array.from(postings.get(term) ?? []))
  postings.clear()

  /** Marks where terms were found, each with the least cost. */
  const mark = (costs: Uint8Array, term: number, more: number): void => {
    for (const posting of lists[term] ?? []) {
      const entry = posting >>> COST_BITS
      const cost = (posting & ((1 << COST_BITS) - 1)) + more
      if (cost < (costs[entry] as number)) costs[entry] = cost
    }
  }
  const findWord = (word: string, withMisspellings: boolean): Uint8Array => {
    const costs = new Uint8Array(entries.length).fill(NOT_FOUND)
    // A single letter begins too many words to tell anything.
    for (let at = firstFrom(terms, word); terms[at]?.startsWith(word); at++) {
      if (terms[at] === word) mark(costs, at, 0)
      else if (word.length > 1) mark(costs, at, PREFIX_COST)
    }
    if (withMisspellings) for (const at of termsAlike(terms, word)) mark(costs, at, MISSPELT_COST)
    return costs
  }
  /** The cost of every series that has all words; null when none has. */
  const findAll = (words: readonly string[], withMisspellings: boolean): Uint16Array | null => {
    const sums = new Uint16Array(entries.length)
    for (const word of words) {
      const costs = findWord(word, withMisspellings)
      let isAny = false
      for (let at = 0; at < costs.length; at++) {
        const isFound = costs[at] !== NOT_FOUND && sums[at] !== NOWHERE
        sums[at] = isFound ? (sums[at] as number) + (costs[at] as number) : NOWHERE
        isAny ||= isFound
      }
      if (!isAny) return null
    }
    return sums
  }

  return {
    search: ({ text: typed, frecuencia, limit }) => {
      const folded = ` ${fold(typed)}`
      const words = wordsOf(folded.trim())
      const sums = findAll(words, false) ?? findAll(words, true)
      const keys: number[] = []
      sums?.forEach((sum, at) => {
        const entry = entries[at] as Entry
        if (sum === NOWHERE || (frecuencia && entry.series.frecuencia !== frecuencia)) return
        keys.push((BASE_COST + sum + extraCost(entry, folded)) * entries.length + at)
      })
      const best = Float64Array.from(keys).sort().subarray(0, limit)
      return { series: [...best].map((key) => (entries[key % entries.length] as Entry).series), total: keys.length }
    },
  }
}

const NOWHERE = 0xffff

/** What tells two series apart that have the same words. */
const extraCost = ({ series: { codigo }, name, group }: Entry, folded: string): number => {
  const isInOrder = name.includes(folded) || group.includes(folded)
  return (
    (isInOrder ? 0 : NOT_IN_ORDER_COST) -
    (name === folded ? SAME_NAME_BONUS : 0) -
    (ALIASES.has(codigo) ? ALIAS_BONUS : 0)
  )
}

const ALIASES = Map.groupBy(SERIES_ALIASES.keys(), (alias) => SERIES_ALIASES.get(alias) as string)

const wordsOf = (folded: string): string[] => {
  const words = [...new Set(nameWords(folded))]
  const telling = words.filter((word) => !FILLERS.has(word))
  return telling.length > 0 ? telling : words
}

/** The position of the first term that is not before the word. */
const firstFrom = (terms: readonly string[], word: string): number => {
  let [low, high] = [0, terms.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((terms[middle] as string) < word) low = middle + 1
    else high = middle
  }
  return low
}

/** The series in the order in which equally good ones are shown: those still published, shorter names, lower codes. */
const readEntries = async (text: string): Promise<Entry[]> => {
  const entries: Entry[] = []
  const groups = new Map<string, string>()
  const lines = text === '' ? [] : text.split('\n')
  for (const [at, line] of lines.entries()) {
    if (at % PART === PART - 1) await yieldToEventLoop()
    const [codigo = '', desde = '', hasta = '', grupo = '', nombre = '', category = ''] = line.split('\t')
    const frecuencia = frequencyOf(codigo)
    if (!frecuencia) continue
    const group = groups.get(grupo) ?? ` ${fold(grupo)}`
    groups.set(grupo, group)
    entries.push({
      series: { codigo, nombre, grupo, frecuencia, desde, hasta },
      category,
      name: ` ${fold(nombre)}`,
      group,
    })
  }
  const newest = entries.reduce((last, { series: { hasta } }) => (hasta > last ? hasta : last), '')
  const oldest = `${String(Number(newest.slice(0, 4)) - CURRENT_YEARS).padStart(4, '0')}${newest.slice(4)}`
  const isOver = ({ series: { hasta } }: Entry): number => (hasta !== '' && hasta < oldest ? 1 : 0)
  const lengthOf = ({ name, group }: Entry): number => name.length + group.length
  return entries.sort(
    (a, b) => isOver(a) - isOver(b) || lengthOf(a) - lengthOf(b) || (a.series.codigo < b.series.codigo ? -1 : 1),
  )
}

/** Where each word is: the series and what it costs to find it there, in one number. */
const indexWords = async (entries: readonly Entry[]): Promise<Map<string, number[]>> => {
  const postings = new Map<string, number[]>()
  const words = new Map<string, string[]>()
  const add = (entry: number, folded: string, field: keyof typeof FIELD_COSTS): void => {
    const known = words.get(folded) ?? [...new Set(nameWords(folded.trim()))]
    // Groups and categories repeat.
    if (field !== 'name') words.set(folded, known)
    const posting = (entry << COST_BITS) | FIELD_COSTS[field]
    for (const word of known) {
      const list = postings.get(word)
      if (list) list.push(posting)
      else postings.set(word, [posting])
    }
  }
  const categories = new Map<string, string>()
  for (const [at, { series, category, name, group }] of entries.entries()) {
    if (at % PART === PART - 1) await yieldToEventLoop()
    add(at, name, 'name')
    add(at, series.codigo, 'name')
    for (const alias of ALIASES.get(series.codigo) ?? []) add(at, fold(alias), 'name')
    add(at, group, 'group')
    const folded = categories.get(category) ?? fold(category)
    categories.set(category, folded)
    add(at, folded, 'category')
    add(at, unwritten(series), 'category')
  }
  return postings
}

// The catalogue writes currencies as signs alone.
const SIGNS = [
  [/US\$/, 'DOLARES'],
  [/S\//, 'SOLES'],
] as const

/** What people say of a series and its name does not: its frequency, and its currency in words. */
const unwritten = ({ nombre, grupo, frecuencia }: ListedSeries): string => {
  const currencies = SIGNS.filter(([sign]) => sign.test(nombre) || sign.test(grupo)).map(([, word]) => word)
  return [frecuencia.toUpperCase(), ...currencies].join(' ')
}
