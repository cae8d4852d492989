import { Command } from 'commander'
import { CompletedOption, withExamples } from '../completes.ts'
import type { AccountFlags, VerifyFlags, WatchCommandDeps } from '../watch/watch-store.ts'

/** Loaded when a command runs. */
const actions = () => import('../watch/watch-store.ts')

const STORE = 'las cuentas de prueba, en lugar de las reales'

/** `chasqui accounts` and `chasqui eventos`: who decides on alerts, and whether the log of what happened is whole. */
export const watchCommands = (deps: WatchCommandDeps): Command[] => [accountsCommand(deps), eventsCommand(deps)]

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
