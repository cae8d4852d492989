import { useState } from 'preact/hooks'
import { Field } from '../parts/field.tsx'

interface KeyFormProps {
  reason: string | null
  signIn(key: string): Promise<void>
}

/** Asks for the key once per tab. */
export const KeyForm = ({ reason, signIn }: KeyFormProps) => {
  const [key, setKey] = useState('')
  const [isChecking, setChecking] = useState(false)
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    setChecking(true)
    await signIn(key)
    setChecking(false)
  }
  return (
    <main class="key-form">
      <h1>Chasqui</h1>
      <p>Consultas de registros y cumplimiento para el Perú.</p>
      <form onSubmit={submit}>
        {/* Shown as a password, and never offered to a password store: the key lives in this tab alone. */}
        <Field
          label="Clave de acceso"
          name="clave"
          type="password"
          value={key}
          onInput={setKey}
          hint="La que le dio quien administra el servicio; empieza con chq_."
          error={reason}
          autoComplete="off"
          autoFocus
          required
        />
        <button class="primary" type="submit" disabled={isChecking}>
          {isChecking ? 'Comprobando…' : 'Entrar'}
        </button>
      </form>
    </main>
  )
}
