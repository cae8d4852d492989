import type { ComponentChildren } from 'preact'

interface DownloadButtonProps {
  name: string
  type: string
  /** Made when the button is pressed. */
  content(): BlobPart
  /** The button that most people press. */
  isPrimary?: boolean
  children: ComponentChildren
}

/** Saves something that the page already has as a file. */
export const DownloadButton = ({ name, type, content, isPrimary, children }: DownloadButtonProps) => (
  <button
    type="button"
    class={isPrimary ? 'primary' : undefined}
    onClick={() => saveFile(name, new Blob([content()], { type }))}
  >
    {children}
  </button>
)

export const saveFile = (name: string, content: Blob): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
