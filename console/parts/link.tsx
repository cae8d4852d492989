import type { ComponentChildren } from 'preact'
import { BASE, goTo, type Question } from '../navigation.ts'

interface LinkProps {
  to: string
  question?: Question
  class?: string
  'aria-current'?: 'page' | 'true' | undefined
  onClick?(): void
  children: ComponentChildren
}

/** A link to another page of the console. What it asks goes with the history, not with the address. */
export const Link = ({ to, question, onClick, children, ...rest }: LinkProps) => (
  <a
    {...rest}
    href={BASE + to.slice(1)}
    onClick={(event) => {
      // With a modifier it opens a tab of its own, which the browser does.
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
      event.preventDefault()
      onClick?.()
      goTo(to, question ?? null)
    }}
  >
    {children}
  </a>
)
