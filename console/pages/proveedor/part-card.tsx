import type { ComponentChildren } from 'preact'
import { type Meta, type ParteRegistro, sourceName } from '../../client.ts'
import { formatDate } from '../../format.ts'
import type { ListId } from '../../lists.ts'
import { SourceLine } from '../../parts/source-line.tsx'
import { Message } from '../../states/message.tsx'
import { StaleNote } from '../../states/stale-note.tsx'
import { sentence } from '../../words/sentence.ts'

/** What all parts of a supplier have. */
export type Part = Omit<ParteRegistro, 'hallazgos' | 'ficha'>

interface PartCardProps<Of extends Part> {
  id: string
  title: string
  part: Of | undefined
  meta: Meta<string>
  /** The lists that the part rests on. */
  lists?: readonly ListId[]
  /** The sources of the part, by their ids. */
  sources: readonly string[]
  /** Which of its publications a source is named by while none has answered. */
  channel?: 'register' | 'list'
  actions?: ComponentChildren
  children(part: Of): ComponentChildren
}

export const editionOf = (edition: string | null): string => (edition ? ` en la edición ${formatDate(edition)}` : '')

/** One part with its own source, edition and state: when it could not be checked, the other cards still stand. */
export const PartCard = <Of extends Part>(props: PartCardProps<Of>) => {
  const { id, title, part, meta, lists = [], sources, channel = 'register', actions, children } = props
  if (!part) return null
  const fuentes = meta.fuentes.filter(({ proveedor }) => sources.includes(proveedor))
  return (
    <section id={id} class="card answer-card" aria-labelledby={`${id}-titulo`}>
      <div class="answer-card-head">
        <h3 id={`${id}-titulo`}>{title}</h3>
        {actions}
      </div>
      <StaleNote lists={lists} />
      <div class="answer-card-body">
        {part.estado === 'sin_revisar' && (
          <Message kind="warn">
            No se pudo revisar. No significa que no haya hallazgos.
            <small>{sentence(part.motivo)}</small>
          </Message>
        )}
        {part.estado === 'no_configurado' && (
          <Message kind="none">
            Sin revisar: esta instalación no tiene este dato.
            <small>{sentence(part.motivo)}</small>
          </Message>
        )}
        {(part.estado === 'hallazgo' || part.estado === 'sin_hallazgos') && children(part)}
      </div>
      {fuentes.length > 0 ? (
        <SourceLine meta={{ ...meta, fuentes }} />
      ) : (
        <p class="source-line">Fuente: {sources.map((one) => sourceName(one, channel)).join('; ')}</p>
      )}
    </section>
  )
}
