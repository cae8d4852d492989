import type { Asked } from '../../ask.ts'
import type { AmlRespuesta, CoincidenciaLista, RucRespuesta, SancionesRespuesta } from '../../client.ts'
import { hasSameDocument, outcomeOf } from '../../words/screening.ts'

/** One of the four facts above the cards. */
export interface Fact {
  name: string
  words: string
  tone: 'good' | 'warn' | 'bad' | 'none'
}

type Seen = Pick<Fact, 'words' | 'tone'>

/** The three answers of a supplier's page. The screening waits for the registered name, and goes without it when there is none. */
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
    name: 'Condición',
    ...registered(register, ({ condicion }) => ({ words: condicion, tone: ADDRESS_TONES[condicion] ?? 'warn' })),
  },
  {
    name: 'Lista de inhabilitados',
    ...seen(sanctions, ({ data }) =>
      data.sancionado ? { words: 'Inhabilitado', tone: 'bad' } : { words: 'No inhabilitado', tone: 'good' },
    ),
  },
  { name: 'Listas de sanciones', ...seen(screening, screened) },
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

const screened = (answer: AmlRespuesta): Seen => {
  const { matches, query } = answer.data
  // Without a registered name nobody can be cleared, whatever is known of the number.
  if (matches.length === 0 && query === '') return UNKNOWN
  const { short, isReserved } = outcomeOf(answer.data, answer.aviso, '')
  if (matches.length === 0) return { words: short, tone: isReserved ? 'warn' : 'good' }
  return { words: short, tone: matches.some(isGrave) ? 'bad' : 'warn' }
}

const isGrave = (match: CoincidenciaLista): boolean => match.coincidencia === 'exacto' || hasSameDocument(match)
