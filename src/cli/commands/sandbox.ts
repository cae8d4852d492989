import { Command } from 'commander'
import { request } from 'undici'
import { configFromEnvironment } from '../environment.ts'
import { ExitCode } from '../exit-code.ts'

interface FaultRow {
  upstream: string
  supported: string[]
  active: { fault: string; until: number | null } | null
}

/** `chasqui sandbox …`: breaks and mends the pretend upstreams of a running sandbox. */
export const sandboxCommand = (): Command => {
  const command = new Command('sandbox').description('ensaya fallas en las fuentes simuladas de un servicio en marcha')
  command
    .command('faults')
    .description('muestra qué fuente simulada falla y cómo puede fallar cada una')
    .option('--json', 'salida para programas')
    .action(({ json }: { json?: boolean }) => show('GET', '', json))
  command
    .command('fault')
    .argument('<fuente>', 'por ejemplo insurance-registry')
    .argument('<falla>', 'por ejemplo captcha, down, slow; none la quita')
    .option('--seconds <n>', 'la falla termina sola después de n segundos')
    .option('--json', 'salida para programas')
    .description('rompe una fuente simulada, o la arregla con none')
    .action((upstream: string, fault: string, { seconds, json }: { seconds?: string; json?: boolean }) => {
      const query = new URLSearchParams({ fault: fault === 'none' ? '' : fault, seconds: seconds ?? '' })
      return show('PUT', `/${encodeURIComponent(upstream)}?${query}`, json)
    })
  return command
}

const show = async (method: 'GET' | 'PUT', path: string, json = false): Promise<void> => {
  const { adminPort } = configFromEnvironment('sandbox')
  if (adminPort === null)
    return refuse('Indique con CHASQUI_ADMIN_PORT el puerto de administración del servicio en marcha.')
  const reply = await request(`http://127.0.0.1:${adminPort}/sandbox/faults${path}`, { method }).catch(() => null)
  if (!reply)
    return refuse(`Ningún servicio responde en el puerto de administración ${adminPort}.`, ExitCode.sourceFailure)
  const body = (await reply.body.json()) as { data?: FaultRow[]; error?: { mensaje: string } }
  if (!body.data) return refuse(body.error?.mensaje ?? 'El servicio no pudo cambiar la falla.')
  process.stdout.write(json ? `${JSON.stringify(body.data)}\n` : table(body.data))
}

const table = (rows: FaultRow[]): string =>
  rows
    .map(
      ({ upstream, active, supported }) =>
        `${upstream.padEnd(22)} ${(active?.fault ?? '—').padEnd(14)} ${supported.join(' ')}\n`,
    )
    .join('')

const refuse = (line: string, code: number = ExitCode.badInput): void => {
  process.stderr.write(`${line}\n`)
  process.exitCode = code
}
