import type { ComponentChildren } from 'preact'

interface FactsProps {
  facts: readonly (readonly [name: string, value: ComponentChildren])[]
}

/** Names and values; what is empty is left out. */
export const Facts = ({ facts }: FactsProps) => (
  <dl class="facts">
    {facts
      .filter(([, value]) => value !== '')
      .map(([name, value], at) => (
        <div key={`${name} ${at}`}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)
