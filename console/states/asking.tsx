import { useEffect, useState } from 'preact/hooks'

const SHOWN_AFTER_MS = 150

/** The outline of the answer to come. A quick answer never shows it. */
export const Asking = ({ rows = 4 }: { rows?: number }) => {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SHOWN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div class="asking" role="status">
      <span class="unseen">Consultando…</span>
      {isShown && (
        <div class="skeleton" aria-hidden="true">
          {Array.from({ length: rows }, (_, at) => (
            <div key={at} />
          ))}
        </div>
      )}
    </div>
  )
}
