import { useState } from 'preact/hooks'
import { FileDrop } from '../../parts/file-drop.tsx'

/** Takes a certificate: a file, or pasted text. */
export const CertificateForm = ({ take }: { take(content: string | File): Promise<void> }) => {
  const [typed, setTyped] = useState('')
  const submit = (): void => {
    setTyped('')
    void take(typed)
  }
  return (
    <form
      class="certificate-form"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <FileDrop button="Elegir archivo" accept=".pdf,.jws,.txt,.jwt" onFile={(file) => void take(file)}>
        <p>El PDF de la constancia o su archivo .jws. O arrástrelo hasta aquí, o pegue abajo su texto.</p>
        <p class="quiet-text">Se verifica en este navegador: no se envía a ninguna parte.</p>
      </FileDrop>
      <div class="field">
        <label for="texto-constancia">Texto de la constancia</label>
        <textarea
          id="texto-constancia"
          class="mono"
          rows={6}
          autoComplete="off"
          spellcheck={false}
          placeholder="eyJhbGciOiJFZERTQSIs… o el enlace de su código QR"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey) return
            event.preventDefault()
            submit()
          }}
        />
      </div>
      <div class="actions">
        <button type="submit" class="primary">
          Verificar
        </button>
      </div>
    </form>
  )
}
