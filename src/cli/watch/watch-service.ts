import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Chasqui, ChasquiError, type Watch } from '../../client/index.ts'
import { Failure } from '../../kernel/errors.ts'
import { openClient, type Server, withoutAnswer } from '../actions/ask-server.ts'
import { checkReadable } from '../actions/batch.ts'
import { explainRefusals, type ServerFlags, serverOf } from '../actions/lookup.ts'
import { openProgressBar } from '../actions/progress-bar.ts'
import { ExitCode, exitCodeOfCodigo } from '../exit-code.ts'
import { type Output, printJson } from '../output.ts'
import { countText } from '../render/forms.ts'

export interface WatchFileFlags extends ServerFlags {
  tipoSujeto?: 'persona' | 'empresa'
  listas?: string
  columnaNombre?: string
  columnaDocumento?: string
  columnaNacimiento?: string
  columnaPais?: string
  columnaReferencia?: string
  hoja?: string
}

export interface ReportFlags extends ServerFlags {
  desde?: string
  hasta?: string
  csv?: 'movimientos' | 'vigilados'
  salida?: string
  constancia?: string
  json?: boolean
}

const NO_SERVER = 'Los vigilados son de un servicio en marcha: indique --url o CHASQUI_URL, y su clave'

/** Does something with a running service; what it refuses is one line. */
const withService = (flags: ServerFlags, output: Output, work: (client: Chasqui) => Promise<number>): Promise<number> =>
  explainRefusals(output, async () => {
    const server = serverOf(flags)
    if (!server) throw new Failure('invalid-input', NO_SERVER)
    try {
      return await work(openClient(server, 'cli'))
    } catch (error) {
      return refusedBy(error, server, output)
    }
  })

const refusedBy = (error: unknown, server: Server, output: Output): number => {
  if (!(error instanceof ChasquiError)) throw error
  const failure = withoutAnswer(error, server)
  if (failure) throw failure
  output.err(`${error.message}.\n`)
  return exitCodeOfCodigo(error.codigo)
}

/** `chasqui vigilar ARCHIVO` */
export const runWatchFile = (file: string, flags: WatchFileFlags, output: Output): Promise<number> =>
  withService(flags, output, async ({ vigilancia, lotes }) => {
    const { url: _, key: __, sandbox: ___, ...parameters } = flags
    await checkReadable(file)
    const bar = openProgressBar('lote')
    try {
      const sent = { ...parameters, archivo: basename(file) }
      const { data: batch } = await vigilancia.ponerArchivo(new Uint8Array(await readFile(file)), sent)
      const { data } = await lotes.esperar(batch.id, {
        onProgress: ({ procesadas, filas }) => bar.report('rows', procesadas, filas),
      })
      bar.stop()
      if (data.estado === 'cancelado') throw new Failure('overloaded', 'El servicio canceló el lote')
      const put = data.procesadas - data.noRevisadas
      output.out(
        `${countText(put, 'fila', 'filas')} bajo vigilancia, ${countText(data.noRevisadas, 'fila', 'filas')} no.\n`,
      )
      if (data.noRevisadas > 0) output.err(await problemLines(lotes, data.id))
      return put === 0 ? ExitCode.badInput : ExitCode.found
    } finally {
      bar.stop()
    }
  })

const MOST_PROBLEMS = 20

const problemLines = async (lotes: Chasqui['lotes'], id: string): Promise<string> => {
  const text = new TextDecoder().decode(await lotes.resultado(id, { formato: 'json' }))
  const rows = JSON.parse(text) as { resultado: string; motivo: string }[]
  const problems = rows.flatMap(({ resultado, motivo }, at) =>
    resultado === 'no_revisado' ? [`Fila ${at + 1} de datos: ${motivo}.\n`] : [],
  )
  const more = problems.length - MOST_PROBLEMS
  return problems.slice(0, MOST_PROBLEMS).join('') + (more > 0 ? `… y ${countText(more, 'fila', 'filas')} más.\n` : '')
}

/** `chasqui vigilar informe` */
export const runReport = (flags: ReportFlags, output: Output): Promise<number> =>
  withService(flags, output, async ({ vigilancia }) => {
    const { desde, hasta, csv: parte, salida, constancia: certificate } = flags
    if (parte !== undefined) {
      const bytes = await vigilancia.informeCsv({ desde, hasta, parte })
      if (salida === undefined) output.out(new TextDecoder().decode(bytes))
      else await writeNew(salida, bytes)
      return ExitCode.found
    }
    const { data, constancia = '' } = await vigilancia.informe({ desde, hasta, constancia: certificate !== undefined })
    if (certificate !== undefined) await writeNew(certificate, `${constancia}\n`)
    if (flags.json) printJson(output, data)
    else output.out(reportText(data))
    return ExitCode.found
  })

/** Never over another file. */
const writeNew = async (file: string, content: Uint8Array | string): Promise<void> => {
  await writeFile(file, content, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    const problem = error.code === 'EEXIST' ? `Ya existe ${file}` : `No se puede escribir ${file}: ${error.code}`
    throw new Failure('invalid-input', problem)
  })
}

type Report = Awaited<ReturnType<Watch['informe']>>['data']

const reportText = ({ desde, hasta, completo, vigilados, rondas, alertas, decisiones }: Report): string =>
  [
    `Vigilancia del ${desde} al ${hasta}`,
    ...(completo ? [] : ['Los primeros eventos del periodo ya no se conservan']),
    `Vigilados: ${vigilados.alInicio} al inicio, ${vigilados.altas} altas, ${vigilados.borrados} bajas, ${vigilados.alFinal} al final; ${vigilados.sinRevisar} sin revisar`,
    ...rondas.map(
      (ronda) =>
        `Ronda ${ronda.fecha}: ${ronda.vigilados} vigilados, ${ronda.sinRevisar} sin revisar; ${Object.entries(ronda.ediciones).flat().join(' ')}`,
    ),
    `Alertas: ${Object.entries(alertas)
      .map(([kind, count]) => `${count} ${kind}`)
      .join(', ')}`,
    ...decisiones.map(
      ({ persona, decision, total, propuestas }) => `${persona}: ${total} ${decision}, ${propuestas} propuestas`,
    ),
  ]
    .map((line) => `${line}.\n`)
    .join('')
