import { useEffect, useState } from 'preact/hooks'
import type { ChasquiError } from '../client.ts'
import { Record } from '../parts/record.tsx'
import { clientFor } from '../session.ts'
import { Message } from '../states/message.tsx'

interface KeyOfferProps {
  offered: string
  /** The key of this tab; null when it has none. */
  current: string | null
  accept(): void
  refuse(): void
}

/** A link brought a key: says whose it is, and asks before anything is done with it. */
export const KeyOffer = ({ offered, current, accept, refuse }: KeyOfferProps) => {
  const [theirs, own] = [useOwner(offered), useOwner(current)]
  return (
    <main class="key-form">
      <h1>{current ? '¿Cambiar de cuenta?' : '¿Entrar con la clave del enlace?'}</h1>
      <p>
        El enlace que abrió trae una clave de acceso. Lo que consulte o suba con ella quedará en la cuenta de esa clave.
      </p>
      <Record
        fields={[
          ['Cuenta del enlace', theirs?.words ?? 'Consultando…', 'wide'],
          ...(current ? [['Cuenta de esta pestaña', own?.words ?? 'Consultando…', 'wide'] as const] : []),
        ]}
      />
      {theirs?.isRefused && <Message kind="bad">La clave del enlace no es válida.</Message>}
      <div class="actions">
        <button type="button" class="primary" onClick={refuse}>
          {current ? 'Seguir en mi cuenta' : 'No entrar'}
        </button>
        {!theirs?.isRefused && (
          <button type="button" onClick={accept}>
            Entrar en la cuenta del enlace
          </button>
        )}
      </div>
    </main>
  )
}

interface Owner {
  words: string
  isRefused: boolean
}

const useOwner = (key: string | null): Owner | null => {
  const [owner, setOwner] = useState<Owner | null>(null)
  useEffect(() => {
    setOwner(null)
    if (!key) return
    clientFor(key)
      .uso()
      .then(
        ({ data: { cuenta } }) => setOwner({ words: `${cuenta.nombre} (${cuenta.id})`, isRefused: false }),
        ({ kind, status }: ChasquiError) =>
          setOwner({ words: 'No se pudo averiguar', isRefused: kind === 'key' && status === 401 }),
      )
  }, [key])
  return owner
}
