import { Command } from 'commander'
import type { LookupFlags } from '../actions/lookup.ts'
import { withExamples } from '../completes.ts'
import { ExitCode } from '../exit-code.ts'
import type { Output } from '../output.ts'
import { withServerOptions } from './lookup.ts'

/** `chasqui health`: the state of a running server, or of this installation. */
export const healthCommand = (output: Output): Command =>
  withExamples(
    withServerOptions(
      new Command('health')
        .description(
          `estado del servicio, sus datos y sus fuentes; termina con ${ExitCode.sourceFailure} si algo falla`,
        )
        .option('--json', 'imprime la respuesta tal como la daría el servicio'),
    ),
    [
      ['health', 'el de esta instalación: ediciones, ajustes y almacén'],
      ['health --url http://127.0.0.1:8080', 'el de un servicio en marcha, con la clave de CHASQUI_KEY'],
    ],
  ).action(async (flags: LookupFlags) => {
    const { runHealth } = await import('../actions/health.ts')
    output.setExitCode(await runHealth(flags, output))
  })
