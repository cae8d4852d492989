import type { ScreeningReason } from '../../records.ts'
import { compareFacts } from '../facts/compare-facts.ts'
import { FACT_POLICY } from '../facts/fact-policy.ts'
import { POLICY } from '../policy.ts'
import { factsOf } from '../words/lexicon.ts'
import { relationBetween } from '../words/related/related-words.ts'
import { isWeightless, type Role } from '../words/roles.ts'
import { isMissing, mayBeLeftOut } from './agreement.ts'
import { LINK, type Pairing } from './alignment/pairing.ts'
import { type AskedDocument, isExcluded, numberToShow, ownerOf } from './documents.ts'
import type { Hit } from './hit.ts'
import type { ListMatcher } from './matcher.ts'
import type { Question } from './question.ts'

/** Why a party was found: one reason per word of the listed name, per extra word, per document, per fact. */
export const explain = (list: ListMatcher, question: Question, hit: Hit): ScreeningReason[] => {
  return [
    ...(question.texts.length > 0 ? wordReasons(list, hit) : []),
    ...documentReasons(question, hit),
    ...factReasons(question, hit),
  ]
}

const wordReasons = (list: ListMatcher, hit: Hit): ScreeningReason[] => {
  const alignment = list.align(hit.asked, hit.nameId, hit.facts)
  return [...listedReasons(alignment), ...extraReasons(alignment, list.weakWordsOf(hit.nameId))]
}

const listedReasons = (alignment: Pairing): ScreeningReason[] =>
  Array.from({ length: alignment.listedCount }, (_, at) => {
    const lista = alignment.textAt(at)
    const partner = alignment.partner[at] as number
    const weightless = isWeightless(alignment.roleAt(at))
    if (partner < 0) {
      if (weightless || !isMissing(alignment, at)) return { tipo: 'sin-peso', lista, peso: 0 }
      return { tipo: 'falta', lista, peso: rounded(-POLICY.cost.missing * alignment.weightAt(at)) }
    }
    const consulta = alignment.question.texts[partner] as string
    const peso = weightless ? 0 : rounded(alignment.agreedWeight(at) * (alignment.similarity[at] as number))
    return { tipo: kindOfLink(alignment, at, consulta, lista), consulta, lista, peso }
  })

const kindOfLink = (alignment: Pairing, at: number, asked: string, listed: string): ScreeningReason['tipo'] => {
  const link = alignment.link[at]
  if (link === LINK.initial || link === LINK.acronym || link === LINK.spelledOut) return 'inicial'
  if (link === LINK.joined) return 'unidas'
  if (asked === listed) return 'igual'
  const { group } = factsOf(asked)
  if (group > 0 && group === factsOf(listed).group) return 'variante'
  if (relationBetween(asked, listed) !== null) return 'variante'
  return (alignment.similarity[at] as number) >= SAME_SOUND ? 'sonido' : 'parecida'
}

// Similarities are stored with less precision than the policy has.
const SAME_SOUND = POLICY.similarity.sound - 0.001

const extraReasons = (alignment: Pairing, weakWords: ReadonlySet<string> | null): ScreeningReason[] => {
  const reasons: ScreeningReason[] = []
  for (let word = 0; word < alignment.askedCount; word++) {
    if (alignment.taken[word]) continue
    const consulta = alignment.question.texts[word] as string
    if (
      isWeightless(alignment.reading.roles[word] as Role) ||
      (alignment.isPerson && mayBeLeftOut(alignment.question, word))
    )
      reasons.push({ tipo: 'sin-peso', consulta, peso: 0 })
    else if (weakWords?.has(consulta)) reasons.push({ tipo: 'alias-debil', consulta, peso: 0 })
    else {
      const weight = alignment.reading.weights[word] as number
      reasons.push({ tipo: 'sobra', consulta, peso: rounded(-POLICY.cost.extra * weight) })
    }
  }
  return reasons
}

const documentReasons = ({ document, excluded }: Question, hit: Hit): ScreeningReason[] => {
  if (!document) return []
  const reasons: ScreeningReason[] = []
  if (hit.document) {
    const lista = numberToShow(hit.party, document)
    const tipo = hit.document === 'same' ? 'documento-igual' : 'documento-distinto'
    reasons.push({ tipo, consulta: document.number, ...(lista ? { lista } : {}) })
  }
  if (isExcluded({ excluded, document }, hit.party)) reasons.push(ownerReason(document, hit.party))
  return reasons
}

/** Whose a RUC is speaks against a party of another kind. */
const ownerReason = (document: AskedDocument, { tipo: lista }: Hit['party']): ScreeningReason => ({
  tipo: 'tipo',
  consulta: `${ownerOf(document)} (RUC ${document.ruc})`,
  lista,
  peso: FACT_POLICY.kind.other,
})

const factReasons = ({ facts }: Question, { party }: Hit): ScreeningReason[] =>
  facts === null
    ? []
    : compareFacts(party, facts).map(({ fact, asked, listed, bits }) => ({
        ...{ tipo: fact, consulta: asked, lista: listed, peso: rounded(bits) },
      }))

const rounded = (value: number): number => Math.round(value * 10) / 10
