import { useLayoutEffect } from 'preact/hooks'
import { goBack } from './navigation.ts'

/** The keys of the console, for `?`. */
export const KEYS: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['/'], does: 'Ir al buscador' },
  { keys: ['Enter'], does: 'Consultar; abrir la fila' },
  { keys: ['j', '↓'], does: 'Fila siguiente de una tabla' },
  { keys: ['k', '↑'], does: 'Fila anterior' },
  { keys: ['d', 'c', 'e'], does: 'En una alerta: descartar, confirmar, escalar' },
  { keys: ['1', '7'], does: 'En una alerta: el motivo; Enter decide' },
  { keys: ['Esc'], does: 'Cerrar o volver' },
  { keys: ['?'], does: 'Esta lista de teclas' },
]

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  // Nothing is written into a choice.
  !target.matches('[type="radio"], [type="checkbox"]') &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/**
 * Listens for a key anywhere on the page; letters and signs only while nobody is typing. A layout effect listens as soon as
 * something is shown: a key that is pressed at once must not be taken by what is below it.
 */
export const useKey = (key: string, act: (event: KeyboardEvent) => void, isOn = true): void => {
  useLayoutEffect(() => {
    if (!isOn) return
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (key.length === 1 && isTyping(event.target)) return
      // An open dialog has the keys for itself.
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      act(event)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  })
}

/** Esc closes what is open on the page, before it goes back from the page itself. A field keeps its own Esc. */
export const useCloseKey = (close: () => void, isOpen = true): void => {
  useLayoutEffect(() => {
    if (!isOpen) return
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || isTyping(event.target)) return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      close()
    }
    // Captured: it comes before every `useKey`, whichever was there first.
    addEventListener('keydown', listen, true)
    return () => removeEventListener('keydown', listen, true)
  })
}

/** Esc goes back one step, except out of a field. */
export const useBackKey = (isOn: boolean): void =>
  useKey(
    'Escape',
    ({ target }) => {
      if (!isTyping(target)) goBack(null)
    },
    isOn,
  )
