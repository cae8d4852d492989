import { createReadStream } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { BATCH_KINDS, type BatchKind } from '../../batches/check/check-row.ts'
import { CAUSE_WORDS, type PurchaseTotals } from '../../batches/check/purchase-totals.ts'
import { type Batch, type BatchSettings, openBatch, type Tally } from '../../batches/run-batch.ts'
import type { FileFormat } from '../../batches/table.ts'
import type { PurchaseCause } from '../../domain/voucher.ts'
import { Failure } from '../../kernel/errors.ts'
import { writeAtomicStream } from '../../kernel/files/atomic-file.ts'
import { reviewedName } from '../../kernel/workbook/file-name.ts'
import { listsInput } from '../../lookups/shared/input.ts'
import { CheckThreadError } from '../batch/check-threads.ts'
import { checkThreadsFor, openChecks, unloadedChecks } from '../batch/open-checks.ts'
import { ExitCode } from '../exit-code.ts'
import type { Output } from '../output.ts'
import { countText, numberText } from '../render/forms.ts'
import { openProgressBar } from './progress-bar.ts'

export interface BatchFlags {
  tipo?: string
  salida?: string
  columnaNombre?: string
  columnaDocumento?: string
  columnaNacimiento?: string
  columnaPais?: string
  columnaReferencia?: string
  columnaFecha?: string
  columnaMonto?: string
  hoja?: string
  sinCabecera?: boolean
  listas?: string
  vinculados?: boolean
  comprobantes?: boolean
  costo?: boolean
  alerta?: boolean
  sandbox?: boolean
}

/** Programs end with this number after Ctrl+C. */
const INTERRUPTED = 130

const refused = (mensaje: string): Failure => new Failure('invalid-input', mensaje)

/** Asks about every row of a file, writes the result, and returns the exit code. */
export const runBatch = async (file: string, flags: BatchFlags, output: Output, open = openChecks): Promise<number> => {
  // Rows live for a moment only: a young generation that stays small saves some 70 MB and costs next to nothing.
  setFlagsFromString('--semi-space-growth-factor=1')
  // Rows that wait for a thread outlive it; without this the old one grows to several times what is alive.
  setFlagsFromString('--heap-growing-percent=30')
  const bar = openProgressBar('lote')
  const interruption = listenForInterruption()
  try {
    const tipo = kindOf(flags.tipo)
    const salida = await outputFile(flags.salida, file)
    const format = await outputFormat(salida, file)
    await checkReadable(file)
    bar.report('read', 0)
    const asked = {
      ...{ tipo, vinculados: tipo === 'proveedor' && flags.vinculados === true, listas: listsOf(flags) },
      comprobantes: tipo === 'compras' && flags.comprobantes === true,
    }
    const settings = {
      ...{ ...asked, named: namedColumns(flags), hoja: flags.hoja },
      sinCabecera: flags.sinCabecera === true,
    }
    if (flags.costo) {
      const words = await costOf(file, settings)
      bar.stop()
      output.out(words)
      return ExitCode.found
    }
    const batch = await openBatch(file, settings)
    const { columns, table } = batch
    const threads = checkThreadsFor(table.rowCount)
    const { checks, close } = await open({ asked, columns, threads, sandbox: flags.sandbox === true })
    const startedMs = performance.now()
    try {
      const report = ({ procesadas }: Readonly<Tally>): void => bar.report('rows', procesadas, table.rowCount)
      await write(batch.result(checks, format, report), salida, output, interruption.signal)
    } finally {
      await close()
    }
    bar.stop()
    output.err(summary(batch, (performance.now() - startedMs) / 1000))
    return exitCodeOf(batch.tally, flags.alerta === true)
  } catch (error) {
    bar.stop()
    return explain(error, output)
  } finally {
    bar.stop()
    interruption.stop()
  }
}

/** What the file would cost in a service, at most. */
const costOf = async (file: string, settings: BatchSettings): Promise<string> => {
  const { previewFile } = await import('../../batches/uploads/preview.ts')
  const { filas, unidades, problemas, falta } = await previewFile(
    { ...settings, path: file, named: settings.named ?? {} },
    unloadedChecks(),
  )
  if (falta) throw new Failure('invalid-input', falta.mensaje, { campo: falta.campo })
  const unasked =
    problemas.length > 0 ? `; hay filas que no se podrán revisar, la primera es la ${problemas[0]?.fila}` : ''
  return `${countText(filas, 'fila', 'filas')}: ${countText(unidades, 'unidad', 'unidades')} como máximo${unasked}.\n`
}

const kindOf = (tipo: string | undefined): BatchKind => {
  if (tipo === 'vigilados') throw refused('Para vigilar a quienes están en un archivo: chasqui vigilar ARCHIVO')
  const kinds = BATCH_KINDS.filter((one) => one !== 'vigilados')
  const kind = kinds.find((one) => one === tipo)
  if (!kind)
    throw refused(`${tipo === undefined ? 'Falta --tipo: debe' : '--tipo debe'} ser uno de: ${kinds.join(', ')}`)
  return kind
}

const listsOf = ({ listas }: BatchFlags): string | undefined => listsInput(listas)?.join(',')

