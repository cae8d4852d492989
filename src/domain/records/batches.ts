import type { Static } from 'typebox'
import { Type } from '../../kernel/schema.ts'
import { LIST_IDS } from '../lists.ts'
import { ObservedPurchases } from '../voucher.ts'
import { choice, moment, nullable, text } from './schema.ts'
import { Screening } from './screening.ts'

/** What the rows of a batch are asked about. */
export const BATCH_KINDS = ['aml', 'sanciones', 'ruc', 'proveedor', 'compras', 'vigilados'] as const
export type BatchKind = (typeof BATCH_KINDS)[number]

export const BATCH_FORMATS = ['csv', 'xlsx', 'json'] as const
export type BatchFormat = (typeof BATCH_FORMATS)[number]

/** The columns that a caller may name. */
export const BATCH_ROLES = ['nombre', 'documento', 'nacimiento', 'pais', 'referencia', 'fecha', 'monto'] as const
export type BatchRole = (typeof BATCH_ROLES)[number]

const count = (description: string) => Type.Integer({ minimum: 0, description })

const rowNumber = (description?: string) => Type.Integer({ minimum: 1, ...(description && { description }) })

const fileColumns = (description: string) =>
  Type.Array(
    Type.Object({
      nombre: text('Cabecera de la columna, como está en el archivo'),
      papel: nullable(choice(BATCH_ROLES, 'Lo que la columna significa para la consulta; null si nada')),
    }),
    { description },
  )

const sheets = {
  hojasLeidas: Type.Array(Type.String(), { description: 'Hojas del libro que se leen; vacío si no es un libro' }),
  hojasSinLeer: Type.Array(
    Type.Object({ nombre: text('Nombre de la hoja'), filas: count('Filas con algo en ellas') }),
    { description: 'Otras hojas visibles con datos, que no se leen' },
  ),
}

const identity = {
  id: Type.String({ pattern: '^[0-9a-f]{32}$', description: 'Identificador del lote' }),
  archivo: nullable(text('Nombre del archivo, si se dijo al enviarlo; si no, null')),
  tipo: choice(BATCH_KINDS, 'Qué se consulta de cada fila'),
  listas: Type.Optional(
    Type.Array(choice(LIST_IDS), {
      description: 'Las listas de sanciones que se consultan, cuando el lote las nombra',
    }),
  ),
  clave: nullable(text('Nombre de la clave que lo envió; null si no se sabe')),
  persona: nullable(text('Persona de esa clave; null si no tiene')),
  estado: choice(
    ['en_cola', 'procesando', 'terminado', 'cancelado'],
    'en_cola: espera su turno; procesando; terminado: hay resultado; cancelado: no lo habrá',
  ),
  filas: count('Filas del archivo, sin la cabecera ni las vacías'),
}
const progress = {
  procesadas: count('Filas que ya tienen resultado'),
  conCoincidencia: count('De ellas, con `exacto`, `parcial`, `sancionado` u `observado`'),
  noRevisadas: count('De ellas, con `no_revisado`'),
  pendientes: count('De las no revisadas, las que otro intento puede revisar: faltó cuota o una lista'),
  compras: Type.Optional(ObservedPurchases),
  detenidoPor: nullable(
    choice(['cuota', 'error'], 'Por qué no se preguntó por las últimas filas; null si se preguntó por todas'),
  ),
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
    ...sheets,
    ...progress,
  },
  { $id: 'Lote' },
)
export type BatchRecord = Static<typeof BatchRecord>

