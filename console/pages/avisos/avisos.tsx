import { useEffect, useRef, useState } from 'preact/hooks'
import { asChasquiError, useFreeQuestion } from '../../ask.ts'
import type { Aviso, AvisoNuevo, ChasquiError } from '../../client.ts'
import { formatMoment } from '../../format.ts'
import { useIsShown } from '../../is-shown.ts'
import { goTo } from '../../navigation.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Field } from '../../parts/field.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import type { PageProps } from '../../routes.ts'
import { useSession } from '../../session.ts'
import { Asking } from '../../states/asking.tsx'
import { Failed } from '../../states/failed.tsx'
import { Message } from '../../states/message.tsx'
import { sentence } from '../../words/sentence.ts'
import { WEBHOOK_STATES } from '../../words/watch.ts'
import { Events } from './events.tsx'
import { OpenWebhook } from './open-webhook.tsx'

/** The addresses that are told what happens, what was delivered to them, and everything that happened. */
const Avisos = ({ question }: PageProps) => {
  const [turn, setTurn] = useState(0)
  const [secret, setSecret] = useState<AvisoNuevo | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const asked = useFreeQuestion({ turn }, (client, _, signal) => client.vigilancia.avisos.listar({ signal }))
  // What was known stays until it is known anew, so that nothing jumps.
  const known = useRef<readonly Aviso[] | null>(null)
  if (asked.state === 'answered') known.current = asked.answer.data
  const webhooks = known.current ?? []
  const open = webhooks.find(({ id }) => id === question?.aviso)
  const wasOpen = useRef(false)
  useEffect(() => {
    // Back in the list: one that was tested may be switched off by now.
    if (!open && wasOpen.current) setTurn((before) => before + 1)
    wasOpen.current = open !== undefined
  }, [open === undefined])
  const onSecret = (made: AvisoNuevo): void => {
    setNotice(null)
    setSecret(made)
    setTurn(turn + 1)
  }
  if (open)
    return (
      <OpenWebhook
        webhook={open}
        secret={secret?.id === open.id ? <Secret made={secret} /> : null}
        onSecret={onSecret}
        onRemoved={() => {
          setSecret(null)
          setNotice('Ya no se envían eventos a esa dirección.')
          setTurn(turn + 1)
          goTo('/avisos')
        }}
      />
    )
  return (
    <>
      <h1>Avisos</h1>
      <p class="quiet-text">
        Cada evento de la vigilancia se envía a sus direcciones, firmado según Standard Webhooks. Lleva identificadores,
        nunca nombres.
      </p>
      {notice && <Message kind="good">{notice}</Message>}
      {secret && <Secret made={secret} />}
      <AddressForm onSecret={onSecret} />
      <section class="webhooks" aria-labelledby="direcciones">
        <h2 id="direcciones">Direcciones</h2>
        {asked.state === 'asking' && known.current === null && <Asking rows={2} />}
        {asked.state === 'failed' && <Failed error={asked.error} retry={asked.retry} />}
        {known.current?.length === 0 && <Message kind="none">Ninguna dirección recibe avisos.</Message>}
        {webhooks.length > 0 && (
          <Table
            caption="Abra una para ver sus entregas, probarla o cambiar su secreto."
            columns={COLUMNS}
            rows={webhooks}
            keyOf={({ id }) => id}
            onOpen={({ id }) => goTo('/avisos', { aviso: id })}
          />
        )}
      </section>
      {/* Last, because the addresses above have no known height. */}
      {known.current && <Events />}
    </>
  )
}
export default Avisos

const COLUMNS: readonly Column<Aviso>[] = [
  { head: 'Dirección', opens: true, cell: ({ url }) => url },
  { head: 'Estado', cell: ({ estado }) => WEBHOOK_STATES[estado] },
  { head: 'Registrada', isWords: true, cell: ({ creado }) => formatMoment(creado) },
]

/** The secret is told once. */
const Secret = ({ made: { url, secreto } }: { made: AvisoNuevo }) => (
  <Message kind="good" actions={<CopyButton text={() => secreto}>Copiar el secreto</CopyButton>}>
    Secreto de {url}: <code>{secreto}</code>
    <small>Guárdelo ahora: no se vuelve a mostrar. Con él se comprueba que un aviso es de este servicio.</small>
  </Message>
)

const AddressForm = ({ onSecret }: { onSecret(made: AvisoNuevo): void }) => {
  const { client } = useSession()
  const [url, setUrl] = useState('')
  const [sent, setSent] = useState<'no' | 'yes' | ChasquiError>('no')
  const isShown = useIsShown()
  const refused = sent instanceof Error && sent.kind === 'invalid' ? sent : null
  const add = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (!url.trim()) return
    setSent('yes')
    try {
      const { data } = await client.vigilancia.avisos.poner(url.trim())
      if (!isShown()) return
      setUrl('')
      setSent('no')
      onSecret(data)
    } catch (failure) {
      setSent(asChasquiError(failure))
    }
  }
  return (
    <form class="ask-form card" onSubmit={(event) => void add(event)}>
      <Field
        label="Dirección nueva"
        name="url"
        value={url}
        onInput={(value) => {
          setSent('no')
          setUrl(value)
        }}
        placeholder="https://…"
        hint="Pública y con https. La misma otra vez recibe un secreto nuevo."
        error={refused ? sentence(refused.message.replace(/^url /, 'La dirección ')) : null}
        required
      />
      <button class="primary" type="submit" disabled={sent === 'yes'}>
        {sent === 'yes' ? 'Comprobando…' : 'Registrar'}
      </button>
      {sent instanceof Error && !refused && <Failed error={sent} />}
    </form>
  )
}
