import { type Static, Type } from 'typebox'

const text = (description: string) => Type.String({ description })

/** One of a few words. An `enum` of strings is written out at once, where a union is first tried branch by branch. */
const choice = <const Values extends readonly string[]>(values: Values, description: string) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], description })

export const Taxpayer = Type.Object(
  {
    numero: text('RUC consultado, 11 dígitos'),
    razonSocial: text('Nombre o razón social registrada'),
    estado: text('Estado del contribuyente: ACTIVO, BAJA, SUSPENDIDO'),
    condicion: text('Condición del domicilio fiscal: HABIDO, NO HABIDO y otras'),
    direccion: text('Dirección fiscal completa; vacía para personas naturales'),
    ubigeo: text('Código de ubicación de 6 dígitos (INEI)'),
    departamento: text('Departamento del domicilio'),
    provincia: text('Provincia del domicilio'),
    distrito: text('Distrito del domicilio'),
    tipo: text('Tipo de contribuyente'),
  },
  { $id: 'Contribuyente' },
)
export type Taxpayer = Static<typeof Taxpayer>

export const PersonMatch = Type.Object(
  {
    dni: text('DNI contenido en el RUC de persona natural; vacío para RUC que empiezan en 15 o 17'),
    ruc: text('RUC de persona natural; vacío si la persona no tiene RUC'),
    nombreCompleto: text('Nombre registrado: apellidos y luego nombres'),
    apellidoPaterno: text('Apellido paterno'),
    apellidoMaterno: text('Apellido materno'),
    nombres: text('Nombres'),
    estado: text('Estado del contribuyente, texto completo'),
    condicion: text('Condición del domicilio, texto completo'),
    ficha: Type.Optional(Taxpayer),
  },
  { $id: 'CoincidenciaPersona' },
)
export type PersonMatch = Static<typeof PersonMatch>

export const PersonSearch = Type.Object(
  {
    criterio: Type.Union([Type.Literal('nombre'), Type.Literal('dni')], { description: 'Criterio de búsqueda usado' }),
    query: text('Texto de búsqueda tal como se usó'),
    total: Type.Integer({ description: 'Número de coincidencias devueltas' }),
    matches: Type.Array(PersonMatch),
    truncado: Type.Boolean({ description: 'true cuando hubo más coincidencias que las devueltas' }),
    fuente: Type.Literal('taxauth-scraper'),
    aviso: Type.Optional(text('Aviso, por ejemplo cuántos RUC de empresas se omitieron')),
  },
  { $id: 'BusquedaPersona' },
)
export type PersonSearch = Static<typeof PersonSearch>

export const CompanyMatch = Type.Object(
  {
    numero: text('RUC encontrado'),
    razonSocial: text('Nombre o razón social completa'),
    estado: text('ACTIVO, BAJA, SUSPENDIDO'),
    condicion: text('HABIDO, NO HABIDO y otras'),
  },
  { $id: 'CoincidenciaEmpresa' },
)
export type CompanyMatch = Static<typeof CompanyMatch>

export const PersonNames = Type.Object(
  {
    numero: text('DNI consultado, 8 dígitos'),
    nombres: text('Nombres'),
    apellidoPaterno: text('Apellido paterno'),
    apellidoMaterno: text('Apellido materno'),
    nombreCompleto: text('Apellido paterno, apellido materno y nombres'),
  },
  { $id: 'NombresPersona' },
)
export type PersonNames = Static<typeof PersonNames>

export const Sanction = Type.Object(
  {
    ruc: text('RUC del proveedor sancionado'),
    razonSocial: text('Razón social tal como figura en la lista'),
    tipo: Type.Union([Type.Literal('Definitivo'), Type.Literal('Temporal')], { description: 'Tipo de inhabilitación' }),
    resolucion: text('Número de resolución del tribunal'),
    periodo: text('Periodo de inhabilitación: DEFINITIVO o un rango de meses'),
    desde: text('Fecha de inicio, AAAA-MM-DD'),
    hasta: text('Fecha de fin, AAAA-MM-DD; vacía cuando es definitiva'),
    infraccion: text('Descripción de la infracción'),
  },
  { $id: 'Sancion' },
)
export type Sanction = Static<typeof Sanction>

export const SanctionSearch = Type.Object(
  {
    ruc: Type.Optional(text('RUC consultado')),
    nombre: Type.Optional(text('Texto consultado')),
    sancionado: Type.Boolean({ description: 'true si el proveedor tiene al menos una sanción vigente' }),
    total: Type.Integer({ description: 'Número de sanciones vigentes' }),
    listaActualizada: text('Fecha y hora ISO de la última carga de la lista'),
    sanciones: Type.Array(Sanction),
  },
  { $id: 'BusquedaSanciones' },
)
export type SanctionSearch = Static<typeof SanctionSearch>

