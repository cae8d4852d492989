import { Command } from 'commander'
import { WATCH_SCOPES } from '../../endpoints/index.ts'
import type { CreateOptions, KeysDeps, ListOptions } from '../actions/keys.ts'
import { CompletedOption, withExamples } from '../completes.ts'
import { LOOKUPS } from '../lookups.ts'

const SANDBOX_STORE = 'las claves de prueba, en lugar de las reales'
const JSON_OUTPUT = 'salida para programas'

/** Loaded when a command runs: its parts take longer to load than `--help` takes. */
const actions = () => import('../actions/keys.ts')

/** `chasqui keys`: creates, lists and revokes keys and shows their usage; running servers notice at once. */
export const keysCommand = (deps: KeysDeps): Command =>
  withExamples(
    new Command('keys')
      .description('cuentas y claves de acceso')
      .addCommand(createCommand(deps))
      .addCommand(listCommand(deps))
      .addCommand(revokeCommand(deps))
      .addCommand(usageCommand(deps)),
    [
      ['keys create --name "ERP contable" --quota 50000', 'una clave nueva, con su cuenta'],
      ['keys usage', 'lo consumido este mes'],
    ],
  )

const createCommand = (deps: KeysDeps): Command =>
  withExamples(
    new Command('create')
      .description('crea una clave y la muestra una sola vez')
      .option('--name <nombre>', 'nombre de la clave')
      .option('--account <id>', 'cuenta existente a la que se une; sin ella se crea una cuenta')
      .option('--quota <n>', 'consultas al mes de la cuenta (1000000); con --account, su nueva cuota')
      .option('--rate <n>', 'consultas por segundo de la clave (1000)')
      .option('--burst <n>', 'ráfaga permitida (igual a --rate; 2000 si ninguna se indica)')
      .addOption(
        new CompletedOption('--endpoints <lista>', 'solo estas consultas, separadas por comas', {
          kind: 'list',
          values: [...new Set(LOOKUPS.map(({ endpoint }) => endpoint.name)), 'lotes', ...WATCH_SCOPES, 'health'],
        }),
      )
      .option('--expires <fecha>', 'último día de validez en Lima, AAAA-MM-DD o DD/MM/AAAA')
      .option('--persona <nombre>', 'de quién es la clave: sus constancias y lotes la nombran')
      .option('--documentos', 've completos los documentos de las personas vinculadas a un proveedor')
      .option('--sandbox', 'clave de prueba, para el modo sandbox')
      .option('--json', JSON_OUTPUT)
      .action(async (options: CreateOptions) => (await actions()).createKey(deps, options)),
    [
      ['keys create --name "ERP contable" --quota 50000 --rate 20', 'con una cuenta nueva y sus límites'],
      ['keys create --name Caja --persona "Rosa Huamán"', 'para una persona, a quien sus constancias nombran'],
      ['keys create --name Web --endpoints ruc,dni --expires 31/12/2027', 'solo para dos consultas, y hasta un día'],
    ],
  )

const listCommand = (deps: KeysDeps): Command =>
  withExamples(
    new Command('list')
      .description('lista las claves')
      .option('--json', JSON_OUTPUT)
      .option('--sandbox', SANDBOX_STORE)
      .action(async (options: ListOptions) => (await actions()).listKeys(deps, options)),
    [['keys list', 'todas las claves, sin su secreto']],
  )

const revokeCommand = (deps: KeysDeps): Command =>
  withExamples(
    new Command('revoke')
      .description('revoca una clave; los servidores en marcha la rechazan en menos de un segundo')
      .argument('[id]', 'identificador de la clave, key_…')
      .option('--json', JSON_OUTPUT)
      .option('--sandbox', SANDBOX_STORE)
      .action(async (id: string | undefined, options: ListOptions) => (await actions()).revokeKey(deps, id, options)),
    [['keys revoke key_0123456789abcdef', 'desde ahora ningún servidor la acepta']],
  )

const usageCommand = (deps: KeysDeps): Command =>
  withExamples(
    new Command('usage')
      .description('consumo del mes por cuenta, clave y consulta')
      .option('--month <mes>', 'otro mes, AAAA-MM o MM/AAAA')
      .option('--json', JSON_OUTPUT)
      .option('--sandbox', SANDBOX_STORE)
      .action(async (options: ListOptions & { month?: string }) => (await actions()).showUsage(deps, options)),
    [['keys usage --month 2026-10', 'lo consumido en octubre de 2026']],
  )
