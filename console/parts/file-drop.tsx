import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'

interface FileDropProps {
  /** What the button says. */
  button: string
  /** The endings that the chooser offers first; what a file is gets found by its content. */
  accept: string
  onFile(file: File): void
  isBusy?: boolean
  children: ComponentChildren
}

/** A place to drop a file, and a button that chooses one. A file dropped elsewhere on the page counts too. */
export const FileDrop = ({ button, accept, onFile, isBusy = false, children }: FileDropProps) => {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const id = useId()
  useLayoutEffect(() => {
    const over = (event: DragEvent): void => {
      // Texts are dragged into fields.
      if (!event.dataTransfer?.types.includes('Files')) return
      // Without this the browser would leave the page and show the file.
      event.preventDefault()
      setOver(event.type === 'dragover')
    }
    const drop = (event: DragEvent): void => {
      over(event)
      const file = event.dataTransfer?.files[0]
      if (file && !isBusy) onFile(file)
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', over)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', over)
      removeEventListener('drop', drop)
    }
  }, [onFile, isBusy])
  return (
    <div class={isOver ? 'file-drop file-drop-over' : 'file-drop'}>
      <button
        type="button"
        class="primary"
        disabled={isBusy}
        aria-describedby={id}
        onClick={() => input.current?.click()}
      >
        {button}
      </button>
      <div id={id}>{children}</div>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          // The same file can be chosen again.
          event.currentTarget.value = ''
          if (file) onFile(file)
        }}
      />
    </div>
  )
}
