import type { ComponentChildren, ComponentType } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Bar, PublicBar } from './bar/bar.tsx'
import { NetworkError } from './client.ts'
import { usePlace } from './navigation.ts'
import { type PageProps, type PageRoute, ROUTES } from './routes.ts'
import { type Session, SessionProvider, useReturned, useSession, useSignIn } from './session.ts'
import { KeyForm } from './sign-in/key-form.tsx'
import { KeyOffer } from './sign-in/key-offer.tsx'
import { Message } from './states/message.tsx'

/** The console: the key form, or the bar with a page below it. `brought` is the key of the link that opened it. */
export const App = ({ brought }: { brought: string | null }) => {
  const signedIn = useSignIn(brought)
  if (signedIn.state === 'offered') return <KeyOffer {...signedIn} />
  if (signedIn.state === 'out') return <SignedOut keyForm={<KeyForm {...signedIn} />} />
  return (
    <SessionProvider value={signedIn.session}>
      <Pages bar={(path) => <Bar path={path} />} />
    </SessionProvider>
  )
}

/** A page that needs no key, or the form that asks for one. */
const SignedOut = ({ keyForm }: { keyForm: ComponentChildren }) => {
  const { path } = usePlace()
  if (!ROUTES.some((route) => route.path === path && route.isPublic)) return keyForm
  return <Pages bar={() => <PublicBar />} />
}

const Pages = ({ bar }: { bar(path: string): ComponentChildren }) => {
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
      {bar(place.path)}
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

const NOT_LOADED = new NetworkError('La página no se pudo cargar.', { codigo: 'sin_conexion' })

const LoadedPage = ({ route, question }: PageProps & { route: PageRoute }) => {
  const session: Session | null = useSession()
  const [page, setPage] = useState<{ Page: ComponentType<PageProps> } | 'failed' | null>(
    route.page ? { Page: route.page } : null,
  )
  useEffect(() => {
    if (route.page) return
    route.load().then(
      (loaded) => setPage({ Page: loaded.default }),
      () => {
        setPage('failed')
        session?.loseConnection()
      },
    )
  }, [route])
  const isBack = useReturned(page === 'failed' ? NOT_LOADED : null)
  useEffect(() => {
    // A browser does not fetch a file again whose import failed.
    if (isBack) location.reload()
  }, [isBack])
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
