import assert from 'node:assert/strict'
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ForwardReader } from '../src/datasets/padron/forward-reader.ts'
import { loadImage, type RegisterImage } from '../src/datasets/padron/image.ts'
import { INDEX_FILE, RECORDS_FILE } from '../src/datasets/padron/index-file.ts'
import { registerOf } from '../src/datasets/padron/open-register.ts'
import { RowReader } from '../src/datasets/padron/row-reader.ts'
import { openAnswerer } from '../src/datasets/padron/search/answer.ts'
import { Dictionary } from '../src/datasets/padron/search/dictionary.ts'
import { FtsRival, rivalQuestion } from './register/fts.ts'
import { generateRegister } from './register/generate.ts'
import { type BenchQuestion, drawQuestions, KINDS } from './register/questions.ts'
import { seededRandom } from './register/random.ts'
import { type Figure, printFigures, writeFigures } from './register/report.ts'
import { percentile, runStep, splitText } from './register/steps.ts'
import { zipFile } from './register/zip.ts'

const DATA = fileURLToPath(new URL('../bench-data', import.meta.url))
const QUESTIONS = 2_000
const LOOKUPS = 300_000
const LOOP_SECONDS = 8
const FACTS = { edicion: '2026-11-15', filas: 0, sha256: '', cargado: '' }

interface Built {
  builtMs: number
  servingMs: number
  peakRssMb: number
  phases: Record<string, number>
}

/** `npm run bench -- register --rows N`: everything about the register in one run on the same data. */
export const run = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '200000' },
      'skip-fts': { type: 'boolean' },
      keep: { type: 'boolean' },
      'no-docs': { type: 'boolean' },
    },
  })
  const rows = Number(values.rows)
  const work = join(DATA, `register-${rows}`)
  mkdirSync(work, { recursive: true })
  try {
    const figures = await measure(work, rows, values['skip-fts'] !== true)
    printFigures(rows, figures)
    if (!values['no-docs']) writeFigures(rows, figures)
  } finally {
    if (!values.keep) rmSync(work, { recursive: true, force: true })
  }
}

const measure = async (work: string, rows: number, withRival: boolean): Promise<Figure[]> => {
  const text = join(work, 'padron_reducido_ruc.txt')
  const zip = join(work, 'padron_reducido_ruc.zip')
  if (!existsSync(zip)) {
    await generateRegister(text, rows)
    await zipFile(text, zip, 'padron_reducido_ruc.txt')
  }
  splitText(text)
  const split = splitText(text)
  const dir = join(work, 'edition')
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir)
  const built = await runStep<Built>('build-step.ts', [zip, dir])
  const textBytes = statSync(text).size
  const diskBytes = statSync(join(dir, INDEX_FILE)).size + statSync(join(dir, RECORDS_FILE)).size
  const opened = await runStep<{ openMs: number; firstAnswerMs: number; rssMb: number }>('open-step.ts', [dir])
  const image = await loadImage(dir)
  const figures: Figure[] = [
    { what: 'text, rows', value: `${(textBytes / 1e6).toFixed(0)} MB, ${image.head.rows}` },
    { what: 'decode and split the text once', value: seconds(split.ms) },
    {
      what: 'zip to serving edition',
      value: `${seconds(built.servingMs)} (${(built.servingMs / split.ms).toFixed(2)} times)`,
      limit: '3 times',
      holds: built.servingMs <= 3 * split.ms,
    },
    {
      what: 'of that, by phase',
      value: Object.entries(built.phases)
        .map(([name, ms]) => `${name} ${seconds(ms)}`)
        .join(', '),
    },
    {
      what: 'peak memory of the build',
      value: `${built.peakRssMb.toFixed(0)} MB`,
      limit: '1,500 MB',
      holds: built.peakRssMb <= 1500,
    },
    {
      what: 'edition on disk',
      value: `${(diskBytes / 1e6).toFixed(0)} MB (${(diskBytes / textBytes).toFixed(2)} of the text)`,
      limit: '0.8',
      holds: diskBytes <= 0.8 * textBytes,
    },
    {
      what: 'open to first answer',
      value: `${opened.firstAnswerMs.toFixed(0)} ms`,
      limit: '1,000 ms',
      holds: opened.firstAnswerMs <= 1000,
    },
    { what: 'memory once loaded', value: `${opened.rssMb.toFixed(0)} MB`, limit: '700 MB', holds: opened.rssMb <= 700 },
    ...measureLookups(image),
    ...(await measureSearch(image, work, withRival)),
    ...(await measureLoop(image)),
  ]
  return figures
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

