import { setTimeout as pause } from 'node:timers/promises'
import { issueKey, type KeyRequest, type Mode, readUsage, type Store } from '../../accounts/index.ts'
import type { LimaClock } from '../../domain/lima-time.ts'
import { SCOPES } from '../../endpoints/index.ts'
import { Failure } from '../../kernel/errors.ts'
import { openStore } from '../../shared-database.ts'
import { similarWords, suggestion } from '../errors/suggest.ts'
import { ExitCode } from '../exit-code.ts'
import { isoInput } from '../iso-input.ts'
import { type Output, printJson } from '../output.ts'
import { withPeopleDates } from '../render/forms.ts'
import { keyFacts, printKeys, printUsage, usageFacts } from './keys-report.ts'

export interface KeysDeps {
  /** Read when a command runs, so that `--help` needs no valid settings. */
  settings: (mode: Mode) => MaybePromise<{ dataDir: string; databaseUrl: string; clock: LimaClock }>
  output: Output
}

type MaybePromise<Value> = Value | Promise<Value>

export interface CreateOptions {
  name?: string
  account?: string
  quota?: string
  rate?: string
  burst?: string
  endpoints?: string
  expires?: string
  persona?: string
  documentos?: boolean
  sandbox?: boolean
  json?: boolean
}

export interface ListOptions {
  json?: boolean
  sandbox?: boolean
}

const NO_STORE_EXIT_CODE = 1

/** `chasqui keys create` */
export const createKey = (deps: KeysDeps, options: CreateOptions): Promise<void> =>
  withStore(deps, options.sandbox, (store, clock) => create(deps.output, store, clock, options))

/** `chasqui keys list` */
export const listKeys = (deps: KeysDeps, { json, sandbox }: ListOptions): Promise<void> =>
  withStore(deps, sandbox, async (store, clock) => {
    const listed = await store.listKeys()
    if (!json) return printKeys(deps.output, listed, clock)
    const facts = listed.map((key) => keyFacts(key, clock))
    printJson(deps.output, facts)
  })

/** `chasqui keys revoke` */
export const revokeKey = (deps: KeysDeps, id: string | undefined, { json, sandbox }: ListOptions): Promise<void> =>
  withStore(deps, sandbox, async (store, clock) => {
    if (!id) throw new Failure('missing-input', 'Falta el identificador de la clave (key_…)')
    if (!(await store.revokeKey(id, clock.now())))
      throw new Failure('invalid-input', `No existe la clave ${id}; «chasqui keys list» muestra las que hay`)
    if (json) printJson(deps.output, { id, revoked: true })
    else deps.output.out(`Clave ${id} revocada.\n`)
  })

/** `chasqui keys usage` */
export const showUsage = (deps: KeysDeps, { month, json, sandbox }: ListOptions & { month?: string }): Promise<void> =>
  withStore(deps, sandbox, async (store, clock) => {
    const chosen = month === undefined ? clock.limaDate().slice(0, 7) : isoInput(month)
    if (!/^[0-9]{4}-(0[1-9]|1[0-2])$/.test(chosen)) {
      throw new Failure('invalid-input', '--month debe tener la forma AAAA-MM o MM/AAAA')
    }
    const usage = await readUsage(store, chosen, clock, pause)
    if (!json) return printUsage(deps.output, usage, chosen)
    const facts = usage.map((account) => usageFacts(account, chosen))
    printJson(deps.output, facts)
  })

/** Opens the store for one command. A user's mistake is one line and exit code 2. */
const withStore = async (
  { settings, output }: KeysDeps,
  sandbox: boolean | undefined,
  work: (store: Store, clock: LimaClock) => Promise<void>,
): Promise<void> => {
  const mode = sandbox ? 'sandbox' : 'live'
  const { clock, ...chosen } = await settings(mode)
  let store: Store
  try {
    store = await openStore({ ...chosen, mode })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    output.err(`${error.message}.\n`)
    return output.setExitCode(NO_STORE_EXIT_CODE)
  }
  try {
    await work(store, clock)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    output.err(`${asOption(error)}\n`)
    output.setExitCode(ExitCode.badInput)
  } finally {
    await store.close()
  }
}

/** A sentence that begins with a field's name is about the option of that name; its unknown value may be a misspelt one. */
const asOption = ({ message, campo }: Failure): string => {
  if (campo === undefined || !message.startsWith(`${campo} `)) return message
  const [unknown] = /(?<= no conoce ")[^",]+/.exec(message) ?? []
  return `--${withPeopleDates(message)}${unknown ? suggestion(similarWords(unknown, SCOPES)).replace(/^ /, '. ') : ''}`
}

const create = async (output: Output, store: Store, clock: LimaClock, options: CreateOptions): Promise<void> => {
  if (options.name === undefined) throw new Failure('missing-input', 'Falta --name, el nombre de la clave')
  const request: KeyRequest = {
    name: options.name,
    mode: options.sandbox ? 'sandbox' : 'live',
    account: options.account,
    quota: readNumber(options.quota),
    ratePerSecond: readNumber(options.rate),
    burst: readNumber(options.burst),
    endpoints: options.endpoints === undefined ? undefined : readScopes(options.endpoints),
    expires: options.expires === undefined ? undefined : isoInput(options.expires),
    persona: options.persona,
    documentos: options.documentos,
  }
  const issued = await issueKey(store, request, clock)
  if (options.json) return printJson(output, issued)
  const created = (await store.listKeys()).filter(({ id }) => id === issued.id)
  output.out(`Clave creada. Guárdela ahora: no se volverá a mostrar.\n\n  ${issued.key}\n\n`)
  printKeys(output, created, clock)
}

const readScopes = (text: string): string[] => {
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.filter((name) => !SCOPES.includes(name))
  if (unknown.length === 0) return names
  const mensaje = `endpoints no conoce "${unknown.join(', ')}"; los valores son ${SCOPES.join(', ')}`
  throw new Failure('invalid-input', mensaje, { campo: 'endpoints' })
}

// Anything but plain digits becomes NaN, which `issueKey` refuses with the name of the field.
const readNumber = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN
}