const namedColumns = (flags: BatchFlags) => ({
  ...(flags.columnaNombre !== undefined && { nombre: flags.columnaNombre }),
  ...(flags.columnaDocumento !== undefined && { documento: flags.columnaDocumento }),
  ...(flags.columnaNacimiento !== undefined && { nacimiento: flags.columnaNacimiento }),
  ...(flags.columnaPais !== undefined && { pais: flags.columnaPais }),
  ...(flags.columnaReferencia !== undefined && { referencia: flags.columnaReferencia }),
  ...(flags.columnaFecha !== undefined && { fecha: flags.columnaFecha }),
  ...(flags.columnaMonto !== undefined && { monto: flags.columnaMonto }),
})

const FORMATS = ['csv', 'xlsx', 'json'] as const

const formatOf = (name: string): FileFormat | undefined =>
  FORMATS.find((one) => extname(name).toLowerCase() === `.${one}`)

/** Where the result goes; in a folder it gets the name that the service would give it. */
const outputFile = async (salida: string | undefined, file: string): Promise<string | undefined> => {
  const isFolder = salida !== undefined && (await stat(salida).catch(() => null))?.isDirectory()
  return isFolder ? join(salida, reviewedName(basename(file), formatOf(file) ?? 'csv', 'lote')) : salida
}

/** The format that the output's name says, checked before the work begins. */
const outputFormat = async (salida: string | undefined, file: string): Promise<FileFormat> => {
  if (salida === undefined) return 'csv'
  const format = formatOf(salida)
  if (!format) throw refused('--salida debe terminar en .csv, .xlsx o .json')
  if (resolve(salida) === resolve(file)) throw refused('--salida no puede ser el mismo archivo que se lee')
  await access(dirname(resolve(salida)), constants.W_OK).catch((error) => {
    throw refused(`No se puede escribir en la carpeta de --salida (${error.code})`)
  })
  return format
}

/** The table is read more than once, so it must be a file. */
export const checkReadable = async (file: string): Promise<void> => {
  const found = await stat(file).catch((error) => {
    throw refused(`No se puede leer el archivo (${error.code})`)
  })
  if (!found.isFile()) throw refused('El archivo debe ser un archivo común, no una carpeta ni una tubería')
  const stream = createReadStream(file, { end: 0 })
  await new Promise<void>((done, fail) => {
    stream.on('error', (error: NodeJS.ErrnoException) => fail(refused(`No se puede leer el archivo (${error.code})`)))
    stream.on('close', done).resume()
  })
}

const write = async (
  pieces: AsyncIterable<string | Buffer>,
  salida: string | undefined,
  output: Output,
  signal: AbortSignal,
): Promise<void> => {
  if (salida !== undefined) return writeAtomicStream(resolve(salida), pieces, signal)
  for await (const piece of pieces) {
    signal.throwIfAborted()
    output.out(String(piece))
  }
}

/** The first Ctrl+C stops the work and leaves no file behind. */
const listenForInterruption = (): { signal: AbortSignal; stop(): void } => {
  const controller = new AbortController()
  const abort = (): void => controller.abort()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, abort)
  return {
    signal: controller.signal,
    stop: () => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, abort)
    },
  }
}

const summary = ({ table, tally }: Batch, seconds: number): string => {
  const speed = seconds > 0 ? ` (${numberText(Math.round(tally.procesadas / seconds))} por segundo)` : ''
  const lines = [
    ...table.notices,
    `${countText(tally.procesadas, 'fila', 'filas')}${speed}: ${numberText(tally.conCoincidencia)} ${tally.compras ? 'con observaciones' : 'con coincidencia'}, ` +
      `${numberText(tally.noRevisadas)} sin revisar`,
    ...(tally.compras ? purchaseLines(tally.compras) : []),
  ]
  return lines.map((line) => `${line}.\n`).join('')
}

/** What was observed, by cause, and what it amounts to. */
const purchaseLines = ({ porCausa, montos, sinMonto }: PurchaseTotals): string[] => [
  ...Object.entries(porCausa).map(([causa, rows]) => `  ${CAUSE_WORDS[causa as PurchaseCause]}: ${numberText(rows)}`),
  ...Object.entries(montos).map(
    ([moneda, cents]) => `  Importe observado: ${`${moneda} ${(cents / 100).toFixed(2)}`.trim()}`,
  ),
  ...(sinMonto > 0 ? [`  Observadas sin importe legible: ${numberText(sinMonto)}`] : []),
]

const exitCodeOf = ({ procesadas, conCoincidencia, noRevisadas, sinFuente }: Tally, alert: boolean): number => {
  if (alert && conCoincidencia > 0) return ExitCode.hit
  if (sinFuente > 0) return ExitCode.sourceFailure
  // A file of which nothing could be asked is the wrong file, or its columns are.
  return noRevisadas === procesadas ? ExitCode.badInput : ExitCode.found
}

/** The options that name what a parameter of the service does. */
const optionOf = (campo: string): string => campo.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const explain = (error: unknown, output: Output): number => {
  if ((error as { name?: string }).name === 'AbortError') {
    output.err('Interrumpido: no queda ningún resultado.\n')
    return INTERRUPTED
  }
  if (error instanceof CheckThreadError) {
    output.err(
      'Uno de los hilos que revisan filas terminó de improviso: no queda ningún resultado; vuelva a intentarlo.\n',
    )
    return ExitCode.sourceFailure
  }
  if (!(error instanceof Failure)) throw error
  const hint = error.campo?.startsWith('columna') ? `; indíquela con --${optionOf(error.campo)}` : ''
  output.err(`${error.message}${hint}.\n`)
  return ['invalid-input', 'unsupported-format'].includes(error.kind) ? ExitCode.badInput : ExitCode.sourceFailure
}
