import { extname, resolve } from 'node:path'
import { writeChanges } from '../../batches/changes/changes-csv.ts'
import { compareResults } from '../../batches/changes/compare-results.ts'
import { type ResultSource, resultHeaderRules } from '../../batches/changes/result-rows.ts'
import { openTable } from '../../batches/read/open-table.ts'
import { numberOf } from '../../batches/table.ts'
import type { BatchChanges } from '../../domain/records.ts'
import { Failure } from '../../kernel/errors.ts'
import { writeAtomicStream } from '../../kernel/files/atomic-file.ts'
import { checkReadable } from '../actions/batch.ts'
import { ExitCode } from '../exit-code.ts'
import type { Output } from '../output.ts'
import { countText } from '../render/forms.ts'

/** Compares two results of `chasqui lote`, or of the service, and tells what changed as CSV. Returns the exit code. */
export const compareFiles = async (
  now: string,
  before: string,
  { salida, alerta }: { salida?: string; alerta?: boolean },
  output: Output,
): Promise<number> => {
  try {
    if (salida !== undefined && extname(salida).toLowerCase() !== '.csv')
      throw new Failure('invalid-input', '--salida debe terminar en .csv')
    const changes = await compareResults(await resultIn(now), await resultIn(before))
    const text = writeChanges(changes, salida !== undefined)
    if (salida !== undefined) await writeAtomicStream(resolve(salida), text, new AbortController().signal)
    else for await (const piece of text) output.out(piece)
    output.err(summary(changes))
    const { nuevas, cambiadas } = changes.totales
    return alerta && nuevas + cambiadas > 0 ? ExitCode.hit : ExitCode.found
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    output.err(`${error.message}.\n`)
    return ExitCode.badInput
  }
}

const resultIn = async (path: string): Promise<ResultSource> => {
  await checkReadable(path)
  const table = await openTable(path, resultHeaderRules())
  return {
    columns: table.columns,
    named: {},
    rows: async function* () {
      for await (const rows of table.rows())
        yield rows.map((row) => ({ row, memory: null, number: numberOf(row) ?? 0 }))
    },
  }
}

const summary = ({ filas, emparejadasPor: by, totales, truncado }: BatchChanges): string =>
  [
    `${countText(filas.emparejadas, 'fila', 'filas')} en los dos resultados (${by.referencia} por referencia, ${by.documento} por documento, ${by.nombre} por nombre)`,
    `${countText(totales.nuevas, 'coincidencia nueva', 'coincidencias nuevas')}, ${countText(totales.cambiadas, 'cambiada', 'cambiadas')}, ${totales.retiradas} que ya no están, ${totales.sinComparar} sin comparar`,
    ...(truncado ? ['De cada clase se escriben las primeras 10 000'] : []),
  ]
    .map((line) => `${line}.\n`)
    .join('')
