import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type Random, seededRandom } from '../sandbox/random.ts'
import { renderExport } from '../sandbox/upstreams/procurement-export.ts'
import type { ExportedSanction } from '../sandbox/world/procurement-samples.ts'
import { openMirror } from '../src/datasets/editions/mirror.ts'
import { refreshDataset } from '../src/datasets/editions/refresh.ts'
import { procurementSanctions } from '../src/datasets/procurement-sanctions/index.ts'
import { limaClock } from '../src/domain/lima-time.ts'

const WORDS =
  'CONSTRUCTORA SERVICIOS GENERALES INVERSIONES COMERCIAL GRUPO ANDINO NORTE SUR INGENIERIA CONSULTORES OBRAS TRANSPORTES QUISPE MAMANI FLORES'.split(
    ' ',
  )
const TODAY = '2026-11-14'
const clock = limaClock(TODAY)
const log = { info: () => {}, warn: () => {}, error: () => {} }

const invent = (rows: number, random: Random): ExportedSanction[] => {
  const word = (): string => random.pick(WORDS)
  return Array.from({ length: rows }, (_, i) => ({
    razonSocial: `${word()} ${word()} ${((i * 7_919) % 99_991).toString(36).toUpperCase()} S.A.C.`,
    ruc: String(20_990_000_000 + i),
    resolucion: `${i}-2026-TCP-S1`,
    periodo: '36 MESES',
    desde: '5/3/2025',
    hasta: '5/3/2029',
    infraccion: '- j) Presentar documentos falsos o adulterados a las Entidades.\n- i) Presentar información inexacta.',
    otra: '',
    norma: 'TUO de la Ley N° 30225 - D.S N° 082-2019-E.F',
    estado: 'VIGENTE',
  }))
}

const ms = (value: number): string => `${value.toFixed(3)} ms`

/** How long the tribunal's list takes to load and to answer, and how much it delays the event loop. */
export const run = async (args: string[]): Promise<void> => {
  const rows = Number(args[args.indexOf('--rows') + 1] || 20_000)
  const dataDir = mkdtempSync(join(tmpdir(), 'chasqui-bench-'))
  try {
    const from = join(dataDir, 'export.xls')
    writeFileSync(from, Buffer.from(renderExport(invent(rows, seededRandom(7)), [], seededRandom(9).next), 'latin1'))
    const list = procurementSanctions({ from, clock })
    const delay = monitorEventLoopDelay({ resolution: 1 })

    delay.enable()
    let started = performance.now()
    const { outcome } = await refreshDataset(list, { dataDir, clock, log, floor: 1 })
    const loadMs = performance.now() - started
    const loopDelay = `loop delay p99 ${ms(delay.percentile(99) / 1e6)}, max ${ms(delay.max / 1e6)}`
    process.stdout.write(
      `${rows} rows, ${(statSync(from).size / 1e6).toFixed(1)} MB: ${outcome} in ${ms(loadMs)}; ${loopDelay}\n`,
    )

    started = performance.now()
    const mirror = await openMirror(list, { dataDir, clock, log })
    process.stdout.write(`opened from disk in ${ms(performance.now() - started)}\n`)
    const time = (label: string, ask: (turn: number) => number) => {
      for (let turn = 0; turn < 500; turn++) ask(turn)
      const begun = performance.now()
      let hits = 0
      for (let turn = 0; turn < 500; turn++) hits = ask(turn)
      process.stdout.write(`${label.padEnd(32)} ${ms((performance.now() - begun) / 500)}  ${hits} hits\n`)
    }
    time('by RUC', (turn) => mirror.read((one) => one.byRuc(String(20_990_000_000 + turn), TODAY).length))
    for (const name of ['obras 5q', 'CONSTRUCTORA ANDINO', 'Ingeniería Consultores', 'no existe nadie así'])
      time(`by name: ${name}`, () => mirror.read((one) => one.byName(name, TODAY).length))
    await mirror.close()
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
