import type {
  Alerta,
  Aviso,
  Decision,
  Evento,
  RegistroVigilado,
  Vigilado,
  VigilanciaInformeRespuesta,
} from '../client.ts'
import { formatDate, formatMoment, listedDate } from '../format.ts'
import { isListed, LIST_NAMES } from './screening.ts'

export const SUBJECT_KINDS: Readonly<Record<Vigilado['tipo'], string>> = { persona: 'Persona', empresa: 'Empresa' }

export const ALERT_STATES: Readonly<Record<Alerta['estado'], string>> = {
  abierta: 'Abierta',
  escalada: 'Escalada',
  descartada: 'Descartada',
  confirmada: 'Confirmada',
  retirada: 'Retirada',
}

/** Why an alert is for a person. */
export const CAUSES: Readonly<Record<Alerta['causa'], string>> = {
  nueva: 'Nueva',
  cambiada: 'Algo cambió desde la última vez',
  reabierta: 'Abierta otra vez',
  vencida: 'Venció el descarte',
}

/** What a person does, and its key. */
export const DECISIONS: Readonly<
  Record<Decision['decision'], { does: string; done: string; key: string; means: string }>
> = {
  descartada: { does: 'Descartar', done: 'Descartada', key: 'd', means: 'Es otra persona o empresa' },
  confirmada: { does: 'Confirmar', done: 'Confirmada', key: 'c', means: 'Es la parte de la lista' },
  escalada: { does: 'Escalar', done: 'Escalada', key: 'e', means: 'Que la mire alguien más' },
  reabierta: { does: 'Reabrir', done: 'Reabierta', key: 'r', means: 'Vuelve a la cola' },
}

/** The closed list of reasons, each with the number of its key. */
export const REASONS: Readonly<Record<Decision['motivo'], string>> = {
  otro_nacimiento: 'Otra fecha de nacimiento',
  otro_documento: 'Otro documento',
  otra_nacionalidad: 'Otra nacionalidad',
  otro_tipo: 'No es del mismo tipo',
  fallecido: 'Falleció',
  verificado_con_cliente: 'Verificado con el cliente',
  otro: 'Otro, según la nota',
}

/** What can be decided in each state. */
export const CHOICES: Readonly<Record<Alerta['estado'], readonly Decision['decision'][]>> = {
  abierta: ['descartada', 'confirmada', 'escalada'],
  escalada: ['descartada', 'confirmada'],
  descartada: ['confirmada', 'escalada', 'reabierta'],
  confirmada: ['descartada', 'escalada', 'reabierta'],
  retirada: [],
}

/** The reasons for a decision: most of them say why somebody is not the party. */
export const reasonsFor = (decision: Decision['decision'] | null): readonly Decision['motivo'][] => {
  const all = Object.keys(REASONS) as Decision['motivo'][]
  return decision === null || decision === 'descartada' ? all : ['verificado_con_cliente', 'otro']
}

const FIELDS: Readonly<Record<string, string>> = {
  nombres: 'Nombres',
  nacimientos: 'Nacimiento',
  documentos: 'Documentos',
  nacionalidades: 'Nacionalidad',
  tipo: 'Tipo',
  estado: 'Estado del contribuyente',
  condicion: 'Condición del domicilio',
  sanciones: 'Sanciones',
  sinCapacidadOperativa: 'Sin capacidad operativa (SSCO)',
  sujeto: 'Datos del vigilado',
  comparacion: 'Comparación',
  lista: 'Entrada en la lista',
}

/** One fact that is other than it was: what is no longer said, what is said now, and what stayed. */
export interface Change {
  field: string
  gone: string[]
  added: string[]
  kept: string[]
}

/** What changed since the last decision. Of the subject the service says only that it did; the decision has what was seen. */
export const changesOf = ({ cambios, sujeto, decisiones }: Alerta): Change[] =>
  cambios.flatMap(({ campo, antes, ahora }) => {
    const before = decisiones.at(-1)?.visto.sujeto
    if (campo === 'sujeto' && before)
      return subjectFacts(sujeto).flatMap(([field, value], at) => {
        const was = subjectFacts(before)[at]?.[1] ?? ''
        return was === value ? [] : [{ field, gone: was ? [was] : [], added: value ? [value] : [], kept: [] }]
      })
    const shown = (texts: readonly string[]): string[] => texts.map((text) => factWords(campo, text))
    return [
      {
        field: FIELDS[campo] ?? campo,
        gone: shown(antes.filter((text) => !ahora.includes(text))),
        added: shown(ahora.filter((text) => !antes.includes(text))),
        kept: shown(ahora.filter((text) => antes.includes(text))),
      },
    ]
  })

