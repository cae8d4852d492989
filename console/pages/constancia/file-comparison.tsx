import { useMemo, useState } from 'preact/hooks'
import { certifiedFiles } from '../../parts/certificate/batch-answer.ts'
import { FileDrop } from '../../parts/file-drop.tsx'
import { Message } from '../../states/message.tsx'
import type { CertificateFacts } from '../../words/certificate.ts'

/** Of a batch's certificate: whether a file at hand is the one that was sent, or its result. The file is sent nowhere. */
export const FileComparison = ({ facts }: { facts: CertificateFacts }) => {
  const files = useMemo(() => certifiedFiles(facts), [facts.jti])
  const [compared, setCompared] = useState<{ name: string; sha256: string } | null>(null)
  if (files.length === 0) return null
  const compare = async (file: File): Promise<void> => {
    const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
    setCompared({ name: file.name, sha256: Array.from(sum, (byte) => byte.toString(16).padStart(2, '0')).join('') })
  }
  const found = files.find(({ sha256 }) => sha256 === compared?.sha256)
  return (
    <section class="no-print" aria-label="Comparar un archivo">
      <FileDrop button="Comparar un archivo" accept=".csv,.xlsx,.json,.txt" onFile={(file) => void compare(file)}>
        <p>El archivo que se subió o su resultado: se compara con las sumas de la constancia, en este navegador.</p>
      </FileDrop>
      <div role="status">
        {compared && (
          <Message kind={found ? 'good' : 'bad'}>
            {found
              ? `${compared.name} es ${found.name}, sin ningún cambio.`
              : `${compared.name} no es ninguno de los archivos de esta constancia, o cambió desde entonces.`}
          </Message>
        )}
      </div>
    </section>
  )
}