const measureLookups = (image: RegisterImage): Figure[] => {
  const random = seededRandom(3)
  const reader = new RowReader(image)
  const rucs = Array.from({ length: LOOKUPS }, () => reader.row(Math.floor(random() * image.head.rows)).numero)
  reader.close()
  const register = registerOf(image, FACTS)
  const keys = new Uint32Array(image.sections.keys)
  const starts = new Uint32Array(image.sections.prefixStarts)
  const bare = (ruc: string): number => {
    const prefix = Number(ruc.slice(0, 2))
    const key = Number(ruc.slice(2))
    let [low, high] = [starts[prefix] as number, starts[prefix + 1] as number]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((keys[middle] as number) < key) low = middle + 1
      else high = middle
    }
    return keys[low] === key ? low : -1
  }
  const time = (look: (ruc: string) => boolean): number => {
    for (const ruc of rucs.slice(0, 20_000)) look(ruc)
    const started = performance.now()
    let found = 0
    for (const ruc of rucs) if (look(ruc)) found++
    assert.equal(found, rucs.length)
    return ((performance.now() - started) * 1000) / rucs.length
  }
  const bareUs = time((ruc) => bare(ruc) >= 0)
  const ourUs = time((ruc) => register.byRuc(ruc)?.numero === ruc)
  void register.close()
  return [
    { what: 'bare binary search in the keys', value: `${bareUs.toFixed(2)} µs` },
    {
      what: 'exact lookup, row put together',
      value: `${ourUs.toFixed(2)} µs (${(ourUs / bareUs).toFixed(2)} times)`,
      limit: '4 times',
      holds: ourUs <= 4 * bareUs,
    },
  ]
}

const readerOf = ({ sections }: RegisterImage): ForwardReader =>
  new ForwardReader(
    new Uint8Array(sections.forward),
    new Uint32Array(sections.forwardBlocks),
    new Uint32Array(sections.hotPlaces),
    new Uint32Array(sections.formPlaces),
  )

const questionsOf = (image: RegisterImage): BenchQuestion[] => {
  const reader = new RowReader(image)
  const questions = drawQuestions(QUESTIONS, reader, image.head.persons, image.head.rows)
  reader.close()
  return questions
}

const measureSearch = async (image: RegisterImage, work: string, withRival: boolean): Promise<Figure[]> => {
  const questions = questionsOf(image)
  const answerer = openAnswerer(image)
  for (const { text } of questions.slice(0, 200)) answerer.answer({ text, persons: 20, companies: 20 })
  const times = questions.map(({ text }) => {
    const started = performance.now()
    const answer = answerer.answer({ text, persons: 20, companies: 20 })
    return { ms: performance.now() - started, answer }
  })
  const sorted = times.map(({ ms }) => ms).sort((a, b) => a - b)
  const totalMs = sorted.reduce((sum, ms) => sum + ms, 0)
  const figures: Figure[] = [
    { what: 'name search with totals, one thread', value: `${((QUESTIONS / totalMs) * 1000).toFixed(0)} per second` },
    {
      what: 'p50, p99, longest',
      value: `${percentile(sorted, 0.5).toFixed(2)}, ${percentile(sorted, 0.99).toFixed(1)}, ${percentile(sorted, 1).toFixed(1)} ms`,
      limit: 'p99 20 ms',
      holds: percentile(sorted, 0.99) <= 20,
    },
    ...KINDS.map((kind) => {
      const own = times
        .filter((_, n) => questions[n]?.kind === kind)
        .map(({ ms }) => ms)
        .sort((a, b) => a - b)
      return {
        what: `  ${kind}`,
        value: `p50 ${percentile(own, 0.5).toFixed(2)}, p99 ${percentile(own, 0.99).toFixed(1)} ms`,
      }
    }),
  ]
  if (withRival) figures.push(...compareWithRival(image, work, questions, times, totalMs))
  answerer.close()
  return figures
}

