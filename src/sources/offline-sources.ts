import { Failure } from '../kernel/errors.ts'
import type { LiveSources, Provider, Questions } from './source.ts'

const NEEDS_LIVE_SOURCE =
  'No figura en la copia local, y un lote no consulta fuentes en vivo: haga esta consulta por separado'

/**
 * The same providers, none of which is ever asked. A question that the local copies answer is answered as always; one that
 * would need a live source fails, and never becomes a "no".
 */
export const offlineSources = (sources: Pick<LiveSources, 'answering'>): Pick<LiveSources, 'answering'> => ({
  answering: <Question extends keyof Questions>(question: Question): readonly Provider<Question>[] =>
    sources.answering(question).map(({ id }) => ({
      id,
      ask: () => Promise.reject(new Failure('not-configured', NEEDS_LIVE_SOURCE)),
    })),
})
