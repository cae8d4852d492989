import type { Asked } from '../../ask.ts'
import type { AmlRespuesta, CoincidenciaLista, RucRespuesta, SancionesRespuesta } from '../../client.ts'
import { matchWords } from '../../words/screening.ts'

/** One of the four facts above the cards. */
export interface Fact {
  name: string
  words: string
  tone: 'good' | 'warn' | 'bad' | 'none'
}

type Seen = Pick<Fact, 'words' | 'tone'>

/** The three answers of a supplier's page. The screening is idle until there is a registered name. */
export interface SupplierAnswers {
  register: Asked<RucRespuesta>
  sanctions: Asked<SancionesRespuesta>
  screening: Asked<AmlRespuesta>
}

const UNKNOWN: Seen = { words: 'No se pudo revisar', tone: 'warn' }
const ASKING: Seen = { words: 'Consultando…', tone: 'none' }

/** The strip: each fact is only told when its own answer is there. */
export const summarise = ({ register, sanctions, screening }: SupplierAnswers): Fact[] => [
  {
    name: 'Estado',
    ...registered(register, ({ estado }) => ({ words: estado, tone: STATUS_TONES[estado] ?? 'warn' })),
  },
  {
    name: 'Domicilio',
    ...registered(register, ({ condicion }) => ({ words: condicion, tone: ADDRESS_TONES[condicion] ?? 'warn' })),
  },
  {
    name: 'Contrataciones del Estado',
    ...seen(sanctions, ({ data }) =>
      data.sancionado ? { words: 'Inhabilitado', tone: 'bad' } : { words: 'No inhabilitado', tone: 'good' },
    ),
  },
  { name: 'Listas de sanciones', ...screened(register, screening) },
]

const STATUS_TONES: Readonly<Record<string, Fact['tone']>> = { ACTIVO: 'good', BAJA: 'bad' }
const ADDRESS_TONES: Readonly<Record<string, Fact['tone']>> = { HABIDO: 'good', 'NO HABIDO': 'bad' }

const seen = <Answer>(asked: Asked<Answer>, read: (answer: Answer) => Seen): Seen => {
  if (asked.state === 'answered') return read(asked.answer)
  return asked.state === 'failed' ? UNKNOWN : ASKING
}

const isMissing = (register: SupplierAnswers['register']): boolean =>
  register.state === 'failed' && register.error.kind === 'not-found'

const registered = (register: SupplierAnswers['register'], read: (data: RucRespuesta['data']) => Seen): Seen => {
  if (isMissing(register)) return { words: 'No figura', tone: 'bad' }
  const { words, tone } = seen(register, ({ data }) => read(data))
  return { words: words || 'No consta', tone }
}

const screened = (register: SupplierAnswers['register'], screening: SupplierAnswers['screening']): Seen => {
  // Without a registered name there is nothing to look for on the lists.
  if (register.state === 'failed') return UNKNOWN
  return seen(screening, ({ data: { matches, truncado } }) => ({
    words: matches.length === 0 ? 'Sin coincidencias' : matchWords(matches, truncado === true),
    tone: hitTone(matches),
  }))
}

const isExact = ({ coincidencia }: CoincidenciaLista): boolean => coincidencia === 'exacto'

const hitTone = (matches: readonly CoincidenciaLista[]): Fact['tone'] => {
  if (matches.length === 0) return 'good'
  return matches.some(isExact) ? 'bad' : 'warn'
}
