import type { Trace } from '../../kernel/tracing/tracer.ts'
import type { LiveSources } from '../../sources/source.ts'

interface SourcesDeps {
  sources: Pick<LiveSources, 'answering'>
}

/** The same dependencies; the calls of their sources get spans under `trace`. Without a trace nothing is made. */
export const underTrace = <Deps extends SourcesDeps>(deps: Deps, trace: Trace | undefined): Deps => {
  if (!trace) return deps
  const { sources } = deps
  return { ...deps, sources: { answering: (question) => sources.answering(question, trace) } satisfies Deps['sources'] }
}
