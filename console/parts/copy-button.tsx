import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

interface CopyButtonProps {
  /** Made when the button is pressed. */
  text(): string
  children: ComponentChildren
}

/** Puts text on the clipboard, and says whether it is there. */
export const CopyButton = ({ text, children }: CopyButtonProps) => {
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'refused'>('none')
  const copy = async (): Promise<void> => setOutcome((await copyText(text())) ? 'copied' : 'refused')
  return (
    <>
      <button type="button" onClick={copy}>
        {children}
      </button>
      <span role="status" class="quiet-text copy-outcome">
        {outcome === 'copied' && 'Copiado'}
        {outcome === 'refused' && 'El navegador no permitió copiar'}
      </span>
    </>
  )
}

/** A service that is reached by plain HTTP from another machine has no clipboard of the newer kind. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

const copySelected = (text: string): boolean => {
  const before = document.activeElement as HTMLElement | null
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'unseen'
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  before?.focus()
  return isCopied
}
