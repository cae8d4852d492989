import type { ComponentChildren } from 'preact'

interface RecordProps {
  /** `wide` gives a long value the room of two. */
  fields: readonly (readonly [name: string, value: ComponentChildren, width?: 'wide'])[]
}

/** The fields of a record with their names. What is empty is told as such. */
export const Record = ({ fields }: RecordProps) => (
  <dl class="record">
    {fields.map(([name, value, width]) => (
      <div key={name} class={width}>
        <dt>{name}</dt>
        <dd>{value || <span class="quiet-text">No consta</span>}</dd>
      </div>
    ))}
  </dl>
)
