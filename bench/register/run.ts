import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { zipFile } from '../../sandbox/zip.ts'
import { INDEX_FILE, RECORDS_FILE } from '../../src/datasets/padron/format/index-file.ts'
import { loadImage } from '../../src/datasets/padron/format/register-image.ts'
import { runStep } from '../run-step.ts'
import { generateRegister } from './generate.ts'
import { measureLookups } from './lookups.ts'
import { type Figure, printFigures, seconds } from './report.ts'
import { measureLoop, measureSearch } from './search.ts'
import { splitText } from './steps.ts'

const DATA = fileURLToPath(new URL('../../bench-data', import.meta.url))

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
    },
  })
  const rows = Number(values.rows)
  const work = join(DATA, `register-${rows}`)
  mkdirSync(work, { recursive: true })
  try {
    const figures = await measure(work, rows, values['skip-fts'] !== true)
    printFigures(rows, figures)
  } finally {
    if (!values.keep) rmSync(work, { recursive: true, force: true })
    if (readdirSync(DATA).length === 0) rmdirSync(DATA)
  }
}

const measure = async (work: string, rows: number, withFts: boolean): Promise<Figure[]> => {
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
  const built = await runStep<Built>(new URL('./build-step.ts', import.meta.url), [zip, dir])
  const textBytes = statSync(text).size
  const diskBytes = statSync(join(dir, INDEX_FILE)).size + statSync(join(dir, RECORDS_FILE)).size
  const opened = await runStep<{ openMs: number; firstAnswerMs: number; rssMb: number }>(
    new URL('./open-step.ts', import.meta.url),
    [dir],
  )
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
    ...(await measureLookups(image)),
    ...(await measureSearch(image, work, withFts)),
    ...(await measureLoop(image)),
  ]
  return figures
}

if (import.meta.main) await run(process.argv.slice(2))
