import { request } from 'undici'
import { configFromEnvironment } from '../environment.ts'
import { ExitCode } from '../exit-code.ts'
import { type Output, printTable } from '../output.ts'

interface FaultRow {
  upstream: string
  supported: string[]
  active: { fault: string; until: number | null } | null
}

/** Asks the admin port of the running service and prints the faults it answers; `meant` is said with a refusal. */
export const showFaults = async (
  { method, path, meant }: { method: 'GET' | 'PUT'; path: string; meant: string },
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
  if (!body.data)
    return refuse(`${(body.error?.mensaje ?? 'El servicio no pudo cambiar la falla').replace(/\.$/, '')}.${meant}`)
  if (json) output.out(`${JSON.stringify(body.data)}\n`)
  else printTable(output, ['Fuente', 'Falla', 'Puede fallar con'], body.data.map(rowOf))
}

const rowOf = ({ upstream, active, supported }: FaultRow): string[] => [
  upstream,
  active?.fault ?? '–',
  supported.join(' '),
]
