import { Command } from 'commander'
import { request } from 'undici'
import { configFromEnvironment } from '../environment.ts'
import { ExitCode } from '../exit-code.ts'
import type { Output } from '../output.ts'

interface FaultRow {
  upstream: string
  supported: string[]
  active: { fault: string; until: number | null } | null
}

/** `chasqui sandbox …`: sets and clears faults of the pretend upstreams of a running sandbox. */
export const sandboxCommand = (output: Output): Command => {
  const command = new Command('sandbox').description('ensaya fallas en las fuentes simuladas de un servicio en marcha')
  command
    .command('faults')
    .description('muestra qué fuente simulada falla y cómo puede fallar cada una')
    .option('--json', 'salida para programas')
    .action(({ json }: { json?: boolean }) => showFaults('GET', '', json, output))
  command
    .command('fault')
    .argument('<fuente>', 'por ejemplo insurance-registry')
    .argument('<falla>', 'por ejemplo captcha, down, slow; none la quita')
    .option('--seconds <n>', 'la falla termina sola después de n segundos')
    .option('--json', 'salida para programas')
    .description('rompe una fuente simulada, o la arregla con none')
    .action((upstream: string, fault: string, { seconds, json }: { seconds?: string; json?: boolean }) => {
      const query = new URLSearchParams({ fault: fault === 'none' ? '' : fault, seconds: seconds ?? '' })
      return showFaults('PUT', `/${encodeURIComponent(upstream)}?${query}`, json, output)
    })
  return command
}

/** Asks the admin port of the running service and prints the faults it answers. */
const showFaults = async (
  method: 'GET' | 'PUT',
  path: string,
  json: boolean | undefined,
  output: Output,
): Promise<void> => {
  const refuse = (line: string, code: number = ExitCode.badInput): void => {
    output.err(`${line}\n`)
    output.setExitCode(code)
  }
  const { adminHost, adminPort } = configFromEnvironment('sandbox')
  if (adminPort === null)
    return refuse('Indique con CHASQUI_ADMIN_PORT el puerto de administración del servicio en marcha.')
  const reply = await request(
    `http://${adminHost.includes(':') ? `[${adminHost}]` : adminHost}:${adminPort}/sandbox/faults${path}`,
    { method },
  ).catch(() => null)
  if (!reply)
    return refuse(`Ningún servicio responde en el puerto de administración ${adminPort}.`, ExitCode.sourceFailure)
  const body = (await reply.body.json()) as { data?: FaultRow[]; error?: { mensaje: string } }
  if (!body.data) return refuse(body.error?.mensaje ?? 'El servicio no pudo cambiar la falla.')
  output.out(json ? `${JSON.stringify(body.data)}\n` : table(body.data))
}

const table = (rows: FaultRow[]): string =>
  rows
    .map(
      ({ upstream, active, supported }) =>
        `${upstream.padEnd(22)} ${(active?.fault ?? '—').padEnd(14)} ${supported.join(' ')}\n`,
    )
    .join('')
