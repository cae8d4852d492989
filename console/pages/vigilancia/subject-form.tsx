import { useState } from 'preact/hooks'
import { asChasquiError } from '../../ask.ts'
import type { ChasquiError, DatosVigilado, Vigilado } from '../../client.ts'
import { isoDate } from '../../format.ts'
import { useIsShown } from '../../is-shown.ts'
import { useBackKey } from '../../keys.ts'
import { listsToAsk } from '../../lists.ts'
import { goBack } from '../../navigation.ts'
import { Field } from '../../parts/field.tsx'
import { useSession } from '../../session.ts'
import { Failed } from '../../states/failed.tsx'
import { compactDocument } from '../../words/document.ts'
import { sentence } from '../../words/sentence.ts'
import { SUBJECT_KINDS } from '../../words/watch.ts'

interface SubjectFormProps {
  /** The subject to change; absent for a new one. */
  subject?: Vigilado
  onSaved(subject: Vigilado, aviso: string | undefined): void
}

const KINDS = Object.entries(SUBJECT_KINDS) as [Vigilado['tipo'], string][]
const FIELDS = ['referencia', 'tipo', 'nombre', 'documento', 'nacimiento', 'pais', 'ruc'] as const
type FieldName = (typeof FIELDS)[number]

/** What is known of somebody who is watched. */
export const SubjectForm = ({ subject, onSaved }: SubjectFormProps) => {
  const { client, health, signOut } = useSession()
  const [fields, setFields] = useState(() => fieldsOf(subject))
  const [sent, setSent] = useState<'no' | 'yes' | ChasquiError>('no')
  const isShown = useIsShown()
  useBackKey(JSON.stringify(fields) === JSON.stringify(fieldsOf(subject)))
  const refused = sent instanceof Error && sent.kind === 'invalid' ? sent : null
  const field = (name: FieldName) => ({
    name,
    value: fields[name],
    onInput: (value: string) => setFields((before) => ({ ...before, [name]: value })),
    error: refused?.campo === name ? sentence(refused.message) : null,
  })
  const save = async (event: Event): Promise<void> => {
    event.preventDefault()
    setSent('yes')
    try {
      // A new one is screened on all lists that the service has; one that is changed keeps its lists.
      const listas = subject ? subject.listas : (listsToAsk(health)?.split(',') as DatosVigilado['listas'])
      const { data, aviso } = await client.vigilancia.poner({ ...factsOf(fields), ...(listas && { listas }) })
      if (isShown()) onSaved(data, aviso)
    } catch (failure) {
      const error = asChasquiError(failure)
      if (error.kind === 'key' && error.status === 401) return signOut('La clave dejó de ser válida.')
      setSent(error)
    }
  }
  return (
    <form class="screening-form card" onSubmit={(event) => void save(event)}>
      <Field label="Nombre o razón social" {...field('nombre')} required autoFocus={!subject} />
      {subject ? null : (
        <Field label="Referencia" {...field('referencia')} hint="La suya: código de cliente o contrato" required />
      )}
      <Field label="Tipo" {...field('tipo')} options={KINDS} />
      <Field label="Documento" {...field('documento')} hint="DNI, RUC, pasaporte u otro" />
      <Field label="Fecha de nacimiento" {...field('nacimiento')} hint="15/11/1970, 11/1970 o solo 1970" />
      <Field label="País" {...field('pais')} hint="Perú o PE" />
      <Field label="RUC" {...field('ruc')} hint="Vigila también su estado, condición y sanciones" inputMode="numeric" />
      <div class="actions">
        <button type="submit" class="primary" disabled={sent === 'yes'}>
          {sent === 'yes' ? 'Guardando…' : subject ? 'Guardar los cambios' : 'Poner bajo vigilancia'}
        </button>
        <button type="button" onClick={() => goBack(null)}>
          Cancelar
        </button>
        <p class="quiet-text">
          {subject
            ? 'Se revisa otra vez; sus descartes se vuelven a mirar.'
            : 'Cuesta una unidad ahora y una cada mes que siga. Revisarlo otra vez no cuesta.'}
        </p>
      </div>
      {sent instanceof Error && !(refused?.campo && refused.campo in fields) && <Failed error={sent} />}
    </form>
  )
}

const fieldsOf = (subject: Vigilado | undefined): Record<FieldName, string> => ({
  ...(Object.fromEntries(FIELDS.map((name) => [name, subject?.[name] ?? ''])) as Record<FieldName, string>),
  tipo: subject?.tipo ?? 'persona',
  nacimiento: peopleDate(subject?.nacimiento ?? ''),
})

/** As it is typed: `15/11/1970`, `11/1970` or `1970`. */
const peopleDate = (iso: string): string => iso.split('-').reverse().join('/')

const factsOf = (fields: Record<FieldName, string>): DatosVigilado => {
  const { documento, nacimiento, ruc, ...rest } = Object.fromEntries(
    FIELDS.map((name) => [name, fields[name].trim()] as const).filter(([, value]) => value !== ''),
  ) as Partial<Record<FieldName, string>>
  return {
    ...(rest as Pick<DatosVigilado, 'referencia' | 'tipo' | 'nombre'>),
    ...(documento && { documento: compactDocument(documento) }),
    ...(nacimiento && { nacimiento: isoDate(nacimiento) }),
    ...(ruc && { ruc: ruc.replace(/\s/g, '') }),
  }
}
