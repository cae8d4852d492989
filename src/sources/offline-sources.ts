import { Failure } from '../kernel/errors.ts'
import type { LiveSources, Provider, Questions } from './source.ts'

const NEEDS_LIVE_SOURCE =
  'No figura en la copia local, y un lote no consulta fuentes en vivo: haga esta consulta por separado'
/** Asked by the batches that are told to: no copy answers it. */
const ASKED: readonly (keyof Questions)[] = ['voucher']

/**
 * The same providers, of which none is asked but about vouchers. A question that the local copies answer is answered as always; one that
 * would need a live source fails, and never becomes a "no".
 */
export const offlineSources = (sources: Pick<LiveSources, 'answering'>): Pick<LiveSources, 'answering'> => ({
  answering: <Question extends keyof Questions>(question: Question): readonly Provider<Question>[] =>
    ASKED.includes(question)
      ? sources.answering(question)
      : sources.answering(question).map(({ id }) => ({
          id,
          ask: () => Promise.reject(new Failure('not-configured', NEEDS_LIVE_SOURCE)),
        })),
})
