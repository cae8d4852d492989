import { setTimeout as pause } from 'node:timers/promises'
import { Command } from 'commander'
import { issueKey, type KeyRequest, type Mode, readUsage, type Store } from '../../accounts/index.ts'
import type { LimaClock } from '../../domain/lima-time.ts'
import { Failure } from '../../kernel/errors.ts'
import { openStore } from '../../shared-database.ts'
import { ExitCode } from '../exit-code.ts'
import { type Output, printJson } from '../output.ts'
import { keyFacts, printKeys, printUsage, usageFacts } from './keys-report.ts'

export interface KeysDeps {
  /** Read when a command runs, so that `--help` needs no valid settings. */
  settings: (mode: Mode) => { dataDir: string; databaseUrl: string; clock: LimaClock }
  output: Output
}

interface CreateOptions {
  name?: string
  account?: string
  quota?: string
  rate?: string
  burst?: string
  endpoints?: string
  expires?: string
  sandbox?: boolean
  json?: boolean
}

interface ListOptions {
  json?: boolean
  sandbox?: boolean
}

const SANDBOX_STORE = 'las claves de prueba, en lugar de las reales'
const NO_STORE_EXIT_CODE = 1

/** `chasqui keys`: creates, lists and revokes keys and shows their usage; running servers notice at once. */
export const keysCommand = (deps: KeysDeps): Command =>
  new Command('keys')
    .description('cuentas y claves de acceso')
    .addCommand(createCommand(deps))
    .addCommand(listCommand(deps))
    .addCommand(revokeCommand(deps))
    .addCommand(usageCommand(deps))

const createCommand = (deps: KeysDeps): Command =>
  new Command('create')
    .description('crea una clave y la muestra una sola vez')
    .option('--name <nombre>', 'nombre de la clave')
    .option('--account <id>', 'cuenta existente a la que se une; sin ella se crea una cuenta')
    .option('--quota <n>', 'consultas al mes de la cuenta (1000000); con --account, su nueva cuota')
    .option('--rate <n>', 'consultas por segundo de la clave (1000)')
    .option('--burst <n>', 'ráfaga permitida (igual a --rate; 2000 si ninguna se indica)')
    .option('--endpoints <lista>', 'solo estas consultas, separadas por comas')
    .option('--expires <fecha>', 'último día de validez en Lima, AAAA-MM-DD')
    .option('--sandbox', 'clave de prueba, para el modo sandbox')
    .option('--json', 'salida para programas')
    .action((options: CreateOptions) =>
      withStore(deps, options.sandbox, (store, clock) => create(deps.output, store, clock, options)),
    )

const listCommand = (deps: KeysDeps): Command =>
  new Command('list')
    .description('lista las claves')
    .option('--json', 'salida para programas')
    .option('--sandbox', SANDBOX_STORE)
    .action(({ json, sandbox }: ListOptions) =>
      withStore(deps, sandbox, async (store, clock) => {
        const listed = await store.listKeys()
        if (!json) return printKeys(deps.output, listed, clock)
        const facts = listed.map((key) => keyFacts(key, clock))
        printJson(deps.output, facts)
      }),
    )

const revokeCommand = (deps: KeysDeps): Command =>
  new Command('revoke')
    .description('revoca una clave; los servidores en marcha la rechazan en menos de un segundo')
    .argument('[id]', 'identificador de la clave, key_…')
    .option('--json', 'salida para programas')
    .option('--sandbox', SANDBOX_STORE)
    .action((id: string | undefined, { json, sandbox }: ListOptions) =>
      withStore(deps, sandbox, async (store, clock) => {
        if (!id) throw new Failure('missing-input', 'Falta el identificador de la clave (key_…)')
        if (!(await store.revokeKey(id, clock.now()))) throw new Failure('invalid-input', `No existe la clave ${id}`)
        if (json) printJson(deps.output, { id, revoked: true })
        else deps.output.out(`Clave ${id} revocada.\n`)
      }),
    )

const usageCommand = (deps: KeysDeps): Command =>
  new Command('usage')
    .description('consumo del mes por cuenta, clave y consulta')
    .option('--month <mes>', 'otro mes, AAAA-MM')
    .option('--json', 'salida para programas')
    .option('--sandbox', SANDBOX_STORE)
    .action(({ month, json, sandbox }: ListOptions & { month?: string }) =>
      withStore(deps, sandbox, async (store, clock) => {
        const chosen = month ?? clock.limaDate().slice(0, 7)
        if (!/^[0-9]{4}-(0[1-9]|1[0-2])$/.test(chosen)) {
          throw new Failure('invalid-input', '--month debe tener la forma AAAA-MM')
        }
        const usage = await readUsage(store, chosen, clock, pause)
        if (!json) return printUsage(deps.output, usage, chosen)
        const facts = usage.map((account) => usageFacts(account, chosen))
        printJson(deps.output, facts)
      }),
    )

/** Opens the store for one command. A user's mistake is one line and exit code 2. */
const withStore = async (
  { settings, output }: KeysDeps,
  sandbox: boolean | undefined,
  work: (store: Store, clock: LimaClock) => Promise<void>,
): Promise<void> => {
  const mode = sandbox ? 'sandbox' : 'live'
  const { clock, ...chosen } = settings(mode)
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

/** A sentence that begins with a field's name is about the option of that name. */
const asOption = ({ message, campo }: Failure): string =>
  campo !== undefined && message.startsWith(`${campo} `) ? `--${message}` : message

const create = async (output: Output, store: Store, clock: LimaClock, options: CreateOptions): Promise<void> => {
  if (options.name === undefined) throw new Failure('missing-input', 'Falta --name, el nombre de la clave')
  const request: KeyRequest = {
    name: options.name,
    mode: options.sandbox ? 'sandbox' : 'live',
    account: options.account,
    quota: readNumber(options.quota),
    ratePerSecond: readNumber(options.rate),
    burst: readNumber(options.burst),
    endpoints: options.endpoints?.split(',').map((name) => name.trim()),
    expires: options.expires,
  }
  const issued = await issueKey(store, request, clock)
  if (options.json) return printJson(output, issued)
  const created = (await store.listKeys()).filter(({ id }) => id === issued.id)
  output.out(`Clave creada. Guárdela ahora: no se volverá a mostrar.\n\n  ${issued.key}\n\n`)
  printKeys(output, created, clock)
}

// Anything but plain digits becomes NaN, which `issueKey` refuses with the name of the field.
const readNumber = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN
}
