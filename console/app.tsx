import type { ComponentType } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Bar } from './bar.tsx'
import { usePlace } from './navigation.ts'
import { type PageProps, type PageRoute, ROUTES } from './routes.ts'
import { SessionProvider, useSignIn } from './session.ts'
import { KeyForm } from './sign-in/key-form.tsx'
import { KeyOffer } from './sign-in/key-offer.tsx'
import { Message } from './states/message.tsx'

/** The console: the key form, or the bar with a page below it. `brought` is the key of the link that opened it. */
export const App = ({ brought }: { brought: string | null }) => {
  const signedIn = useSignIn(brought)
  if (signedIn.state === 'offered') return <KeyOffer {...signedIn} />
  if (signedIn.state === 'out') return <KeyForm {...signedIn} />
  return (
    <SessionProvider value={signedIn.session}>
      <Pages />
    </SessionProvider>
  )
}

const Pages = () => {
  const place = usePlace()
  const route = ROUTES.find(({ path }) => path === place.path)
  const main = useRef<HTMLElement>(null)
  const shown = useRef(place.path)

  useLayoutEffect(() => {
    document.title = route && route.path !== '/' ? `${route.title} · Chasqui` : 'Chasqui'
    // Whoever reads with the keyboard or by ear goes on at the new page, not at its link.
    if (shown.current !== place.path) main.current?.focus()
    shown.current = place.path
  }, [route, place.path])

  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Ir al contenido
      </button>
      <Bar path={place.path} />
      <main id="contenido" ref={main} tabIndex={-1}>
        {route ? (
          <LoadedPage key={route.path} route={route} question={place.question} />
        ) : (
          <Message kind="none">Esta página no existe.</Message>
        )}
      </main>
    </>
  )
}

const LoadedPage = ({ route, question }: PageProps & { route: PageRoute }) => {
  const [page, setPage] = useState<{ Page: ComponentType<PageProps> } | 'failed' | null>(
    route.page ? { Page: route.page } : null,
  )
  useEffect(() => {
    if (route.page) return
    route.load().then(
      (loaded) => setPage({ Page: loaded.default }),
      () => setPage('failed'),
    )
  }, [route])
  if (page === null) return null
  // The service is away, or has a newer console whose files have other names.
  if (page === 'failed')
    return (
      <Message
        kind="bad"
        actions={
          <button type="button" onClick={() => location.reload()}>
            Recargar
          </button>
        }
      >
        La página no se pudo cargar.
      </Message>
    )
  return <page.Page question={question} />
}
