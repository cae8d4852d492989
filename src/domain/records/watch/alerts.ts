import type { Static } from 'typebox'
import { Type } from '../../../kernel/schema.ts'
import { ListedPartyFile } from '../listed-party.ts'
import { choice, day, digits, moment, nullable, text } from '../schema.ts'
import { ScreeningMatch, ScreeningReason } from '../screening.ts'

type List = ScreeningMatch['fuente']
/** The lists that a subject can be screened against: those of a match. */
export const WATCHED_LISTS = (ScreeningMatch.properties.fuente as unknown as { enum: List[] }).enum
const list = (description: string) => Type.Unsafe<List>({ type: 'string', enum: WATCHED_LISTS, description })

export const SUBJECT_KINDS = ['persona', 'empresa'] as const
export const ALERT_STATES = ['abierta', 'escalada', 'descartada', 'confirmada', 'retirada'] as const
const ALERT_CAUSES = ['nueva', 'cambiada', 'reabierta', 'vencida'] as const
export const DECISIONS = ['descartada', 'confirmada', 'escalada', 'reabierta'] as const
/** Why a person decided so. */
export const DECISION_REASONS = [
  'otro_nacimiento',
  'otro_documento',
  'otra_nacionalidad',
  'otro_tipo',
  'fallecido',
  'verificado_con_cliente',
  'otro',
] as const
export const EVENT_KINDS = [
  'sujeto.alta',
  'sujeto.cambiado',
  'sujeto.sin_revisar',
  'sujeto.borrado',
  'revision',
  'ronda.terminada',
  'alerta.nueva',
  'alerta.cambiada',
  'alerta.reabierta',
  'alerta.vencida',
  'alerta.retirada',
  'alerta.propuesta',
  'alerta.decidida',
  'aviso.prueba',
] as const

export const id = (description: string) => Type.String({ pattern: '^[0-9a-f]{32}$', description })

/** What an account says of a customer or supplier that is to be watched. */
const SUBJECT_FACTS = {
  referencia: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Referencia propia de la cuenta; la misma otra vez reemplaza al vigilado',
  }),
  tipo: choice(SUBJECT_KINDS, 'Qué es'),
  nombre: text('Nombre completo o razón social'),
  documento: Type.Optional(text('DNI, RUC u otro documento')),
  nacimiento: Type.Optional(text('AAAA, AAAA-MM o AAAA-MM-DD')),
  pais: Type.Optional(text('Código de dos letras o nombre en español')),
  ruc: Type.Optional(digits(11, 'RUC cuyo estado, condición y sanciones se vigilan')),
  listas: Type.Optional(Type.Array(list('Lista'), { description: 'Listas que se revisan; las usuales si se omite' })),
}
export const SubjectFacts = Type.Object(SUBJECT_FACTS, { $id: 'DatosVigilado' })
export type SubjectFacts = Static<typeof SubjectFacts>

export const EDITIONS = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'Edición de cada lista con que se revisó',
})

export const Subject = Type.Object(
  {
    id: id('Identificador del vigilado'),
    ...SUBJECT_FACTS,
    creado: moment('Cuándo se puso bajo vigilancia'),
    revisado: nullable(moment('Última revisión; null si nunca se revisó')),
    ediciones: nullable(EDITIONS),
    politica: nullable(text('Reglas de comparación de la última revisión')),
    sinRevisarDesde: nullable(moment('Desde cuándo no se pudo revisar; null si está al día o en camino')),
    motivoSinRevisar: nullable(
      choice(
        ['cuota', 'datos', 'listas', 'registro'],
        'Sin cuota; los datos no se pueden consultar; una lista que pide no está cargada; el RUC no está en la copia',
      ),
    ),
    alertasAbiertas: Type.Integer({ description: 'Alertas abiertas o escaladas' }),
  },
  { $id: 'Vigilado' },
)
export type Subject = Static<typeof Subject>

export const WatchSummary = Type.Object(
  {
    sujetos: Type.Integer({ description: 'Vigilados de la cuenta' }),
    sinRevisar: Type.Integer({ description: 'Los que nunca se revisaron, o no se pudieron revisar la última vez' }),
    pendientes: Type.Integer({
      description: 'Los que no se han revisado con las ediciones en servicio, por lo que sea',
    }),
    alertasAbiertas: Type.Integer({ description: 'Alertas abiertas o escaladas de la cuenta' }),
    eventos: Type.Integer({ description: 'Número del último evento; 0 si no hubo' }),
  },
  { $id: 'ResumenVigilancia' },
)
export type WatchSummary = Static<typeof WatchSummary>

/** What the register and the tribunal's list say against a watched RUC. */
const RegisterFacts = Type.Object(
  {
    ruc: digits(11, 'RUC vigilado'),
    estado: text('Estado del contribuyente; NO FIGURA si el RUC no existe'),
    condicion: text('Condición del domicilio'),
    sanciones: Type.Array(Type.String(), { description: 'Resoluciones vigentes del tribunal de contrataciones' }),
    sinCapacidadOperativa: choice(
      ['si', 'no', 'sin_datos'],
      'Sujeto sin capacidad operativa (SSCO); sin_datos: la lista no está cargada',
    ),
  },
  { $id: 'RegistroVigilado' },
)
export type RegisterFacts = Static<typeof RegisterFacts>

