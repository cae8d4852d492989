import { basename, dirname, resolve } from 'node:path'
import { Command } from 'commander'
import {
  type Mode,
  readContents,
  readIdleContents,
  replaceContents,
  replaceSharedContents,
  type StoreContents,
} from '../../accounts/index.ts'
import {
  type PublicationRow,
  readRates,
  readSharedRates,
  writeRates,
  writeSharedRates,
} from '../../datasets/exchange-rate-history/index.ts'
import type { LimaClock } from '../../domain/lima-time.ts'
import { Failure } from '../../kernel/errors.ts'
import { addressProblem } from '../../kernel/postgres/connection.ts'
import type { Database } from '../../kernel/postgres/database.ts'
import { withDatabase } from '../../shared-database.ts'
import { type Output, printJson } from '../output.ts'
import { asideFile, explained, printAside } from './backup.ts'

export interface StoreDeps {
  settings: (mode: Mode) => { dataDir: string; databaseUrl: string; clock: LimaClock }
  output: Output
}

interface Flags {
  force?: boolean
  sandbox?: boolean
  json?: boolean
}

/** `chasqui store copy`: moves an installation between the embedded store and PostgreSQL. */
export const storeCommand = (deps: StoreDeps): Command =>
  new Command('store').description('el almacén de cuentas, consumo y tipos de cambio').addCommand(
    new Command('copy')
      .description(
        'copia una instalación de SQLite a PostgreSQL, o al revés; los servidores tienen que estar detenidos',
      )
      .argument('<origen>', 'una carpeta de datos o postgres://…; sqlite y postgres son los de los ajustes')
      .argument('<destino>', 'lo mismo')
      .option('--force', 'aunque el destino ya tenga cuentas: se apartan, y lo consumido allí se conserva')
      .option('--sandbox', 'los datos de prueba, en lugar de los reales')
      .option('--json', 'salida para programas')
      .action((from: string, to: string, flags: Flags) => explained(deps.output, () => copy(deps, from, to, flags))),
  )

/** A store as the command names it: with an address it is a database, else a folder. */
interface Place {
  dataDir: string
  databaseUrl: string
  mode: Mode
}

const copy = async ({ settings, output }: StoreDeps, from: string, to: string, flags: Flags): Promise<void> => {
  const mode = flags.sandbox ? 'sandbox' : 'live'
  const { clock, ...own } = settings(mode)
  const [source, target] = [placeOf(from, { ...own, mode }), placeOf(to, { ...own, mode })]
  if (nameOf(source) === nameOf(target)) throw new Failure('invalid-input', 'El origen y el destino son el mismo')
  const { contents, rates } = await withDatabase(source, (database) => read(source, database))
  const nowMs = clock.now()
  const options = { replace: flags.force === true, asideFile: '', nowMs }
  await withDatabase(target, async (database) => {
    // The rates go with the accounts, or before them: whoever finds the accounts has everything.
    const writeFolderRates = (): void =>
      void writeRates(target.dataDir, rates, (path) => output.err(`Un archivo dañado quedó en ${path}.\n`))
    const outcome = database
      ? await replaceSharedContents(
          database,
          contents,
          { ...options, asideFile: asideFile(own.dataDir, nowMs) },
          (sql) => writeSharedRates(sql, rates),
        )
      : await replaceContents(target.dataDir, contents, options.replace, writeFolderRates)
    printAside(outcome, output)
  })
  report(output, flags, contents, rates)
}

const placeOf = (name: string, own: Place): Place => {
  if (name === 'sqlite') return { ...own, databaseUrl: '' }
  if (name === 'postgres') {
    if (own.databaseUrl === '') throw new Failure('invalid-input', 'Indique la base de datos en CHASQUI_DATABASE_URL')
    return own
  }
  if (!/^[a-z]+:\/\//i.test(name)) return { ...own, dataDir: folderOf(name), databaseUrl: '' }
  const problem = addressProblem(name)
  if (problem) throw new Failure('invalid-input', `La dirección de la base de datos ${problem}`)
  return { ...own, databaseUrl: name }
}

/** The file of the accounts stands for its folder. */
const folderOf = (name: string): string => {
  const path = resolve(name.replace(/^sqlite:/, ''))
  return basename(path) === 'accounts.sqlite' ? dirname(path) : path
}

const nameOf = ({ dataDir, databaseUrl }: Place): string => databaseUrl || resolve(dataDir)

const read = async (
  { dataDir }: Place,
  database: Database | null,
): Promise<{ contents: StoreContents; rates: PublicationRow[] }> => {
  if (!database) return { contents: await readContents(dataDir), rates: readRates(dataDir) }
  const contents = await readIdleContents(database)
  if (contents.accounts.length === 0) throw new Failure('invalid-input', `No hay cuentas en ${database.name}`)
  return { contents, rates: await readSharedRates(database) }
}

const report = (output: Output, { json }: Flags, contents: StoreContents, rates: readonly PublicationRow[]): void => {
  const [accounts, keys] = [contents.accounts.length, contents.keys.length]
  if (json) return printJson(output, { accounts, keys, rates: rates.length })
  output.out(
    `Copiado: ${accounts} ${accounts === 1 ? 'cuenta' : 'cuentas'}, ${keys} ${keys === 1 ? 'clave' : 'claves'}, `,
  )
  output.out(`${rates.length} ${rates.length === 1 ? 'tipo' : 'tipos'} de cambio.\n`)
}
