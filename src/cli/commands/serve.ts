import { Command } from 'commander'
import { withExamples } from '../completes.ts'
import { ExitCode } from '../exit-code.ts'
import type { Output } from '../output.ts'

interface Flags {
  host?: string
  port?: string
  sandbox?: boolean
}

/** `chasqui serve`: runs the service, live or on pretend upstreams. */
export const serveCommand = (output: Output): Command =>
  withExamples(
    new Command('serve')
      .description('atiende las consultas por HTTP')
      .option('--host <dirección>', 'dirección en la que atiende; también con CHASQUI_HOST (127.0.0.1)')
      .option('--port <puerto>', 'puerto en el que atiende, 0 para uno libre; también con CHASQUI_PORT (8080)')
      .option('--sandbox', 'usa fuentes simuladas, personas inventadas y una clave de prueba')
      .action((flags: Flags) => serve(flags, output)),
    [
      ['serve', 'con los datos reales, según los ajustes'],
      ['serve --sandbox --port 0', 'para probar, en un puerto libre'],
      ['serve --host 0.0.0.0 --port 9000', 'para todo el que alcance este equipo'],
    ],
  )

const serve = async ({ host, port, sandbox }: Flags, output: Output): Promise<void> => {
  const refuse = (line: string): void => {
    output.err(`${line}\n`)
    output.setExitCode(ExitCode.badInput)
  }
  if (host !== undefined && host.trim() === '') return refuse('--host necesita una dirección, por ejemplo 127.0.0.1.')
  if (port !== undefined && !(/^[0-9]{1,5}$/.test(port) && Number(port) <= 65_535))
    return refuse('--port debe ser un número entero entre 0 y 65535.')
  const chosen = { ...(host && { CHASQUI_HOST: host }), ...(port && { CHASQUI_PORT: port }) }
  // Loaded only here: no other command needs the HTTP framework, which takes as long to load as a lookup.
  const { runService } = await import('../run-service.ts')
  await runService(sandbox ? 'sandbox' : 'live', output, chosen)
}
