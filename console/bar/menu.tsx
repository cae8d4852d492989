import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { count, formatNumber } from '../format.ts'
import { useCloseKey } from '../keys.ts'
import { Link } from '../parts/link.tsx'
import { type PageRoute, ROUTES, WATCH_PATH } from '../routes.ts'
import { useSession } from '../session.ts'

interface MenuProps {
  path: string
  /** On a phone the pages are shown on request. */
  isOpen: boolean
  close(): void
}

const IN_BAR = ROUTES.filter(({ place }) => !place)
const MORE = ROUTES.filter(({ place }) => place === 'more')
const WATCH = ROUTES.filter(({ path, place }) => path === WATCH_PATH || place === 'watch')

/** The pages: few words in sight, the rest behind "Más", and those of Vigilancia in a line of their own. */
export const Menu = ({ path, isOpen, close }: MenuProps) => {
  const [isMoreOpen, setMoreOpen] = useState(false)
  const bar = useRef<HTMLElement>(null)
  const more = useRef<HTMLButtonElement>(null)
  const alerts = <OpenAlerts />
  const isWatch = WATCH.some((route) => route.path === path)
  useEffect(() => setMoreOpen(false), [path])
  useCloseOutside(bar, () => setMoreOpen(false), isMoreOpen)
  useCloseKey(() => {
    setMoreOpen(false)
    more.current?.focus()
  }, isMoreOpen)
  const link = (route: PageRoute, words: ComponentChildren = route.title) => {
    const isWithin = route.path === WATCH_PATH && isWatch
    return (
      <Link
        key={route.path}
        to={route.path}
        aria-current={route.path === path ? 'page' : isWithin ? 'true' : undefined}
        onClick={close}
      >
        {words}
      </Link>
    )
  }
  return (
    <>
      <nav id="paginas" aria-label="Páginas" data-open={isOpen} ref={bar}>
        {IN_BAR.map((route) =>
          link(
            route,
            route.path === WATCH_PATH ? (
              <>
                {route.title} {alerts}
              </>
            ) : undefined,
          ),
        )}
        <div class="menu-rest">
          <button
            ref={more}
            type="button"
            class="quiet more-button"
            aria-expanded={isMoreOpen}
            aria-controls="mas-paginas"
            onClick={() => setMoreOpen(!isMoreOpen)}
          >
            Más
          </button>
          {/* Where one is stays in sight. */}
          <span class="menu-here">
            {!isMoreOpen && MORE.filter((route) => route.path === path).map((one) => link(one))}
          </span>
          <div id="mas-paginas" class="menu-more" data-open={isMoreOpen}>
            {MORE.map((route) => link(route))}
          </div>
        </div>
      </nav>
      {isWatch && (
        <nav class="menu-watch" aria-label="Páginas de Vigilancia">
          {WATCH.map((route) => (
            <Link key={route.path} to={route.path} aria-current={route.path === path ? 'page' : undefined}>
              {route.path === WATCH_PATH ? 'Vigilados' : route.title}
            </Link>
          ))}
        </nav>
      )}
    </>
  )
}

/** Who presses elsewhere, or goes on there with Tab, is done with it. A page that takes the focus by itself closes nothing. */
const useCloseOutside = (inside: RefObject<HTMLElement | null>, close: () => void, isOpen: boolean): void => {
  useEffect(() => {
    if (!isOpen) return
    const listen = (event: PointerEvent | KeyboardEvent): void => {
      const isTab = event instanceof KeyboardEvent && event.key === 'Tab'
      if ((isTab || event.type === 'pointerdown') && !inside.current?.contains(event.target as Node)) close()
    }
    addEventListener('pointerdown', listen)
    addEventListener('keyup', listen)
    return () => {
      removeEventListener('pointerdown', listen)
      removeEventListener('keyup', listen)
    }
  }, [isOpen])
}

/** How many alerts of the account wait for a person, asked for with every report. A key that may not see them shows none. */
const OpenAlerts = () => {
  const { client, health } = useSession()
  const [alerts, setAlerts] = useState(0)
  useEffect(() => {
    if (!health) return
    client.vigilancia.listar({ limite: 1 }).then(
      ({ resumen }) => setAlerts(resumen.alertasAbiertas),
      () => {},
    )
  }, [client, health])
  return (
    <span class="menu-count">
      {alerts > 0 && (
        <>
          <span aria-hidden="true">{formatNumber(alerts)}</span>
          <span class="unseen">({count(alerts, 'alerta por decidir', 'alertas por decidir')})</span>
        </>
      )}
    </span>
  )
}
