import { useRef } from 'preact/hooks'
import { count } from '../../format.ts'
import type { KeySet, KnownKeys } from './keys.ts'

/** With which keys certificates are verified, and the choice of others. */
export const KeysChoice = ({ known: { set, problem, useFile, useServer } }: { known: KnownKeys }) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <section class="keys-choice card no-print" aria-labelledby="claves">
      <h2 id="claves">Claves</h2>
      <p role="status">{wordsOf(set)}</p>
      {problem && (
        <p class="field-error" role="alert">
          {problem}
        </p>
      )}
      <div class="actions">
        <button type="button" onClick={() => input.current?.click()}>
          Usar un archivo de claves
        </button>
        {(set.from === 'file' || set.from === 'none') && (
          <button type="button" onClick={useServer}>
            Usar las de este servicio
          </button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept=".json"
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          if (file) useFile(file)
        }}
      />
    </section>
  )
}

const wordsOf = (set: KeySet): string => {
  switch (set.from) {
    case 'loading':
      return 'Consultando…'
    case 'server':
      return `Se verifica con ${count(set.keys.length, 'clave', 'claves')} de este servicio, también sin conexión mientras esta página siga abierta.`
    case 'file':
      return `Se verifica con ${count(set.keys.length, 'clave', 'claves')} del archivo ${set.name}.`
    case 'none':
      return 'Sin conexión con el servicio: no se tienen sus claves. Un archivo de claves (jwks.json) sirve igual.'
  }
}
