import { useEffect, useRef, useState } from 'preact/hooks'
import { formatMoment } from '../format.ts'
import { useCloseKey, useKey } from '../keys.ts'
import { listAges, listsSummary } from '../lists.ts'
import { goTo } from '../navigation.ts'
import { KeyList } from '../parts/key-list.tsx'
import { Link } from '../parts/link.tsx'
import { ROUTES } from '../routes.ts'
import { readSearch } from '../search.ts'
import { useSession } from '../session.ts'
import { Menu } from './menu.tsx'

/** The bar on top of every page: search, pages, the lists' ages, the account, the keys and the way out. */
export const Bar = ({ path }: { path: string }) => {
  const { signOut } = useSession()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [areKeysShown, setKeysShown] = useState(false)
  const menuButton = useRef<HTMLButtonElement>(null)
  useKey('?', () => setKeysShown(true))
  useCloseKey(() => {
    setMenuOpen(false)
    menuButton.current?.focus()
  }, isMenuOpen)
  return (
    <>
      <PaperHead title={ROUTES.find((route) => route.path === path)?.title ?? ''} />
      <header class="bar">
        <div class="bar-top">
          <Link class="brand" to="/">
            Chasqui
          </Link>
          <SearchBox />
          <ListsState />
          <AccountName />
          <button type="button" class="quiet" onClick={() => setKeysShown(true)}>
            <kbd>?</kbd> Teclas
          </button>
          <button type="button" class="quiet" onClick={() => signOut()}>
            Salir
          </button>
          <button
            ref={menuButton}
            type="button"
            class="quiet menu-button"
            aria-expanded={isMenuOpen}
            aria-controls="paginas"
            onClick={() => setMenuOpen(!isMenuOpen)}
          >
            Páginas
          </button>
        </div>
        <Menu path={path} isOpen={isMenuOpen} close={() => setMenuOpen(false)} />
        {areKeysShown && <KeyList onClose={() => setKeysShown(false)} />}
      </header>
    </>
  )
}

/** The bar of who has no key: the way to where one is asked for. */
export const PublicBar = () => (
  <header class="bar bar-public">
    <div class="bar-top">
      <Link class="brand" to="/">
        Chasqui
      </Link>
      <Link to="/">Entrar con una clave</Link>
    </div>
  </header>
)

/** The first line of a printed page: what it is, whose, and when it was printed. */
const PaperHead = ({ title }: { title: string }) => {
  const { account } = useSession()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const print = (): void => setNow(Date.now())
    addEventListener('beforeprint', print)
    return () => removeEventListener('beforeprint', print)
  }, [])
  const words = ['Chasqui', title, account?.nombre, `impreso el ${formatMoment(new Date(now).toISOString())} (Lima)`]
  return <p class="paper-head on-paper">{words.filter(Boolean).join(' · ')}</p>
}

const SearchBox = () => {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  useKey('/', () => input.current?.select())
  const submit = (event: Event): void => {
    event.preventDefault()
    const found = readSearch(text)
    if (found.path === null) return setProblem(found.words)
    setText('')
    goTo(found.path, found.question)
  }
  return (
    <search class="bar-search">
      <form onSubmit={submit}>
        <input
          ref={input}
          type="search"
          name="buscar"
          aria-label="Buscar: RUC, DNI, placa o nombre"
          aria-describedby="buscar-problema"
          placeholder="RUC, DNI, placa o nombre"
          autoComplete="off"
          spellcheck={false}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value)
            setProblem(null)
          }}
          onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        />
        <span id="buscar-problema" class="bar-problem" role="status">
          {problem}
        </span>
      </form>
    </search>
  )
}

/** Whose account it is, where every question and every file goes, and who decides with this key. */
const AccountName = () => {
  const { account } = useSession()
  const words = account && [`Cuenta ${account.nombre} (${account.id})`, account.persona].filter(Boolean).join(', ')
  return (
    <span class="account" title={words ?? undefined}>
      {account && (
        <Link to="/uso">
          {account.persona && (
            <>
              <span class="unseen">Persona: </span>
              {account.persona} ·{' '}
            </>
          )}
          <span class="unseen">Cuenta: </span>
          {account.nombre}
        </Link>
      )}
    </span>
  )
}

/** "Listas al día", or which list is not; the details are on Estado. */
const ListsState = () => {
  const { health, isOffline } = useSession()
  if (isOffline) return <span class="lists-state tone-bad">Sin conexión</span>
  if (!health) return <span class="lists-state" />
  const lists = listAges(health)
  const { state, words } = listsSummary(lists)
  const tone = { fresh: 'good', late: 'warn', old: 'bad', undated: 'none', missing: 'bad' }[state]
  return (
    <span class={`lists-state tone-${tone}`} title={lists.map((one) => one.words).join('\n')}>
      <Link to="/estado">{words}</Link>
    </span>
  )
}
