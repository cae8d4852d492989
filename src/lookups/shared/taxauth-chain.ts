import type { Mirror } from '../../datasets/index.ts'
import type { Register } from '../../datasets/padron/index.ts'
import type { Origin, ProviderId } from '../../domain/records.ts'
import { Failure } from '../../kernel/errors.ts'
import type { LiveSources, Provider, Questions } from '../../sources/source.ts'
import { registerOrigins } from './taxpayer-record.ts'

/** What the lookups about taxpayers and people are made from. */
export interface TaxpayerDeps {
  register: Mirror<Register>
  sources: Pick<LiveSources, 'answering'>
}

export const TAXAUTH = 'taxauth-scraper' satisfies ProviderId

/** How long a caller may keep what the register or a source answered: both change daily at most. */
export const MAX_AGE_SECONDS = 3_600

export const registerMissing = (): Failure =>
  new Failure(
    'dataset-unavailable',
    'El padrón de contribuyentes aún no está cargado; se carga con «chasqui data sync padron»',
  )

/** True when the tax authority, and with it the register's copy, may answer. */
export const includesTaxauth = (proveedor: ProviderId | undefined): boolean =>
  proveedor === undefined || proveedor === TAXAUTH

/**
 * Whom to ask once the register had no answer: all live providers, or the chosen one alone. Where the tax authority's live
 * page is not configured the register stands in for it: it says "no", or fails while it is not loaded.
 */
export const liveChain = <Question extends keyof Questions>(
  { register, sources }: TaxpayerDeps,
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
  return chain.some(({ id }) => id === TAXAUTH) ? chain : [registerAsProvider(register), ...chain]
}

/** Who said "no" in such a chain. The register is named as what it is, wherever it was asked. */
export const refusedBy = (
  { register, sources }: TaxpayerDeps,
  question: keyof Questions,
  proveedor: ProviderId | undefined,
  refused: readonly Origin[],
): Origin[] => {
  if (!includesTaxauth(proveedor)) return [...refused]
  const edition = register.current()
  const isLive = sources.answering(question).some(({ id }) => id === TAXAUTH)
  const others = isLive ? refused : refused.filter(({ provider }) => provider !== TAXAUTH)
  return [...(edition ? registerOrigins(edition) : []), ...others]
}

const registerAsProvider = <Question extends keyof Questions>(register: Mirror<Register>): Provider<Question> => ({
  id: TAXAUTH,
  ask: async () => {
    if (!register.current()) throw registerMissing()
    return { value: null as Awaited<ReturnType<Questions[Question]>>, channel: 'cache' }
  },
})
