import type { Static } from 'typebox'
import { Type } from '../../kernel/schema.ts'
import { choice, moment, nullable, text } from './schema.ts'

/** What the rows of a batch are asked about. */
export const BATCH_KINDS = ['aml', 'sanciones', 'ruc', 'proveedor'] as const
export type BatchKind = (typeof BATCH_KINDS)[number]

export const BATCH_FORMATS = ['csv', 'xlsx', 'json'] as const
export type BatchFormat = (typeof BATCH_FORMATS)[number]

/** The columns that a caller may name. */
export const BATCH_ROLES = ['nombre', 'documento', 'nacimiento', 'pais', 'referencia'] as const
export type BatchRole = (typeof BATCH_ROLES)[number]

const count = (description: string) => Type.Integer({ minimum: 0, description })

const fileColumns = (description: string) =>
  Type.Array(
    Type.Object({
      nombre: text('Cabecera de la columna, como está en el archivo'),
      papel: nullable(choice(BATCH_ROLES, 'Lo que la columna significa para la consulta; null si nada')),
    }),
    { description },
  )

const identity = {
  id: Type.String({ pattern: '^[0-9a-f]{32}$', description: 'Identificador del lote' }),
  tipo: choice(BATCH_KINDS, 'Qué se consulta de cada fila'),
  estado: choice(
    ['en_cola', 'procesando', 'terminado', 'cancelado'],
    'en_cola: espera su turno; procesando; terminado: hay resultado; cancelado: no lo habrá',
  ),
  filas: count('Filas del archivo, sin la cabecera ni las vacías'),
}
const progress = {
  procesadas: count('Filas que ya tienen resultado'),
  conCoincidencia: count('De ellas, con `exacto`, `parcial` o `sancionado`'),
  noRevisadas: count('De ellas, con `no_revisado`'),
  creado: moment('Fecha y hora ISO en que se recibió'),
  terminado: nullable(moment('Fecha y hora ISO en que terminó o se canceló; null mientras no')),
  venceEl: moment('Fecha y hora ISO desde la que el lote y sus archivos dejan de existir'),
}

/** A batch in a list of them. */
export const BatchSummary = Type.Object({ ...identity, ...progress }, { $id: 'LoteResumido' })
export type BatchSummary = Static<typeof BatchSummary>

export const BatchRecord = Type.Object(
  {
    ...identity,
    columnas: fileColumns(
      'Columnas del archivo, en su orden, con el papel que tienen en la consulta; los nombres muy largos van recortados',
    ),
    ...progress,
  },
  { $id: 'Lote' },
)
export type BatchRecord = Static<typeof BatchRecord>

export const BatchPreview = Type.Object(
  {
    formato: choice(BATCH_FORMATS, 'Lo que el archivo es, por su contenido'),
    hoja: nullable(text('Hoja que se lee; null si no es un libro')),
    hojas: Type.Array(Type.String(), { description: 'Hojas visibles del libro' }),
    filas: count('Filas del archivo, sin la cabecera ni las vacías'),
    columnas: fileColumns('Columnas del archivo, en su orden'),
    muestra: Type.Array(Type.Array(Type.String()), { description: 'Las primeras cinco filas, como texto' }),
    problemas: Type.Array(
      Type.Object({
        fila: Type.Integer({ minimum: 1, description: 'Número de la fila, desde 1, sin contar la cabecera' }),
        motivo: text('Por qué no se podrá consultar'),
      }),
      { description: 'Filas que no se podrán consultar, 20 como máximo' },
    ),
    unidades: count('Unidades que costará el lote como máximo'),
    unidadesDisponibles: count('Unidades que le quedan a la cuenta este mes'),
    falta: nullable(
      Type.Object(
        {
          campo: text('Parámetro con el que se indica la columna'),
          mensaje: text('Explicación en español, para personas'),
        },
        { description: 'La columna que hace falta y no se reconoce; null si están todas' },
      ),
    ),
  },
  { $id: 'VistaDeLote' },
)
export type BatchPreview = Static<typeof BatchPreview>
