import { Command } from 'commander'
import type { Output } from '../output.ts'

/** `chasqui serve`: runs the service, live or on pretend upstreams. */
export const serveCommand = (output: Output): Command =>
  new Command('serve')
    .description('atiende las consultas por HTTP')
    .option('--sandbox', 'usa fuentes simuladas, personas inventadas y una clave de prueba')
    .action(async ({ sandbox }: { sandbox?: boolean }) => {
      // Loaded only here: every other command would pay for the HTTP framework, which takes longer to load than a
      // lookup takes to answer.
      const { runService } = await import('../run-service.ts')
      await runService(sandbox ? 'sandbox' : 'live', output)
    })