const factWords = (campo: string, text: string): string => {
  if (campo === 'nacimientos') return listedDate(text)
  const [, list = '', number] = /^(\w+):(.*)$/.exec(text) ?? []
  if (isListed(list)) return `${LIST_NAMES[list]} n.º ${number}`
  if (campo === 'sinCapacidadOperativa') return SSCO_WORDS[text as keyof typeof SSCO_WORDS] ?? text
  return campo === 'comparacion' ? text.replace(/^exacto/, 'exacta') : text
}

/** What is known of a subject; empty where nothing is. */
export const subjectFacts = (facts: Omit<Alerta['sujeto'], 'id'>): [label: string, value: string][] => [
  ['Nombre', facts.nombre],
  ['Tipo', SUBJECT_KINDS[facts.tipo]],
  ['Documento', facts.documento ?? ''],
  ['Nacimiento', formatDate(facts.nacimiento ?? '')],
  ['País', facts.pais ?? ''],
  ['RUC', facts.ruc ?? ''],
]

const NOT_CHECKED: Readonly<Record<NonNullable<Vigilado['motivoSinRevisar']>, string>> = {
  cuota: 'la cuota se agotó',
  datos: 'sus datos no se pueden consultar',
  listas: 'una de sus listas no está cargada',
  registro: 'su RUC no está en la copia del padrón',
}

/** How far the review of a subject is, with its tone. */
export const reviewWords = ({ revisado, sinRevisarDesde, motivoSinRevisar }: Vigilado): ['good' | 'warn', string] => {
  const why = motivoSinRevisar ? `: ${NOT_CHECKED[motivoSinRevisar]}` : ''
  if (sinRevisarDesde) {
    const last = revisado ? `. Última revisión: ${formatMoment(revisado)}` : '. Nunca se revisó'
    return ['warn', `Sin revisar desde ${formatMoment(sinRevisarDesde)}${why}${last}`]
  }
  return revisado ? ['good', formatMoment(revisado)] : ['warn', 'Todavía sin revisar: en camino']
}

const EVENTS: Readonly<Record<string, string>> = {
  'sujeto.alta': 'Vigilado nuevo',
  'sujeto.cambiado': 'Vigilado cambiado',
  'sujeto.sin_revisar': 'No se pudo revisar a un vigilado',
  'sujeto.borrado': 'Vigilado borrado',
  revision: 'Revisión con otro resultado',
  'ronda.terminada': 'Ronda de revisión terminada',
  'alerta.nueva': 'Alerta nueva',
  'alerta.cambiada': 'Alerta: algo cambió',
  'alerta.reabierta': 'Alerta: la parte volvió',
  'alerta.vencida': 'Alerta: venció el descarte',
  'alerta.retirada': 'Alerta: la parte se retiró',
  'alerta.propuesta': 'Decisión propuesta',
  'alerta.decidida': 'Decisión tomada',
  'aviso.prueba': 'Prueba de un aviso',
}

export const eventWords = ({ tipo }: Pick<Evento, 'tipo'>): string => EVENTS[tipo] ?? tipo

interface Decided {
  decision?: Decision['decision'] | null
  motivo?: string | null
  persona?: string | null
}

/** "Descartada por Rosa Huamán: otro documento"; empty where nobody decided. */
export const decisionWords = ({ decision, motivo, persona }: Decided): string => {
  if (!decision || !persona) return ''
  const why = motivo ? ((REASONS as Readonly<Record<string, string>>)[motivo] ?? motivo) : ''
  return `${DECISIONS[decision].done} por ${persona}${why && `: ${why.toLowerCase()}`}`
}

type Report = Pick<VigilanciaInformeRespuesta['data'], 'vigilados' | 'alertas'>

/** The counts of a report, each with its words. */
export const reportRows = ({ vigilados, alertas }: Report): [words: string, value: number][] => [
  ['Vigilados al comenzar', vigilados.alInicio],
  ['Puestos', vigilados.altas],
  ['Cambiados', vigilados.cambiados],
  ['Quitados', vigilados.borrados],
  ['Vigilados al final', vigilados.alFinal],
  ['Hoy sin revisar', vigilados.sinRevisar],
  ['Alertas nuevas', alertas.nuevas],
  ['Alertas cambiadas', alertas.cambiadas],
  ['La parte volvió', alertas.reabiertas],
  ['Descartes vencidos', alertas.vencidas],
  ['Alertas retiradas', alertas.retiradas],
]

/** Whether the tax authority lists a taxpayer as one without operating capacity. */
export const SSCO_WORDS: Readonly<Record<RegistroVigilado['sinCapacidadOperativa'], string>> = {
  si: 'Figura como sujeto sin capacidad operativa',
  no: 'No figura',
  sin_datos: 'No se pudo revisar: la lista no está cargada',
}

export const WEBHOOK_STATES: Readonly<Record<Aviso['estado'], string>> = {
  activo: 'Activo',
  desactivado: 'Desactivado: la dirección respondió que ya no existe (410)',
}
