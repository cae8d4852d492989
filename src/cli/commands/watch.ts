import { Command } from 'commander'
import { DEFAULT_LISTS, LIST_IDS } from '../../domain/lists.ts'
import { CompletedArgument, CompletedOption, FREE_TEXT, oneOf, withExamples } from '../completes.ts'
import { isoInput } from '../iso-input.ts'
import type { Output } from '../output.ts'
import type { ReportFlags, WatchFileFlags } from '../watch/watch-service.ts'
import type { AccountFlags, VerifyFlags, WatchCommandDeps } from '../watch/watch-store.ts'
import { columnOptions } from './batch.ts'
import { withServerOptions } from './lookup.ts'

/** Loaded when a command runs. */
const actions = () => import('../watch/watch-store.ts')

const STORE = 'las cuentas de prueba, en lugar de las reales'

/** `chasqui vigilar`, `chasqui accounts` and `chasqui eventos`: who is watched, who decides on alerts, and whether the log of what happened is whole. */
export const watchCommands = (deps: WatchCommandDeps): Command[] => [
  watchCommand(deps.output),
  accountsCommand(deps),
  eventsCommand(deps),
]

const service = () => import('../watch/watch-service.ts')

const watchCommand = (output: Output): Command => {
  const command = new Command('vigilar')
    .description('pone bajo vigilancia, en un servicio en marcha, a los clientes o proveedores de un archivo')
    .addArgument(
      new CompletedArgument('<archivo>', 'tabla CSV, XLSX o JSON con columnas de referencia y de nombre', {
        kind: 'file',
      }),
    )
    .addOption(
      new CompletedOption(
        '--tipo-sujeto <tipo>',
        'persona o empresa, cuando la fila no lo dice',
        oneOf(['persona', 'empresa']),
      ),
    )
    .addOption(
      new CompletedOption(
        '--listas <listas>',
        `listas de sanciones, con comas: ${LIST_IDS.join(',')}; ${DEFAULT_LISTS.join(',')} si se omite`,
        oneOf(LIST_IDS),
      ),
    )
  for (const [option, description] of columnOptions())
    command.addOption(new CompletedOption(option, description, FREE_TEXT))
  command.addCommand(reportCommand(output))
  return withExamples(withServerOptions(command), [
    ['vigilar clientes.xlsx --url http://127.0.0.1:8080', 'con la clave de CHASQUI_KEY'],
    ['vigilar socios.csv --tipo-sujeto persona', 'al servicio de CHASQUI_URL'],
    ['vigilar informe --desde 2026-11-01 --hasta 2026-11-30', 'lo que pasó en un mes'],
  ]).action(async (file: string, flags: WatchFileFlags) =>
    output.setExitCode(await (await service()).runWatchFile(file, flags, output)),
  )
}

const reportCommand = (output: Output): Command =>
  withExamples(
    withServerOptions(
      new Command('informe')
        .description('a quiénes se vigiló y con qué ediciones, qué alertas hubo y quién decidió qué')
        .addOption(new CompletedOption('--desde <fecha>', 'primer día; el primero del mes si se omite', FREE_TEXT))
        .addOption(new CompletedOption('--hasta <fecha>', 'último día; hoy si se omite', FREE_TEXT))
        .addOption(
          new CompletedOption(
            '--csv <parte>',
            'el archivo de los movimientos o de los vigilados',
            oneOf(['movimientos', 'vigilados']),
          ),
        )
        .addOption(
          new CompletedOption('--salida <archivo>', 'dónde queda el CSV; sin ella se imprime', { kind: 'file' }),
        )
        .addOption(new CompletedOption('--constancia <archivo>', 'escribe ahí la constancia firmada', { kind: 'file' }))
        .option('--json', 'salida para programas'),
    ),
    [['vigilar informe --csv movimientos --salida noviembre.csv', 'cada alerta y cada decisión, en una tabla']],
  ).action(async (_flags: object, command: Command) => {
    // `vigilar` has options of the same names, and takes them for its own.
    const flags = command.optsWithGlobals<ReportFlags>()
    const dates = Object.fromEntries(
      (['desde', 'hasta'] as const).flatMap((name) => (flags[name] ? [[name, isoInput(flags[name])]] : [])),
    )
    output.setExitCode(await (await service()).runReport({ ...flags, ...dates }, output))
  })

const accountsCommand = (deps: WatchCommandDeps): Command =>
  withExamples(
    new Command('accounts').description('ajustes de las cuentas').addCommand(
      withExamples(
        new Command('set')
          .description('cambia un ajuste de una cuenta')
          .argument('<id>', 'identificador de la cuenta, acc_…')
          .addOption(
            new CompletedOption(
              '--cuatro-ojos <alcance>',
              'decisiones que otra persona debe repetir: no, descartes o todo',
              {
                kind: 'list',
                values: ['no', 'descartes', 'todo'],
              },
            ),
          )
          .option('--sandbox', STORE)
          .action(async (id: string, flags: AccountFlags) => (await actions()).setAccount(deps, id, flags)),
        [['accounts set acc_0123456789abcd --cuatro-ojos descartes', 'un descarte vale cuando otra persona lo repite']],
      ),
    ),
    [['accounts set acc_0123456789abcd --cuatro-ojos todo', 'cada decisión necesita dos personas']],
  )

const eventsCommand = (deps: WatchCommandDeps): Command =>
  withExamples(
    new Command('eventos').description('eventos de la vigilancia').addCommand(
      withExamples(
        new Command('verificar')
          .description('comprueba que los eventos de cada cuenta estén enteros y firmados; termina con 1 si no')
          .option('--json', 'salida para programas')
          .option('--sandbox', STORE)
          .action(async (flags: VerifyFlags) => (await actions()).runVerifyEvents(deps, flags)),
        [['eventos verificar', 'la cadena de cada cuenta y la firma de su último evento']],
      ),
    ),
    [['eventos verificar', 'nada falta y nada se cambió']],
  )
