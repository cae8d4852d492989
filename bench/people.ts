import assert from 'node:assert/strict'
import { createWriteStream, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Random, seededRandom } from '../sandbox/random.ts'
import { openMirror } from '../src/datasets/editions/mirror.ts'
import { refreshDataset } from '../src/datasets/editions/refresh.ts'
import { relatedParties } from '../src/datasets/related-parties/index.ts'
import { limaClock } from '../src/domain/lima-time.ts'

const SURNAMES = 'QUISPE MAMANI FLORES RODRÍGUEZ VÁSQUEZ HUAMÁN CHÁVEZ ÑAHUI SÁNCHEZ ROJAS GARCÍA CONDORI'.split(' ')
const GIVEN = ['JUAN CARLOS', 'MARÍA ELENA', 'ROSA', 'JOSÉ LUIS', 'PEDRO PABLO', 'CARMEN JULIA', 'VÍCTOR HUGO']
const SUPPLIERS = 400_000
const FILES = { 'Socios.csv': 0.5, 'representantes.csv': 0.25, 'organos.csv': 0.25 }
const clock = limaClock()
const log = { info: () => {}, warn: () => {}, error: () => {} }

const rucOf = (supplier: number): string => String(20_100_000_000 + 7 * supplier)

function* linesOf(title: string, rows: number, { pick, below }: Random): Generator<string> {
  const isBoard = title === 'organos.csv'
  yield `Tipo_Documento|Nro_Documento|Nombre_${title === 'Socios.csv' ? 'o_' : ''}RazonSocial|Ruc_Proveedor${isBoard ? '|Cargo' : ''}\n`
  for (let row = 0; row < rows; row++) {
    const name = `${pick(SURNAMES)} ${pick(SURNAMES)} ${pick(GIVEN)}`
    const number = String(below(90_000_000)).padStart(8, '0')
    yield `DOC. NACIONAL DE IDENTIDAD/LE|${number}|${name}|${rucOf(below(SUPPLIERS))}${isBoard ? '|GERENTE GENERAL' : ''}\n`
  }
}

/** What the people behind suppliers cost: to build, to keep, to open and to ask. */
export const run = async (args: string[]): Promise<void> => {
  const rows = Number(args[args.indexOf('--rows') + 1] || 1_500_000)
  const folder = mkdtempSync(join(tmpdir(), 'chasqui-bench-'))
  const tell = (text: string): void => void process.stdout.write(`${text}\n`)
  try {
    for (const [title, share] of Object.entries(FILES))
      await pipeline(
        Readable.from(linesOf(title, Math.round(share * rows), seededRandom(7))),
        createWriteStream(join(folder, title), { encoding: 'latin1' }),
      )
    const people = relatedParties({ from: folder, secret: async () => new Uint8Array(32), clock })
    let before = process.cpuUsage()
    const workedMs = (): number => {
      const { user, system } = process.cpuUsage(before)
      before = process.cpuUsage()
      return (user + system) / 1_000
    }
    const { outcome } = await refreshDataset(people, { dataDir: folder, clock, log })
    assert.equal(outcome, 'switched')
    const peak = process.resourceUsage().maxRSS / 1_024
    tell(`Processor time, ${rows} rows: built in ${(workedMs() / 1_000).toFixed(1)} s; peak ${peak.toFixed(0)} MB`)

    const editions = join(folder, 'vinculados', 'editions')
    const files = readdirSync(editions, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
    const mirror = await openMirror(people, { dataDir: folder, clock, log })
    tell(`${(bytes / 1e6).toFixed(0)} MB on disk, opened in ${workedMs().toFixed(0)} ms`)

    const questions = 100_000
    let found = 0
    for (let turn = 0; turn < questions; turn++)
      found += mirror.read((parties) => parties.of(rucOf((turn * 7_919) % SUPPLIERS))).length
    tell(`by RUC ${((1_000 * workedMs()) / questions).toFixed(0)} µs, ${(found / questions).toFixed(1)} parties each`)
    await mirror.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
