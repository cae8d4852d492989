import type { Mirror } from '../../datasets/index.ts'
import type { Register } from '../../datasets/padron/index.ts'
import type { ProviderId } from '../../domain/records.ts'
import { Failure } from '../../kernel/errors.ts'
import type { LiveSources, Provider, Questions } from '../../sources/source.ts'

/** What the lookups about taxpayers and people are made from. */
export interface TaxpayerSources {
  register: Mirror<Register>
  sources: Pick<LiveSources, 'answering'>
}

export const TAXAUTH = 'taxauth-scraper' satisfies ProviderId

/** How long a caller may keep what the register or a source told: both change daily at most. */
export const KEEP_SECONDS = 3_600

export const registerMissing = (): Failure =>
  new Failure('dataset-unavailable', 'El padrón de contribuyentes aún no está cargado en esta instalación')

/** True when `proveedor` leaves the tax authority, and with it the register's copy, in the question. */
export const includesTaxauth = (proveedor: ProviderId | undefined): boolean =>
  proveedor === undefined || proveedor === TAXAUTH

/**
 * Who is left to ask once the register had no answer: all live providers, or the chosen one alone. The register stays in
 * the chain, with its "no", or as one that could not be asked when it is not loaded; unless the tax authority's live
 * page is there, which knows all that the register does.
 */
export const liveChain = <Question extends keyof Questions>(
  { register, sources }: TaxpayerSources,
  question: Question,
  proveedor: ProviderId | undefined,
): readonly Provider<Question>[] => {
  const configured = sources.answering(question)
  const chain = proveedor === undefined ? configured : configured.filter(({ id }) => id === proveedor)
  if (!includesTaxauth(proveedor)) {
    if (chain.length > 0) return chain
    throw new Failure('not-configured', `El proveedor ${proveedor} no está configurado en esta instalación`, {
      campo: 'proveedor',
    })
  }
  return chain.some(({ id }) => id === TAXAUTH) ? chain : [askedRegister(register), ...chain]
}

const askedRegister = <Question extends keyof Questions>(register: Mirror<Register>): Provider<Question> => ({
  id: TAXAUTH,
  ask: async () => {
    if (!register.current()) throw registerMissing()
    return { value: null as Awaited<ReturnType<Questions[Question]>>, channel: 'cache' }
  },
})
