import { useState } from 'preact/hooks'
import { type ListAge, listAges, stateWords } from '../../lists.ts'
import { goTo } from '../../navigation.ts'
import { readSearch } from '../../search.ts'
import { useSession } from '../../session.ts'
import { sentence } from '../../words/sentence.ts'
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
  const also = found.path ? found.also : undefined
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
          {also && (
            <button type="button" class="link" onClick={() => goTo(also.path, also.question)}>
              {also.words}
            </button>
          )}
        </p>
      </form>
    </search>
  )
}

const Lists = () => {
  const { health, isOffline, refresh } = useSession()
  return (
    <section aria-labelledby="listas">
      <h2 id="listas">Estado de las listas</h2>
      {/* All in the place of the cards, so that nothing moves. */}
      <ul class="home-lists">
        {health && listAges(health).map((one) => <ListCard key={one.id} list={one} />)}
        {!health && isOffline && (
          <li class="list-card">
            <span role="alert">Sin conexión con el servicio.</span>
            <button type="button" onClick={refresh}>
              Reintentar
            </button>
          </li>
        )}
        {!health && EMPTY_CARDS.slice(isOffline ? 1 : 0)}
      </ul>
    </section>
  )
}

/** As tall as the cards to come. */
const EMPTY_CARDS = ['una', 'otra', 'inhabilitados', 'padrón'].map((id) => (
  <li key={id} class="list-card" aria-hidden="true" />
))

const ListCard = ({ list }: { list: ListAge }) => {
  const [tone, words] = stateWords(list)
  return (
    <li class="list-card">
      <strong>{list.name}</strong>
      <span class={`tone-text tone-${tone}`}>{words}</span>
      <span>{detailWords(list)}</span>
    </li>
  )
}

const detailWords = ({ edition, age, isCopy, isLeftOut, problem }: ListAge): string => {
  if (edition) return `Edición ${edition}${isCopy ? ', leída de un archivo' : `, comprobada ${age}`}`
  if (isLeftOut) return 'Este servicio no usa esta lista'
  return problem ? sentence(problem) : 'Todavía no se puede consultar'
}
