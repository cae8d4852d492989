import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useKey } from '../keys.ts'
import { goBack } from '../navigation.ts'

interface ResultHeadingProps {
  /** Another text for every answer; null while there is none. */
  of: string | null
  children: ComponentChildren
}

/**
 * The heading of a result. It takes the focus when there is an answer, so that reading goes on there, and Esc goes back
 * to the question before.
 */
export const ResultHeading = ({ of, children }: ResultHeadingProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    // Who types into the search box meanwhile is left alone.
    if (of !== null && !document.activeElement?.closest('.bar, dialog')) heading.current?.focus()
  }, [of])
  useKey('Escape', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) goBack(null)
  })
  return (
    <h2 ref={heading} tabIndex={-1} class="result-heading">
      {children}
    </h2>
  )
}