export const Policy = Type.Object(
  {
    placa: text('Placa consultada, en mayúsculas y sin guion'),
    aseguradora: text('Compañía que emitió la póliza'),
    numeroPoliza: text('Número de póliza del certificado'),
    inicioVigencia: text('Inicio de vigencia, DD/MM/AAAA'),
    finVigencia: text('Fin de vigencia, DD/MM/AAAA'),
    estado: text('VIGENTE, VENCIDO, ANULADO'),
    tipoUso: text('Uso del vehículo: PARTICULAR, CARGA y otros'),
    clase: text('Clase de vehículo: AUTOMOVIL, CAMIONETA y otras'),
    tipoCertificado: text('DIGITAL o FISICO'),
    fuente: Type.Literal('insurance-registry'),
  },
  { $id: 'Soat' },
)
export type Policy = Static<typeof Policy>

export const ExchangeRate = Type.Object(
  {
    fecha: text('Fecha, AAAA-MM-DD'),
    compra: Type.Number({ description: 'Compra, soles por dólar' }),
    venta: Type.Number({ description: 'Venta, soles por dólar' }),
    moneda: Type.String({ description: 'Par de monedas', default: 'USD/PEN' }),
  },
  { $id: 'TipoCambio' },
)
export type ExchangeRate = Static<typeof ExchangeRate>

/** One day's official rate as its publisher dated it. */
export interface PublishedRate {
  /** Publication date, YYYY-MM-DD. */
  fecha: string
  compra: number
  venta: number
}

export const SeriesValue = Type.Object({
  periodo: text('Periodo tal como lo imprime el banco central'),
  valor: Type.Number({ description: 'Valor' }),
})
export type SeriesValue = Static<typeof SeriesValue>

export const Frequency = Type.Union([
  Type.Literal('diaria'),
  Type.Literal('mensual'),
  Type.Literal('trimestral'),
  Type.Literal('anual'),
])
export type Frequency = Static<typeof Frequency>

export const Series = Type.Object(
  {
    codigo: text('Código de la serie consultada'),
    nombre: text('Nombre oficial de la serie'),
    frecuencia: Type.Optional(Frequency),
    valores: Type.Array(SeriesValue),
    fuente: Type.Literal('central-bank'),
  },
  { $id: 'Serie' },
)
export type Series = Static<typeof Series>

/** One typed reason of a screening match: what a word or a document of the question did with the listed name. */
export const ScreeningReason = Type.Object(
  {
    tipo: choice(
      [
        'igual',
        'variante',
        'sonido',
        'parecida',
        'inicial',
        'unidas',
        'sin-peso',
        'falta',
        'sobra',
        'alias-debil',
        'documento-igual',
        'documento-distinto',
      ],
      'Qué pasó con la palabra o el documento: igual; variante de escritura; suena igual; parecida; inicial; palabras unidas o ' +
        'separadas; sin peso (partícula, título o forma jurídica); falta en la consulta; sobra en la consulta; figura en un alias ' +
        'débil; documento igual o distinto',
    ),
    consulta: Type.Optional(text('Palabra o documento de la consulta')),
    lista: Type.Optional(text('Palabra o documento de la lista')),
    peso: Type.Optional(Type.Number({ description: 'Bits a favor (positivo) o en contra (negativo)' })),
  },
  { $id: 'MotivoCoincidencia' },
)
export type ScreeningReason = Static<typeof ScreeningReason>

export const ScreeningMatch = Type.Object(
  {
    nombre: text('Nombre tal como figura en la lista'),
    fuente: choice(['US', 'UN'], 'Lista de origen'),
    programa: Type.Optional(text('Programa de sanciones')),
    tipo: Type.Optional(text('Tipo: individual, entity, vessel y otros')),
    coincidencia: choice(['exacto', 'parcial'], 'Nivel de coincidencia'),
    puntaje: Type.Optional(Type.Number({ description: 'Puntaje de 0 a 100 (con detalle)' })),
    nombreCoincidente: Type.Optional(text('Nombre o alias que coincidió (con detalle)')),
    tipoNombre: Type.Optional(choice(['principal', 'alias', 'alias-debil'], 'Qué nombre coincidió (con detalle)')),
    motivos: Type.Optional(Type.Array(ScreeningReason)),
    referencia: Type.Optional(text('Número de entrada de la lista (con detalle)')),
  },
  { $id: 'CoincidenciaLista' },
)
export type ScreeningMatch = Static<typeof ScreeningMatch>

export const Screening = Type.Object(
  {
    query: text('Nombre consultado, normalizado'),
    documento: Type.Optional(text('Documento consultado')),
    total: Type.Integer({ description: 'Número de coincidencias' }),
    listasActualizadas: text('Fecha y hora ISO de la última carga de las listas'),
    truncado: Type.Optional(Type.Boolean({ description: 'true cuando se cortaron resultados' })),
    matches: Type.Array(ScreeningMatch),
  },
  { $id: 'Screening' },
)
export type Screening = Static<typeof Screening>

/** Provider ids, the only values of `proveedor` and `fuente` besides the lists' US and UN. */
export type ProviderId =
  | 'taxauth-scraper'
  | 'public-dni-directory'
  | 'aggregator-a'
  | 'aggregator-b'
  | 'taxauth-tc'
  | 'insurance-registry'
  | 'central-bank'

/** Where an answer came from; becomes the `Chasqui-Source` header. */
export interface Origin {
  provider: ProviderId | 'procurement-list' | 'us-list' | 'un-list'
  channel: 'register' | 'live' | 'cache' | 'list'
  /** Date of the edition or publication, when there is one. */
  edition?: string | undefined
}
