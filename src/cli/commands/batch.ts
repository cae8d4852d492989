import { Command } from 'commander'
import { DEFAULT_LISTS, LIST_IDS } from '../../domain/lists.ts'
import type { BatchFlags } from '../actions/batch.ts'
import { CompletedArgument, CompletedOption, FREE_TEXT, oneOf, withExamples } from '../completes.ts'
import { ExitCode } from '../exit-code.ts'
import type { Output } from '../output.ts'

const KINDS = ['aml', 'sanciones', 'ruc', 'proveedor', 'compras']
const COLUMNS = {
  nombre: 'el nombre o la razón social',
  documento: 'el documento: DNI, RUC u otro',
  nacimiento: 'la fecha de nacimiento',
  pais: 'el país',
  referencia: 'su propia referencia',
  fecha: 'la fecha de emisión de cada comprobante',
  monto: 'el importe total de cada comprobante',
}

/** The options that say where a file has what. */
export const columnOptions = (): [option: string, description: string][] => [
  ...Object.entries(COLUMNS).map(([column, means]): [string, string] => [
    `--columna-${column} <cabecera>`,
    `la columna con ${means}, por su cabecera o su letra, si no se reconoce sola`,
  ]),
  ['--hoja <nombre>', 'la hoja de un XLSX, si no es la primera con la cabecera; * lee todas'],
]

/** `chasqui lote`: many questions of one kind, from a file into a file. */
export const batchCommand = (output: Output): Command => {
  const command = new Command('lote')
    .description('revisa todas las filas de un archivo CSV, XLSX o JSON, sin conexión')
    .addArgument(
      new CompletedArgument('<archivo>', 'la tabla, con una fila de cabecera o --sin-cabecera', { kind: 'file' }),
    )
    .addOption(new CompletedOption('--tipo <tipo>', `qué se pregunta de cada fila: ${KINDS.join(', ')}`, oneOf(KINDS)))
    .addOption(
      new CompletedOption(
        '--salida <archivo>',
        'dónde queda el resultado: .csv, .xlsx, .json o una carpeta; sin ella se imprime como CSV',
        { kind: 'file' },
      ),
    )
  for (const [option, description] of columnOptions())
    command.addOption(new CompletedOption(option, description, FREE_TEXT))
  command
    .addOption(
      new CompletedOption(
        '--listas <listas>',
        `listas de sanciones, con comas: ${LIST_IDS.join(',')}; ${DEFAULT_LISTS.join(',')} si se omite`,
        oneOf(LIST_IDS),
      ),
    )
    .option('--sin-cabecera', 'la primera fila ya es de datos: las columnas se llaman «Columna 1», «Columna 2»…')
    .option(
      '--vinculados',
      'con --tipo proveedor: también compara a sus socios, representantes y órganos con las listas',
    )
    .option(
      '--comprobantes',
      'con --tipo compras: también pregunta por cada comprobante a la SUNAT, en línea y de uno en uno',
    )
    .option('--costo', 'solo dice cuántas unidades costaría en un servicio; no revisa nada')
    .option('--alerta', `termina con ${ExitCode.hit} cuando una fila tiene una coincidencia o una sanción`)
    .option('--sandbox', 'usa fuentes simuladas y personas inventadas')
  command.addCommand(compareCommand(output))
  return withExamples(command, [
    ['lote clientes.xlsx --tipo aml --salida resultado.xlsx', 'una lista de clientes contra las listas de sanciones'],
    ['lote proveedores.csv --tipo proveedor --salida resultado.csv', 'el padrón, las inhabilitaciones y las listas'],
    [
      'lote ruc.csv --tipo proveedor --vinculados --salida resultado.csv',
      'lo mismo, con las personas detrás de cada proveedor',
    ],
    [
      'lote compras.txt --tipo compras --salida resultado.xlsx',
      'un registro de compras, por la fecha de cada comprobante',
    ],
    [
      'lote datos.csv --tipo aml --columna-nombre titular > resultado.csv',
      'otra cabecera, y el resultado a un programa',
    ],
  ]).action(async (file: string, flags: BatchFlags) => {
    const { runBatch } = await import('../actions/batch.ts')
    output.setExitCode(await runBatch(file, flags, output))
  })
}

/** `chasqui lote comparar`: what changed between two results. */
const compareCommand = (output: Output): Command =>
  withExamples(
    new Command('comparar')
      .description('dice qué coincidencias son nuevas, cambiaron o ya no están entre dos resultados')
      .addArgument(new CompletedArgument('<nuevo>', 'el resultado nuevo: CSV, XLSX o JSON', { kind: 'file' }))
      .addArgument(new CompletedArgument('<antes>', 'el resultado anterior', { kind: 'file' }))
      .addOption(new CompletedOption('--salida <archivo>', 'dónde queda el CSV; sin ella se imprime', { kind: 'file' }))
      .option('--alerta', `termina con ${ExitCode.hit} cuando hay una coincidencia nueva o cambiada`),
    [['lote comparar noviembre.xlsx octubre.xlsx --salida cambios.csv', 'la revisión del mes frente a la anterior']],
  ).action(async (now: string, before: string, _flags: object, command: Command) => {
    const { compareFiles } = await import('../batch/compare-results.ts')
    // `lote` has options of the same names, and takes them for its own.
    output.setExitCode(await compareFiles(now, before, command.optsWithGlobals(), output))
  })
