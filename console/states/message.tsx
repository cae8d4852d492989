import type { ComponentChildren } from 'preact'

interface MessageProps {
  /** `none`: nothing there; `warn`: with a reserve; `bad`: could not be found out; `good`: all is well. */
  kind: 'none' | 'warn' | 'bad' | 'good'
  children: ComponentChildren
  /** Buttons or links after the sentence. */
  actions?: ComponentChildren
}

/** One sentence about the state of a page, also told to screen readers. */
export const Message = ({ kind, children, actions }: MessageProps) => (
  <div class={`message tone-${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
    <p>{children}</p>
    {actions && <div class="actions">{actions}</div>}
  </div>
)
