import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Row } from '../../batches/table.ts'
import { writeCsv } from '../../batches/write/csv-writer.ts'
import type { Certifier } from '../../certificates/certifier.ts'
import type { LimaClock } from '../../domain/lima-time.ts'
import { type Subject, type WatchMovement, WatchReport } from '../../domain/records.ts'
import type { Query } from '../../endpoints/shared/clean-query.ts'
import { flagParameter, parameter } from '../../endpoints/shared/parameters.ts'
import { WATCH_PAGE, WATCH_QUESTIONS } from '../../endpoints/shared/watch-questions.ts'
import { Type } from '../../kernel/schema.ts'
import { attachment } from '../../kernel/workbook/file-name.ts'
import { choiceInput, flagInput } from '../../lookups/shared/input.ts'
import type { WatchRequests } from '../../watch/watch.ts'
import { CERTIFICATE_SCHEMA } from '../openapi/about.ts'
import { periodOf } from '../watch-questions.ts'
import { ownerOf } from './vigilancia.ts'
import { answer, options } from './vigilancia-operations.ts'

export interface ReportDeps {
  watch: Pick<WatchRequests, 'reportPeriod' | 'listMovements' | 'listSubjects'>
  certifier: Pick<Certifier, 'certify'>
  clock: LimaClock
}

const FORMATS = ['json', 'csv'] as const
const PARTS = ['movimientos', 'vigilados'] as const

const { title, parameters } = WATCH_QUESTIONS['vigilancia/informe']

const REPORT = options({
  endpoint: 'vigilados',
  operationId: 'vigilancia-informe',
  summary: title,
  description:
    'A quiénes se vigiló y con qué ediciones, qué alertas hubo y quién decidió qué. Con `formato=csv`, los movimientos de las alertas o la lista de vigilados, enteros. ' +
    'Con `constancia=1` se firman los recuentos, las ediciones, las decisiones por persona y el hash del último evento, del que dependen todos; sin nombres de vigilados. No cuesta cuota.',
  facts: { failures: ['invalid-input'], success: 'unconditional', rules: { enOrden: ['desde', 'hasta', 'hoy'] } },
  query: {
    ...parameters,
    formato: Type.Optional(parameter('json si se omite', { enum: [...FORMATS], example: 'json' })),
    parte: Type.Optional(
      parameter('Con formato=csv, lo que tiene el archivo; movimientos si se omite', {
        enum: [...PARTS],
        example: 'movimientos',
      }),
    ),
    constancia: Type.Optional(flagParameter('1 o true: añade la constancia firmada')),
  },
  schema: {
    response: {
      200: {
        description: 'El informe',
        content: {
          'application/json': {
            schema: answer(WatchReport, { constancia: Type.Optional(Type.Unsafe(CERTIFICATE_SCHEMA)) }),
          },
          'text/csv': { schema: Type.String({ description: 'CSV en UTF-8' }) },
        },
      },
    },
  },
})

/** `/api/vigilancia/informe`: the report of a period, as JSON, as CSV, and certified. */
export const reportRoute = (api: FastifyInstance, { watch, certifier, clock }: ReportDeps): void => {
  api.get('/vigilancia/informe', REPORT, async (request, reply) => {
    const { formato, parte, constancia } = request.query as Query
    const period = periodOf(ownerOf(request).accountId, request.query as Query, clock.limaDate())
    const { desde, hasta } = period
    const part = choiceInput('parte', parte, PARTS) ?? 'movimientos'
    const isCertified = flagInput('constancia', constancia)
    if (choiceInput('formato', formato, FORMATS) === 'csv') {
      const pieces = part === 'vigilados' ? subjectRows(watch, period.accountId) : movementRows(watch, period)
      const columns = part === 'vigilados' ? SUBJECT_COLUMNS : MOVEMENT_COLUMNS
      const name = `vigilancia-${part}-${desde}-${hasta}.csv`
      reply.type('text/csv; charset=utf-8').header('content-disposition', attachment(name))
      const text = writeCsv(columns, pieces, { separator: ',', mark: true })
      return reply.send(Readable.from(text, { objectMode: false }))
    }
    const data = await watch.reportPeriod(period)
    if (!isCertified) return { ok: true, data }
    const { movimientos: _, truncado: __, ...respuesta } = data
    const { persona } = ownerOf(request)
    const statement = {
      endpoint: 'vigilancia/informe',
      consulta: { desde, hasta },
      estado: 200 as const,
      respuesta,
      persona,
    }
    return { ok: true, data, constancia: certifier.certify({ ...statement, origins: [] }) }
  })
}

const MOVEMENT_COLUMNS = [
  ...['numero', 'fecha', 'tipo', 'sujeto', 'referencia', 'nombre', 'alerta', 'parte', 'estado'],
  ...['persona', 'decision', 'motivo'],
] as const satisfies readonly (keyof WatchMovement)[]

async function* movementRows(
  watch: ReportDeps['watch'],
  period: Parameters<ReportDeps['watch']['reportPeriod']>[0],
): AsyncGenerator<Row[]> {
  for (let after: number | null = 0; after !== null; ) {
    const page: Awaited<ReturnType<typeof watch.listMovements>> = await watch.listMovements({ ...period, after })
    yield page.movimientos.map((one) => MOVEMENT_COLUMNS.map((column) => one[column] ?? ''))
    after = page.next
  }
}

const SUBJECT_COLUMNS = [
  ...['referencia', 'tipo', 'nombre', 'documento', 'nacimiento', 'pais', 'ruc', 'listas', 'creado'],
  ...['revisado', 'ediciones', 'politica', 'sinRevisarDesde', 'motivoSinRevisar', 'alertasAbiertas'],
] as const satisfies readonly (keyof Subject)[]

async function* subjectRows(watch: ReportDeps['watch'], accountId: string): AsyncGenerator<Row[]> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: Subject[] = await watch.listSubjects({ accountId, after, most: WATCH_PAGE.most })
    yield page.map(subjectRow)
    after = page.length < WATCH_PAGE.most ? undefined : page.at(-1)?.id
  }
}

const subjectRow = (subject: Subject): Row =>
  SUBJECT_COLUMNS.map((column) => {
    const value = subject[column]
    if (Array.isArray(value)) return value.join(' ')
    if (typeof value !== 'object' || value === null) return value ?? ''
    return Object.entries(value)
      .map(([list, edition]) => `${list} ${edition}`)
      .join('; ')
  })
