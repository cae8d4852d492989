import { useEffect, useRef, useState } from 'preact/hooks'
import { useFreeQuestion } from '../../ask.ts'
import type { Alerta, Chasqui, Signal } from '../../client.ts'
import { count } from '../../format.ts'
import { goTo, replaceQuestion } from '../../navigation.ts'
import type { PageProps } from '../../routes.ts'
import { useSession } from '../../session.ts'
import { Asking } from '../../states/asking.tsx'
import { Failed } from '../../states/failed.tsx'
import { DECISIONS } from '../../words/watch.ts'
import { AlertList, FILTERS, type Filter, isFilter } from './alert-list.tsx'
import { OpenAlert } from './open-alert.tsx'

/** What the watch found, as a queue to be worked through by keyboard. An open alert takes the place of the list. */
const Alertas = ({ question }: PageProps) => {
  const { account, refresh } = useSession()
  const filter: Filter = question?.estado && isFilter(question.estado) ? question.estado : 'pendientes'
  const [turn, setTurn] = useState(0)
  const asked = useFreeQuestion({ filter, turn }, (client, one, signal) => alertsOf(client, one.filter, signal))
  // Those decided on here, as they are now; the list keeps its order.
  const [decided, setDecided] = useState<Readonly<Record<string, Alerta>>>({})
  const [notice, setNotice] = useState('')
  const openId = question?.alerta
  const lastOpen = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (openId) lastOpen.current = openId
    else if (lastOpen.current) {
      // Back in the list: it may have grown, and the number in the bar is another one.
      setTurn((before) => before + 1)
      setDecided({})
      refresh()
    }
  }, [openId])

  const persona = account?.persona ?? null
  const alerts = asked.state === 'answered' ? asked.answer.alerts.map((one) => decided[one.id] ?? one) : []
  const waiting = alerts.filter((one) => isWaiting(one, persona))
  const onDecided = (alert: Alerta): void => {
    setDecided((before) => ({ ...before, [alert.id]: alert }))
    const last = alert.decisiones.at(-1)
    const words = last ? DECISIONS[last.decision].done : ''
    const isProposed = last?.estado === 'propuesta'
    setNotice(`${isProposed ? 'Propuesta, falta otra persona' : words}: ${alert.sujeto.nombre}.`)
    const at = alerts.findIndex(({ id }) => id === alert.id)
    const left = [...alerts.slice(at + 1), ...alerts.slice(0, Math.max(0, at))].filter((one) => isWaiting(one, persona))
    const next = filter === 'pendientes' ? left[0] : undefined
    if (next) replaceQuestion({ ...question, alerta: next.id })
    else if (filter === 'pendientes') goTo('/alertas')
  }

  if (openId)
    return (
      <>
        <p class="queue-notice" role="status">
          {notice}
        </p>
        {asked.state === 'asking' ? (
          <Asking rows={8} />
        ) : (
          <OpenAlert
            id={openId}
            known={alerts.find(({ id }) => id === openId)}
            among={alerts}
            {...{ question, persona, onDecided }}
          />
        )}
      </>
    )
  return (
    <>
      <h1>Alertas</h1>
      <p class="quiet-text">
        Lo que se encontró de sus vigilados. Se decide una vez: vuelve solo si cambia algo que importa o vence.
      </p>
      <p class="queue-notice" role="status">
        {notice}
        {notice && filter === 'pendientes' && asked.state === 'answered' && ` ${leftWords(waiting.length)}`}
      </p>
      <fieldset class="filters" aria-label="Qué alertas">
        {FILTERS.map(([id, words]) => (
          <button
            key={id}
            type="button"
            class="filter"
            aria-pressed={id === filter}
            onClick={() => goTo('/alertas', { estado: id })}
          >
            {words}
          </button>
        ))}
      </fieldset>
      {asked.state === 'asking' && <Asking rows={6} />}
      {asked.state === 'failed' && <Failed error={asked.error} retry={asked.retry} />}
      {asked.state === 'answered' && (
        <AlertList
          filter={filter}
          alerts={alerts}
          hasMore={asked.answer.hasMore}
          persona={persona}
          lastOpen={lastOpen.current}
          onOpen={({ id }) => {
            setNotice('')
            goTo('/alertas', { estado: filter, alerta: id })
          }}
        />
      )}
    </>
  )
}
export default Alertas

const leftWords = (left: number): string =>
  left === 0 ? 'No queda ninguna por decidir.' : `Quedan ${count(left, 'alerta', 'alertas')} por decidir.`

/** For this person to decide: not what waits for another one. */
const isWaiting = ({ estado, decisiones }: Alerta, persona: string | null): boolean =>
  (estado === 'abierta' || estado === 'escalada') &&
  !decisiones.some((one) => one.estado === 'propuesta' && one.persona === persona)

/** How many are asked for at a time; the next ones come when these are decided. */
const MOST = 100

const alertsOf = async (
  client: Chasqui,
  filter: Filter,
  signal: Signal,
): Promise<{ alerts: Alerta[]; hasMore: boolean }> => {
  const states = filter === 'pendientes' ? (['abierta', 'escalada'] as const) : [filter]
  const pages = await Promise.all(
    states.map((estado) => client.vigilancia.alertas({ estado, limite: MOST }, { signal })),
  )
  return { alerts: pages.flatMap(({ data }) => data), hasMore: pages.some(({ siguiente }) => siguiente !== undefined) }
}
