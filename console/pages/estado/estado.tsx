import { useEffect, useRef, useState } from 'preact/hooks'
import type { HealthRespuesta } from '../../client.ts'
import { limaDate } from '../../figures/calendar.ts'
import { formatDate, formatMoment } from '../../format.ts'
import { useSession } from '../../session.ts'
import { Asking } from '../../states/asking.tsx'
import { Message } from '../../states/message.tsx'
import { ListTable } from './list-table.tsx'
import { problemsOf } from './problems.ts'
import { SourceTable } from './source-table.tsx'

const REFRESH_MS = 30_000

/** How lists and sources are: peace, or the reason. It asks again by itself while somebody looks at it. */
const Estado = () => {
  const { health, isOffline, refresh } = useSession()
  const [seenAt, setSeenAt] = useState(0)
  useEffect(() => setSeenAt(Date.now()), [health])
  // Another function with each report.
  const latest = useRef(refresh)
  latest.current = refresh
  useEffect(() => {
    const refreshVisible = (): void => {
      if (document.visibilityState === 'visible') latest.current()
    }
    refreshVisible()
    const timer = setInterval(refreshVisible, REFRESH_MS)
    document.addEventListener('visibilitychange', refreshVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refreshVisible)
    }
  }, [])
  return (
    <>
      <div class="figures-head">
        <h1>Estado</h1>
        <div class="table-actions no-print">
          <span class="refreshed quiet-text">{health && seenAt > 0 && `Actualizado a las ${limaTime(seenAt)}`}</span>
          <button type="button" onClick={refresh}>
            Actualizar
          </button>
        </div>
      </div>
      {isOffline && (
        <Message kind="bad">Sin conexión con el servicio.{health && ' Se muestra lo último que se supo.'}</Message>
      )}
      {health ? <Report health={health} isOld={isOffline} /> : !isOffline && <Asking rows={12} />}
    </>
  )
}
export default Estado

/** The time in Lima, with seconds: the page refreshes within a minute. */
const limaTime = (at: number): string => {
  const seconds = String(new Date(at).getUTCSeconds()).padStart(2, '0')
  return `${formatMoment(new Date(at).toISOString()).slice(-5)}:${seconds}`
}

const Report = ({ health, isOld }: { health: HealthRespuesta; isOld: boolean }) => {
  const problems = problemsOf(health)
  return (
    <>
      {!isOld && problems.length === 0 && (
        <Message kind="good">Todo está bien: listas al día y fuentes sin fallas.</Message>
      )}
      {problems.length > 0 && (
        <div class="message tone-warn" role="status">
          <ul class="state-problems">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      )}
      <section class="figures-section" aria-labelledby="listas-titulo">
        <h2 id="listas-titulo">Listas</h2>
        <ListTable health={health} />
      </section>
      <section class="figures-section" aria-labelledby="fuentes-titulo">
        <h2 id="fuentes-titulo">Fuentes en línea</h2>
        <SourceTable health={health} />
      </section>
      <section class="figures-section" aria-labelledby="servicio-titulo">
        <h2 id="servicio-titulo">Servicio</h2>
        <About health={health} />
      </section>
    </>
  )
}

const STORES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

const About = ({ health: { data } }: { health: HealthRespuesta }) => {
  const { publicacion, almacen } = data
  const facts: [string, string | false][] = [
    ['Versión', data.version],
    ['Modo', data.modo === 'sandbox' ? 'Ensayo, con datos inventados' : 'En vivo, con fuentes reales'],
    ['En marcha desde', formatMoment(data.iniciado)],
    [
      'Fecha de hoy',
      data.hoyFijado ? `${formatDate(data.hoyFijado)}, fijada por un ajuste` : formatDate(limaDate(Date.now())),
    ],
    ['Reglas de comparación', data.politica],
    ['Cuentas y cuota', `${STORES[almacen.tipo]}, ${almacen.estado === 'ok' ? 'responde' : 'no responde'}`],
    [
      'Publicación de ediciones',
      publicacion !== undefined &&
        (publicacion.error ?? (publicacion.publicado ? formatMoment(publicacion.publicado) : 'todavía ninguna')),
    ],
  ]
  return (
    <dl class="about card">
      {facts.map(
        ([name, value]) =>
          value !== false && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
