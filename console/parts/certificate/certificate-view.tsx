import { useMemo } from 'preact/hooks'
import type { CertificateFacts } from '../../words/certificate.ts'
import type { Block } from './blocks.ts'
import { HowToVerify } from './how-to-verify.tsx'
import { sheetOf } from './sheet.ts'

/** A certificate as an A4 page that a stranger understands. It does not say that it is valid. */
export const CertificateView = ({ facts, jws }: { facts: CertificateFacts; jws: string }) => {
  const sheet = useMemo(() => sheetOf(facts), [facts])
  return (
    <article class="sheet" aria-label="Constancia" data-of={facts.endpoint}>
      <header class="sheet-head">
        {sheet.institution && <p class="sheet-institution">{sheet.institution}</p>}
        <h2>{sheet.title}</h2>
        <p>{sheet.subject}</p>
        {sheet.warning && <p class="sheet-sandbox">{sheet.warning}</p>}
      </header>
      {sheet.sections.map(({ heading, blocks }) => (
        <section key={heading} class={heading === 'Respuesta' ? 'sheet-answer' : undefined}>
          <h3>{heading}</h3>
          {blocks.map((block, at) => (
            <ShownBlock key={at} block={block} />
          ))}
        </section>
      ))}
      <HowToVerify jws={jws} />
    </article>
  )
}

const ShownBlock = ({ block }: { block: Block }) => {
  switch (block.kind) {
    case 'text':
      if (block.look === 'sum') return <code>{block.text}</code>
      if (block.look === 'strong')
        return (
          <p>
            <strong>{block.text}</strong>
          </p>
        )
      return <p class={block.look === 'quiet' ? 'quiet-text' : undefined}>{block.text}</p>
    case 'facts':
      return (
        <dl class="facts">
          {block.rows.map(({ label, value, depth = 0 }, at) => (
            <div key={`${at} ${label}`} class={`depth-${Math.min(depth, 2)}`}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )
    case 'table':
      return (
        <table class="stated-list">
          <caption>{block.caption}</caption>
          <thead>
            <tr>
              {block.heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row, at) => (
              <tr key={at}>
                {row.map((cell, column) => (
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )
  }
}
