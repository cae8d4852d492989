import { Command } from 'commander'
import { Failure } from '../../kernel/errors.ts'
import { serverFromEnvironment } from '../environment.ts'
import { ExitCode } from '../exit-code.ts'
import type { Output } from '../output.ts'

interface Flags {
  url?: string
  key?: string
  sandbox?: boolean
}

/** `chasqui mcp`: the lookups as tools of an assistant, over standard input and output. */
export const mcpCommand = (output: Output): Command =>
  new Command('mcp')
    .description('ofrece las consultas como herramientas a un asistente (Model Context Protocol, por stdio)')
    .option('--url <dirección>', 'pregunta a un servicio en marcha (o CHASQUI_URL)')
    .option('--key <clave>', 'clave para el servicio en marcha (o CHASQUI_KEY)')
    .option('--sandbox', 'usa fuentes simuladas y personas inventadas')
    .action(async ({ sandbox, ...flags }: Flags) => {
      const { url, key } = sandbox
        ? { key: undefined, ...flags, url: flags.url }
        : { ...serverFromEnvironment(), ...flags }
      if (url !== undefined && key === undefined) {
        output.err('Con --url hace falta también --key, o el ajuste CHASQUI_KEY.\n')
        return output.setExitCode(ExitCode.badInput)
      }
      // Loaded only here: no other command needs the protocol's package.
      const { runMcp } = await import('../mcp/run-mcp.ts')
      const where =
        url === undefined
          ? { mode: sandbox ? ('sandbox' as const) : ('live' as const) }
          : { server: { url, key: key as string } }
      await runMcp(where).catch((error: unknown) => {
        if (!(error instanceof Failure) || error.kind !== 'invalid-input') throw error
        output.err(`${error.message}\n`)
        output.setExitCode(ExitCode.badInput)
      })
    })
