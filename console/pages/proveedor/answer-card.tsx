import type { ComponentChildren } from 'preact'
import type { Asked } from '../../ask.ts'
import { type Meta, sourceName } from '../../client.ts'
import type { ListId } from '../../lists.ts'
import { SourceLine } from '../../parts/source-line.tsx'
import { Asking } from '../../states/asking.tsx'
import { Failed } from '../../states/failed.tsx'
import { StaleNote } from '../../states/stale-note.tsx'

interface AnswerCardProps<Answer> {
  id: string
  title: string
  asked: Asked<Answer>
  /** The lists that the answer rests on. */
  lists: readonly [ListId, ...ListId[]]
  /** Who is asked, as the card names them while there is no answer. */
  sources: readonly string[]
  /** Lines of the outline of the answer to come. */
  rows: number
  /** In place of an answer when nothing could be asked. */
  notAsked?: ComponentChildren
  actions?: ComponentChildren
  children(answer: Answer): ComponentChildren
}

/** One answer with its own source and its own state: when it fails, the other cards still stand. */
export const AnswerCard = <Answer extends { meta: Meta<string> }>(props: AnswerCardProps<Answer>) => {
  const { id, title, asked, lists, sources, rows, notAsked, actions, children } = props
  const hasSaidNo = asked.state === 'failed' && asked.error.kind === 'not-found'
  return (
    <section id={id} class="card answer-card" aria-labelledby={`${id}-titulo`}>
      <div class="answer-card-head">
        <h3 id={`${id}-titulo`}>{title}</h3>
        {(asked.state === 'answered' || hasSaidNo) && actions}
      </div>
      <StaleNote lists={lists} />
      <div class="answer-card-body">
        {asked.state === 'idle' && notAsked}
        {(asked.state === 'asking' || (asked.state === 'idle' && !notAsked)) && <Asking rows={rows} />}
        {asked.state === 'failed' && <Failed error={asked.error} retry={asked.retry} list={lists[0]} />}
        {asked.state === 'answered' && children(asked.answer)}
      </div>
      {asked.state === 'answered' ? (
        <SourceLine meta={asked.answer.meta} />
      ) : (
        <p class="source-line">Fuente: {sources.map((one) => sourceName(one, 'register')).join('; ')}</p>
      )}
    </section>
  )
}
