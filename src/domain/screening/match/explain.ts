import type { ScreeningReason } from '../../records.ts'
import { POLICY } from '../policy.ts'
import { factsOf } from '../words/lexicon.ts'
import { isSilent, type Role } from '../words/roles.ts'
import { type Alignment, LINK } from './alignment.ts'
import { documentToShow } from './documents.ts'
import { type Hit, hasWeakWord, type ListMatcher } from './matcher.ts'
import type { Question } from './question.ts'

/** Why a party was found: one reason per word of the listed name, per word left over in the question, per document. */
export const explain = (list: ListMatcher, question: Question, hit: Hit): ScreeningReason[] => {
  const alignment = list.align(question, hit.nameId)
  return [...listedReasons(alignment), ...leftoverReasons(alignment, hit), ...documentReasons(question, hit)]
}

const listedReasons = (alignment: Alignment): ScreeningReason[] =>
  Array.from({ length: alignment.words }, (_, at) => {
    const lista = alignment.textAt(at)
    const partner = alignment.partner[at] as number
    const silent = isSilent(alignment.roleAt(at))
    if (partner < 0) {
      if (silent) return { tipo: 'sin-peso', lista, peso: 0 }
      return { tipo: 'falta', lista, peso: rounded(-POLICY.cost.leftOut * alignment.weightAt(at)) }
    }
    const consulta = alignment.question.words[partner] as string
    const peso = silent ? 0 : rounded(alignment.agreedWeight(at) * (alignment.likeness[at] as number))
    return { tipo: kindOfLink(alignment, at, consulta, lista), consulta, lista, peso }
  })

const kindOfLink = (alignment: Alignment, at: number, asked: string, listed: string): ScreeningReason['tipo'] => {
  if (alignment.link[at] === LINK.initial) return 'inicial'
  if (alignment.link[at] === LINK.joined) return 'unidas'
  if (asked === listed) return 'igual'
  const { group } = factsOf(asked)
  if (group > 0 && group === factsOf(listed).group) return 'variante'
  return (alignment.likeness[at] as number) >= SOUND ? 'sonido' : 'parecida'
}

const SOUND = POLICY.likeness.sound - 0.001

const leftoverReasons = (alignment: Alignment, { party }: Hit): ScreeningReason[] => {
  const reasons: ScreeningReason[] = []
  for (let word = 0; word < alignment.asked; word++) {
    if (alignment.taken[word]) continue
    const consulta = alignment.question.words[word] as string
    if (isSilent(alignment.reading.roles[word] as Role)) reasons.push({ tipo: 'sin-peso', consulta, peso: 0 })
    else if (hasWeakWord(party, consulta)) reasons.push({ tipo: 'alias-debil', consulta, peso: 0 })
    else {
      const weight = alignment.reading.weights[word] as number
      reasons.push({ tipo: 'sobra', consulta, peso: rounded(-POLICY.cost.extra * weight) })
    }
  }
  return reasons
}

const documentReasons = ({ documento }: Question, { party, documento: verdict }: Hit): ScreeningReason[] => {
  if (!documento || !verdict) return []
  const lista = documentToShow(party, documento)
  const tipo = verdict === 'igual' ? 'documento-igual' : 'documento-distinto'
  return [{ tipo, consulta: documento.numero, ...(lista ? { lista } : {}) }]
}

const rounded = (value: number): number => Math.round(value * 10) / 10
