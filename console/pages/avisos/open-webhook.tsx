import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { asChasquiError, useFreeQuestion } from '../../ask.ts'
import type { Aviso, AvisoNuevo, ChasquiError, Entrega } from '../../client.ts'
import { formatMoment, formatNumber } from '../../format.ts'
import { useIsShown } from '../../is-shown.ts'
import { useKey } from '../../keys.ts'
import { goBack } from '../../navigation.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useSession } from '../../session.ts'
import { Asking } from '../../states/asking.tsx'
import { Failed } from '../../states/failed.tsx'
import { Message } from '../../states/message.tsx'
import { sentence } from '../../words/sentence.ts'
import { WEBHOOK_STATES } from '../../words/watch.ts'

interface OpenWebhookProps {
  webhook: Aviso
  /** The secret, right after it was made. */
  secret: ComponentChildren
  onSecret(made: AvisoNuevo): void
  onRemoved(): void
}

const REFRESH_MS = 1_000

/** One address: its state, its last deliveries, a test, another secret, the end of it. */
export const OpenWebhook = ({ webhook, secret, onSecret, onRemoved }: OpenWebhookProps) => {
  const { client } = useSession()
  const { id, url, estado, clavePublica, creado } = webhook
  /** The event of the last test, until its delivery is told. */
  const [awaited, setAwaited] = useState<number | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const [failure, setFailure] = useState<ChasquiError | null>(null)
  const [isAsking, setAsking] = useState<'rotate' | 'remove' | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const isShown = useIsShown()
  useLayoutEffect(() => heading.current?.focus(), [id])
  useKey('Escape', () => goBack(null))

  const act = async (does: () => Promise<void>): Promise<void> => {
    setAsking(null)
    setNotice(null)
    setFailure(null)
    try {
      await does()
    } catch (cause) {
      if (isShown()) setFailure(asChasquiError(cause))
    }
  }
  const test = () =>
    act(async () => {
      const { data } = await client.vigilancia.avisos.prueba(id)
      setNotice(`Prueba enviada como evento ${formatNumber(data.numero)}. Abajo está lo que pasó con ella.`)
      setAwaited(data.numero)
    })
  const rotate = () => act(async () => onSecret((await client.vigilancia.avisos.poner(url)).data))
  const remove = () =>
    act(async () => {
      await client.vigilancia.avisos.borrar(id)
      if (isShown()) onRemoved()
    })
  return (
    <>
      <div class="actions no-print">
        <button type="button" onClick={() => goBack(null)}>
          Volver a los avisos
        </button>
        <button type="button" disabled={estado !== 'activo'} onClick={() => void test()}>
          Enviar una prueba
        </button>
        <button type="button" onClick={() => setAsking('rotate')}>
          {estado === 'activo' ? 'Cambiar el secreto' : 'Activar otra vez'}
        </button>
        <button type="button" onClick={() => setAsking('remove')}>
          Quitar
        </button>
      </div>
      <h1 ref={heading} tabIndex={-1} class="result-heading">
        {url}
      </h1>
      {secret}
      {notice && <Message kind="good">{notice}</Message>}
      {failure && <Message kind="bad">{sentence(failure.message)}</Message>}
      <section class="card" aria-label="Dirección">
        <p>
          {WEBHOOK_STATES[estado]}. Registrada el {formatMoment(creado)}.
        </p>
        <p>
          Clave pública: <code>{clavePublica}</code>
        </p>
        <div class="actions">
          <CopyButton text={() => clavePublica}>Copiar la clave pública</CopyButton>
        </div>
      </section>
      <Deliveries id={id} awaited={awaited} />
      {isAsking === 'rotate' && (
        <Dialog title="¿Pedir un secreto nuevo?" onClose={() => setAsking(null)}>
          <p>
            Durante un día los avisos se firman con los dos, para que pueda cambiarlo en su sistema sin perder ninguno.
          </p>
          <Answers yes="Sí, pedir otro" onYes={() => void rotate()} onNo={() => setAsking(null)} />
        </Dialog>
      )}
      {isAsking === 'remove' && (
        <Dialog title="¿Quitar la dirección?" onClose={() => setAsking(null)}>
          <p>No se le envía nada más, tampoco lo pendiente.</p>
          <Answers yes="Sí, quitar" onYes={() => void remove()} onNo={() => setAsking(null)} />
        </Dialog>
      )}
    </>
  )
}

const Answers = ({ yes, onYes, onNo }: { yes: string; onYes(): void; onNo(): void }) => (
  <div class="actions dialog-actions">
    <button type="button" class="primary" onClick={onYes}>
      {yes}
    </button>
    <button type="button" onClick={onNo}>
      No, dejarlo así
    </button>
  </div>
)

/** The last deliveries, asked for again while one is under way. */
const Deliveries = ({ id, awaited }: { id: string; awaited: number | null }) => {
  const [again, setAgain] = useState(0)
  const [shown, setShown] = useState<readonly Entrega[] | null>(null)
  const asked = useFreeQuestion({ id, awaited, again }, (client, one, signal) =>
    client.vigilancia.avisos.entregas(one.id, { signal }),
  )
  useEffect(() => {
    if (asked.state !== 'answered') return
    setShown(asked.answer.data)
    const { data } = asked.answer
    const isMissing = awaited !== null && !data.some(({ evento }) => evento === awaited)
    if (!isMissing && !data.some(isUnderWay)) return
    const timer = setTimeout(() => setAgain(again + 1), REFRESH_MS)
    return () => clearTimeout(timer)
  }, [asked.state, awaited, again])
  return (
    <section class="webhooks" aria-labelledby="entregas">
      <h2 id="entregas">Entregas</h2>
      {asked.state === 'failed' && <Failed error={asked.error} retry={asked.retry} />}
      {asked.state === 'asking' && shown === null && <Asking rows={4} />}
      {shown?.length === 0 && <Message kind="none">Todavía no se le envió nada.</Message>}
      {shown && shown.length > 0 && (
        <Table
          caption="Las últimas 100 primero."
          columns={COLUMNS}
          rows={shown}
          keyOf={({ evento }) => String(evento)}
        />
      )}
    </section>
  )
}

const isUnderWay = ({ estado, intentos }: Entrega): boolean => estado === 'pendiente' && intentos === 0

const STATES: Readonly<Record<Entrega['estado'], string>> = {
  pendiente: 'Pendiente',
  entregado: 'Entregado',
  fallido: 'No se pudo entregar',
}

const OUTCOMES: Readonly<Record<string, string>> = {
  direccion: 'La dirección no es pública',
  dns: 'El nombre no se pudo resolver',
  tiempo: 'No respondió a tiempo',
  conexion: 'No hubo conexión',
  desactivado: 'El aviso se desactivó',
}

const COLUMNS: readonly Column<Entrega>[] = [
  { head: 'Evento', isFigure: true, cell: ({ evento }) => formatNumber(evento) },
  { head: 'Estado', isWords: true, cell: ({ estado }) => STATES[estado] },
  { head: 'Intentos', isFigure: true, cell: ({ intentos }) => formatNumber(intentos) },
  {
    head: 'Respuesta',
    cell: ({ resultado }) => (resultado === null ? '–' : (OUTCOMES[resultado] ?? `HTTP ${resultado}`)),
  },
  { head: 'Fecha', isWords: true, cell: ({ fecha }) => formatMoment(fecha) },
  { head: 'Próximo intento', isWords: true, cell: ({ siguiente }) => (siguiente ? formatMoment(siguiente) : '–') },
]