/** The other side of an alert: a party with its entry on each list, or what the register says. */
export const AlertParty = Type.Object(
  {
    nombre: text('Nombre principal en la lista; razón social en el registro'),
    entradas: Type.Array(
      Type.Object(
        {
          fuente: list('Lista de origen'),
          referencia: text('Número de entrada de la lista'),
          nombre: text('Nombre tal como figura en la lista'),
          programa: Type.Optional(text('Programa de sanciones')),
          ficha: Type.Optional(ListedPartyFile),
        },
        { $id: 'EntradaLista' },
      ),
      { description: 'La parte en cada lista en que figura; vacía en una alerta de registro' },
    ),
    registro: Type.Optional(RegisterFacts),
  },
  { $id: 'ParteAlerta' },
)
export type AlertParty = Static<typeof AlertParty>

export const Comparison = Type.Object({
  coincidencia: choice(['exacto', 'parcial'], 'Nivel de coincidencia'),
  puntaje: Type.Integer({ description: 'De 0 a 100' }),
  nombreCoincidente: text('Nombre o alias que coincidió'),
  tipoNombre: Type.Optional(choice(['principal', 'alias', 'alias-debil'], 'Qué nombre coincidió')),
  motivos: Type.Array(ScreeningReason),
})
export type Comparison = Static<typeof Comparison>

const CHANGES = Type.Array(
  Type.Object(
    {
      campo: text(
        'nombres, nacimientos, documentos, nacionalidades, tipo, estado, condicion, sanciones, sinCapacidadOperativa, sujeto, comparacion o lista',
      ),
      antes: Type.Array(Type.String()),
      ahora: Type.Array(Type.String()),
    },
    { $id: 'CambioAlerta' },
  ),
  { description: 'Lo que cambió y la abrió o retiró; vacío si es nueva' },
)

export const Decision = Type.Object(
  {
    decision: choice(DECISIONS, 'Lo decidido'),
    motivo: choice(DECISION_REASONS, 'Por qué'),
    nota: text('Explicación de quien decidió'),
    venceEl: nullable(day('Hasta cuándo vale un descarte; null en las demás')),
    persona: text('Quién decidió'),
    fecha: moment('Cuándo'),
    estado: choice(['vigente', 'propuesta', 'reemplazada'], 'propuesta: espera que otra persona la repita'),
    confirma: Type.Optional(text('La otra persona que la repitió')),
    visto: Type.Object(
      {
        sujeto: SubjectFacts,
        parte: AlertParty,
        comparacion: nullable(Comparison),
        ediciones: EDITIONS,
        politica: text('Reglas de comparación'),
      },
      { $id: 'LoVisto', description: 'Lo que la persona tenía a la vista' },
    ),
  },
  { $id: 'Decision' },
)
export type Decision = Static<typeof Decision>

export const Alert = Type.Object(
  {
    id: id('Identificador de la alerta'),
    sujeto: Type.Object({ id: id('Identificador del vigilado'), ...SUBJECT_FACTS }, { $id: 'SujetoAlerta' }),
    clase: choice(['lista', 'registro'], 'Contra una parte de las listas, o del registro'),
    estado: choice(ALERT_STATES, 'retirada: la parte ya no figura o ya no coincide'),
    causa: choice(ALERT_CAUSES, 'Por qué se abrió la última vez'),
    parte: AlertParty,
    comparacion: nullable(Comparison),
    cambios: CHANGES,
    desde: moment('Desde cuándo está en este estado'),
    creada: moment('Cuándo se abrió por primera vez'),
    venceEl: nullable(day('Hasta cuándo vale el descarte')),
    suprimidas: Type.Integer({ description: 'Revisiones en que un descarte la mantuvo callada' }),
    decisiones: Type.Array(Decision),
  },
  { $id: 'Alerta' },
)
export type Alert = Static<typeof Alert>
export type AlertChange = Alert['cambios'][number]

export const WatchEvent = Type.Object(
  {
    numero: Type.Integer({ description: 'Número de orden en la cuenta, desde 1' }),
    id: id('Identificador del evento'),
    fecha: moment('Cuándo ocurrió'),
    tipo: choice(EVENT_KINDS, 'Qué ocurrió'),
    sujeto: Type.Optional(id('Identificador del vigilado')),
    alerta: Type.Optional(id('Identificador de la alerta')),
    aviso: Type.Optional(id('Identificador del aviso que se prueba')),
    estado: Type.Optional(choice(ALERT_STATES)),
    decision: Type.Optional(choice(DECISIONS)),
    persona: Type.Optional(text('Quién decidió')),
    motivo: Type.Optional(text('Por qué')),
    resultado: Type.Optional(choice(['sin_coincidencias', 'con_coincidencias'])),
    alertas: Type.Optional(Type.Integer({ description: 'Partes encontradas' })),
    ediciones: Type.Optional(EDITIONS),
    politica: Type.Optional(text('Reglas de comparación')),
    vigilados: Type.Optional(Type.Integer({ description: 'Vigilados al terminar la ronda' })),
    sinRevisar: Type.Optional(Type.Integer({ description: 'De ellos, los que no se pudieron revisar, o no del todo' })),
    previo: Type.String({ pattern: '^([0-9a-f]{64})?$', description: 'hash del evento anterior; vacío en el primero' }),
    hash: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 de previo y del evento sin previo ni hash' }),
  },
  { $id: 'Evento' },
)
export type WatchEvent = Static<typeof WatchEvent>