const fileSum = (description: string) =>
  Type.Object(
    { sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 del archivo, en hexadecimal' }) },
    { description },
  )

/** What the certificate of a batch states of it. */
export const BatchCertificate = Type.Object(
  {
    id: identity.id,
    tipo: identity.tipo,
    archivo: identity.archivo,
    filas: identity.filas,
    conCoincidencia: progress.conCoincidencia,
    noRevisadas: progress.noRevisadas,
    compras: progress.compras,
    creado: progress.creado,
    terminado: moment('Fecha y hora ISO en que terminó'),
    entrada: nullable(fileSum('El archivo, tal como se envió; null en lotes de versiones anteriores')),
    resultado: Type.Object(
      {
        csv: Type.Optional(fileSum('El resultado con formato=csv')),
        xlsx: Type.Optional(fileSum('El resultado con formato=xlsx; falta si no cabe en una hoja')),
        json: Type.Optional(fileSum('El resultado con formato=json')),
      },
      { description: 'El resultado, por formato: el mismo lote da siempre los mismos bytes' },
    ),
  },
  { $id: 'LoteCertificado' },
)
export type BatchCertificate = Static<typeof BatchCertificate>

export const BatchPreview = Type.Object(
  {
    formato: choice(BATCH_FORMATS, 'Lo que el archivo es, por su contenido'),
    hoja: nullable(text('Hoja que se lee, `*` si se leen todas; null si no es un libro')),
    hojas: Type.Array(Type.String(), { description: 'Hojas visibles del libro' }),
    ...sheets,
    filas: count('Filas del archivo, sin la cabecera ni las vacías'),
    columnas: fileColumns('Columnas del archivo, en su orden'),
    muestra: Type.Array(Type.Array(Type.String()), { description: 'Las primeras cinco filas, como texto' }),
    filasDeMuestra: Type.Array(rowNumber(), { description: 'El número de cada fila de la muestra en el archivo' }),
    problemas: Type.Array(
      Type.Object({
        fila: rowNumber('Número de la fila en la hoja o, en un CSV, la línea donde empieza'),
        motivo: text('Por qué no se podrá consultar'),
      }),
      { description: 'Filas que no se podrán consultar, 20 como máximo' },
    ),
    filasDePie: count('Filas de totales y pies de página: quedan en el resultado, no se consultan y no cuestan'),
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

/** What became of a row. */
export const BATCH_VERDICTS = [
  'exacto',
  'parcial',
  'sin_coincidencias',
  'sancionado',
  'no_sancionado',
  'encontrado',
  'no_encontrado',
  'observado',
  'sin_observaciones',
  'vigilado',
  'no_revisado',
] as const

/** What a person should know of a row whatever its result says. */
export const BATCH_RESERVES = ['descartadas', 'pie'] as const
export type BatchReserve = (typeof BATCH_RESERVES)[number]

/** What a row was asked about. */
export const BatchAskedRow = Type.Object(
  {
    nombres: Type.Array(Type.String(), {
      description: 'Los nombres por los que se preguntó, ya unidos los de varias columnas; vacío si la fila no tiene',
    }),
    documento: text('Documento o RUC por el que se preguntó; vacío si la fila no lo tiene'),
    nacimiento: text('Nacimiento como AAAA, AAAA-MM o AAAA-MM-DD; vacío si la fila no lo tiene'),
    pais: text('País; vacío si la fila no lo tiene'),
    reserva: nullable(
      choice(
        BATCH_RESERVES,
        '`descartadas`: sin coincidencias solo porque los datos de la fila descartaron nombres parecidos; `pie`: es un total o un pie de página',
      ),
    ),
  },
  { $id: 'FilaConsultada', description: 'Los datos de la fila como se usaron, después de limpiarlos' },
)
export type BatchAskedRow = Static<typeof BatchAskedRow>

export const BatchRow = Type.Object(
  {
    fila: Type.Integer({ minimum: 1, description: 'Posición de la fila en el resultado, desde 1' }),
    resultado: choice(BATCH_VERDICTS, 'Lo que dice el resultado'),
    motivo: text('Lo que dice el resultado'),
    ediciones: text('Las ediciones que respondieron al lote'),
    consultado: BatchAskedRow,
    comparaciones: Type.Array(
      Type.Object(
        {
          consulta: Type.Object(
            {
              nombre: Type.Optional(text('Nombre')),
              documento: Type.Optional(text('Documento')),
              nacimiento: Type.Optional(text('Nacimiento')),
              pais: Type.Optional(text('País')),
              listas: Type.Optional(text('Listas que se consultaron, si el lote las nombra')),
            },
            { $id: 'ConsultaDeFila', description: 'Los parámetros de `/api/aml`, como los usó el lote' },
          ),
          respuesta: Screening,
          ediciones: text('Las ediciones que respondieron ahora'),
          aviso: Type.Optional(text('El `aviso` de esa consulta')),
        },
        { $id: 'ComparacionDeFila' },
      ),
      { description: 'Cada consulta a las listas de sanciones con su respuesta completa; vacío si no se revisó' },
    ),
  },
  { $id: 'FilaDeLote' },
)
export type BatchRow = Static<typeof BatchRow>

const changeState = (description: string) =>
  nullable(
    Type.Object(
      {
        nivel: text('`exacto` o `parcial`; de una sanción, su tipo; del padrón, estado y condición'),
        puntaje: nullable(Type.Number({ description: 'Puntaje de 0 a 100; null si no lo tiene' })),
      },
      { description },
    ),
  )

/** One thing that two results say otherwise. */
export const BatchChange = Type.Object(
  {
    fila: nullable(Type.Integer({ minimum: 1, description: 'Fila en el resultado nuevo; null si ya no está' })),
    filaAnterior: nullable(Type.Integer({ minimum: 1, description: 'Fila en el anterior; null si no estaba' })),
    referencia: text('Referencia propia de la fila; vacía si no tiene'),
    nombre: text('Nombre de la fila'),
    documento: text('Documento de la fila; vacío si no tiene'),
    lista: text(
      '`US`, `UN`, `sanciones`, `judicial`, `vinculados` o `padron`; vacío si no se trata de una coincidencia',
    ),
    numero: text('Número de entrada en la lista; vacío si no se sabe'),
    parte: text('Nombre de quien figura en la lista'),
    antes: changeState('Lo que era; null si no estaba'),
    ahora: changeState('Lo que es; null si ya no está'),
    motivo: text('Qué cambió, o por qué no se puede comparar'),
  },
  { $id: 'CambioDeLote' },
)
export type BatchChange = Static<typeof BatchChange>

const changes = (description: string) => Type.Array(BatchChange, { description: `${description}; 10 000 como máximo` })

/** What a result says otherwise than an earlier one. */
export const BatchChanges = Type.Object(
  {
    filas: Type.Object({
      ahora: count('Filas del resultado nuevo'),
      antes: count('Filas del anterior'),
      emparejadas: count('Filas que están en los dos'),
    }),
    emparejadasPor: Type.Object(
      {
        referencia: count('Por su referencia'),
        documento: count('Por su documento'),
        nombre: count('Por su nombre'),
      },
      { description: 'Con qué dato se reconoció cada fila en el resultado anterior' },
    ),
    totales: Type.Object({
      nuevas: count('Coincidencias nuevas'),
      cambiadas: count('Coincidencias que cambiaron'),
      retiradas: count('Coincidencias que ya no están'),
      sinComparar: count('Filas que no se pueden comparar'),
    }),
    truncado: Type.Boolean({ description: 'true cuando alguna lista no las tiene todas' }),
    nuevas: changes('Coincidencias que antes no había'),
    cambiadas: changes('Coincidencias con otro nivel, otro puntaje (5 puntos o más) u otros datos'),
    retiradas: changes('Coincidencias que había y ya no hay'),
    sinComparar: changes('Filas que están en uno solo, o que no se revisaron'),
  },
  { $id: 'CambiosDeLote' },
)
export type BatchChanges = Static<typeof BatchChanges>