type Timed = { ms: number; answer: ReturnType<ReturnType<typeof openAnswerer>['answer']> }

const compareWithRival = (
  image: RegisterImage,
  work: string,
  questions: BenchQuestion[],
  times: Timed[],
  ourMs: number,
): Figure[] => {
  const dictionary = new Dictionary(
    new Uint8Array(image.sections.wordBytes),
    new Uint32Array(image.sections.wordStarts),
  )
  const rival = new FtsRival(join(work, 'fts.sqlite'), readerOf(image), dictionary, image.head.rows, image.head.persons)
  const rows = new RowReader(image)
  let rivalMs = 0
  for (const [n, { text, kind }] of questions.entries()) {
    const { answer } = times[n] as Timed
    const match = rivalMatch(text, answer.forgiven, dictionary)
    if (answer.forgiven)
      assert.equal(rival.ask(rivalQuestion(text)).rows.length, 0, 'a forgiven question has no strict answer')
    const started = performance.now()
    const theirs = rival.ask(match)
    rivalMs += performance.now() - started
    assert.deepEqual(
      [answer.persons.total, answer.companies.total],
      [theirs.persons, theirs.companies],
      `${kind}: totals differ`,
    )
    if (answer.persons.total <= 20 && answer.companies.total <= 20) {
      const ours = [...answer.persons.rows, ...answer.companies.rows].map(({ numero }) => numero).sort()
      assert.deepEqual(ours, theirs.rows.map((row) => rows.row(row).numero).sort(), `${kind}: hits differ`)
    }
  }
  rows.close()
  rival.close()
  return [
    { what: 'tuned FTS5: build, disk', value: `${seconds(rival.buildMs)}, ${(rival.bytes / 1e6).toFixed(0)} MB` },
    {
      what: 'tuned FTS5, same questions, equal hits',
      value: `${((QUESTIONS / rivalMs) * 1000).toFixed(0)} per second`,
    },
    {
      what: 'our throughput against it',
      value: `${(rivalMs / ourMs).toFixed(1)} times`,
      limit: '5 times',
      holds: rivalMs >= 5 * ourMs,
    },
  ]
}

const rivalMatch = (text: string, forgiven: boolean, dictionary: Dictionary): string => {
  if (!forgiven) return rivalQuestion(text)
  const word = text.split(' ').find((one) => one.includes('X') && dictionary.meaning(one).length === 0) ?? ''
  const near: string[] = []
  const ranges = dictionary.near(word)
  for (let i = 0; i < ranges.length; i += 2)
    for (let place = ranges[i] as number; place < (ranges[i + 1] as number); place++) near.push(dictionary.text(place))
  return rivalQuestion(text, { word, near })
}

/** Two clients search without pause while the loop's delay is watched. */
const measureLoop = async (image: RegisterImage): Promise<Figure[]> => {
  const questions = questionsOf(image)
  const register = registerOf(image, FACTS)
  await Promise.all(
    questions.slice(0, 40).map(({ text }) => register.searchNames({ text, persons: 20, companies: 20 })),
  )
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const until = performance.now() + LOOP_SECONDS * 1000
  let answered = 0
  const client = async (from: number): Promise<void> => {
    for (let n = from; performance.now() < until; n = (n + 1) % questions.length) {
      await register.searchNames({ text: (questions[n] as BenchQuestion).text, persons: 20, companies: 20 })
      answered++
    }
  }
  await Promise.all([client(0), client(QUESTIONS / 2)])
  delay.disable()
  await register.close()
  // The histogram counts the timer's own millisecond as delay.
  const p99Ms = delay.percentile(99) / 1e6 - 1
  return [
    { what: 'two clients without pause, search threads', value: `${(answered / LOOP_SECONDS).toFixed(0)} per second` },
    { what: "loop's delay meanwhile, p99", value: `${p99Ms.toFixed(2)} ms`, limit: '5 ms', holds: p99Ms <= 5 },
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run(process.argv.slice(2))
