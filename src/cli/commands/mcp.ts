import { Command } from 'commander'
import type { ServerFlags } from '../actions/lookup.ts'
import { withExamples } from '../completes.ts'
import type { Output } from '../output.ts'
import { withServerOptions } from './lookup.ts'

/** `chasqui mcp`: the lookups as tools of an assistant, over standard input and output. */
export const mcpCommand = (output: Output): Command =>
  withExamples(
    withServerOptions(
      new Command('mcp').description(
        'ofrece las consultas como herramientas a un asistente (Model Context Protocol, por stdio)',
      ),
    ),
    [
      ['mcp --sandbox', 'con personas inventadas, para probar el asistente'],
      ['mcp --url http://127.0.0.1:8080', 'pregunta a un servicio en marcha, con la clave de CHASQUI_KEY'],
    ],
  ).action(async (flags: ServerFlags) => {
    // Loaded only here: no other command needs the protocol's package.
    const { runMcp } = await import('../mcp/run-mcp.ts')
    output.setExitCode(await runMcp(flags, output))
  })
