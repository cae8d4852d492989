import { useState } from 'preact/hooks'
import { formatDate } from '../../format.ts'
import { type ListAge, listAges } from '../../lists.ts'
import { goTo } from '../../navigation.ts'
import { readSearch } from '../../search.ts'
import { useSession } from '../../session.ts'
import { Samples } from './samples.tsx'

/** The first page: one box for everything, what to try in a sandbox, and how old the lists are. */
const Inicio = () => {
  const { health } = useSession()
  return (
    <div class="home">
      <h1>¿Qué necesita saber?</h1>
      <BigSearch />
      <Lists />
      {/* Last, because it is known last: nothing below it has to move. */}
      {health?.data.modo === 'sandbox' && <Samples />}
    </div>
  )
}
export default Inicio

const BigSearch = () => {
  const [text, setText] = useState('')
  const found = readSearch(text)
  const isName = found.path === '/revisar'
  const submit = (event: Event): void => {
    event.preventDefault()
    if (found.path) goTo(found.path, found.question)
  }
  return (
    <search aria-label="Búsqueda principal">
      <form class="home-search" onSubmit={submit}>
        <label for="consulta" class="unseen">
          RUC, DNI, placa o nombre
        </label>
        <input
          id="consulta"
          type="search"
          name="consulta"
          placeholder="RUC, DNI, placa o nombre"
          autoComplete="off"
          spellcheck={false}
          aria-describedby="consulta-lectura"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button class="primary" type="submit" disabled={found.path === null}>
          Consultar
        </button>
        <p id="consulta-lectura" class="home-reading" role="status">
          {text === '' ? 'Escriba y se abrirá la página que responde.' : found.words}
          {isName && (
            <button type="button" class="link" onClick={() => goTo('/personas', found.question)}>
              Buscar a la persona en el padrón
            </button>
          )}
        </p>
      </form>
    </search>
  )
}

const TONES = { fresh: 'good', late: 'warn', old: 'bad', missing: 'bad' } as const
const STATES = { fresh: 'Al día', late: 'Atrasada', old: 'Muy atrasada', missing: 'Sin cargar' } as const

const Lists = () => {
  const { health, isOffline, refresh } = useSession()
  return (
    <section aria-labelledby="listas">
      <h2 id="listas">Estado de las listas</h2>
      {isOffline && (
        <p role="alert">
          Sin conexión con el servicio.{' '}
          <button type="button" onClick={refresh}>
            Reintentar
          </button>
        </p>
      )}
      <ul class="home-lists">
        {health ? listAges(health).map((one) => <ListCard key={one.id} list={one} />) : EMPTY_CARDS}
      </ul>
    </section>
  )
}

/** As tall as the cards to come, so that nothing moves. */
const EMPTY_CARDS = ['us', 'un', 'sanciones', 'padron'].map((id) => (
  <li key={id} class="list-card" aria-hidden="true" />
))

const ListCard = ({ list: { name, state, words, edition } }: { list: ListAge }) => (
  <li class="list-card">
    <strong>{name}</strong>
    <span class={`tone-text tone-${TONES[state]}`}>{STATES[state]}</span>
    <span>
      {edition
        ? `Edición ${formatDate(edition)}, revisada ${words.slice(words.indexOf('hace'))}`
        : 'Todavía no se puede consultar'}
    </span>
  </li>
)
