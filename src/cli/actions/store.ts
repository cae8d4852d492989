import { basename, dirname, resolve } from 'node:path'
import type { Mode, StoreContents } from '../../accounts/index.ts'
import { readKeys } from '../../certificates/index.ts'
import { readRates } from '../../datasets/exchange-rate-history/index.ts'
import { type Installation, readIdleContents, replaceInstallation } from '../../installation.ts'
import { Failure } from '../../kernel/errors.ts'
import { addressProblem } from '../../kernel/postgres/connection.ts'
import type { Database } from '../../kernel/sql/database.ts'
import { withAccounts } from '../../shared-database.ts'
import { type Output, printJson } from '../output.ts'
import { countText } from '../render/forms.ts'
import {
  type BackupDeps,
  type BackupFlags,
  explained,
  printAside,
  replaceOptions,
  setAsideLine,
  watchCopier,
} from './backup.ts'

/** `chasqui store copy`: moves an installation between the embedded store and PostgreSQL. */
export const copyStore = (deps: BackupDeps, from: string, to: string, flags: BackupFlags): Promise<void> =>
  explained(deps.output, () => copy(deps, from, to, flags))

/** A store as the command names it: with an address it is a database, else a folder. */
interface Place {
  dataDir: string
  databaseUrl: string
  mode: Mode
}

const copy = async ({ settings, output }: BackupDeps, from: string, to: string, flags: BackupFlags): Promise<void> => {
  const mode = flags.sandbox ? 'sandbox' : 'live'
  const { clock, ...own } = await settings(mode)
  const [source, target] = [placeOf(from, { ...own, mode }), placeOf(to, { ...own, mode })]
  if (nameOf(source) === nameOf(target)) throw new Failure('invalid-input', 'El origen y el destino son el mismo')
  const installation = await withAccounts(source, async (accounts, shared) => ({
    contents: await readAccounts(accounts),
    rates: await readRates(source.dataDir, shared),
    signingKeys: await readKeys(source.dataDir, shared),
    copyWatch: watchCopier(source),
  }))
  // What is replaced in a database is kept in the own folder.
  const folder = target.databaseUrl === '' ? target.dataDir : own.dataDir
  const options = replaceOptions(folder, flags, clock.now())
  const replaced = await replaceInstallation(installation, target, options, setAsideLine(output))
  printAside(replaced, output)
  report(output, flags, installation, replaced.subjects ?? 0)
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

const readAccounts = async (accounts: Database): Promise<StoreContents> => {
  const contents = await readIdleContents(accounts)
  if (contents.accounts.length === 0) throw new Failure('invalid-input', `No hay cuentas en ${accounts.name}`)
  return contents
}

const report = (
  output: Output,
  { json }: BackupFlags,
  { contents, rates: { length: rates } }: Pick<Installation, 'contents' | 'rates'>,
  subjects: number,
): void => {
  const [accounts, keys] = [contents.accounts.length, contents.keys.length]
  if (json) return printJson(output, { accounts, keys, rates, subjects })
  const parts = [
    countText(accounts, 'cuenta', 'cuentas'),
    countText(keys, 'clave', 'claves'),
    countText(rates, 'tipo de cambio', 'tipos de cambio'),
    ...(subjects > 0 ? [countText(subjects, 'vigilado', 'vigilados')] : []),
  ]
  output.out(`Copiado: ${parts.join(', ')}.\n`)
}
