import { useCallback, useEffect } from 'preact/hooks'
import { findCertificates, isPdf } from '../../client.ts'
import { goTo, type Question, replaceQuestion } from '../../navigation.ts'

/** What a person gave to be verified, as the page's question: it is kept in memory alone. */
export interface Given {
  /** Takes a text, a link, or a file. */
  take(content: string | File): Promise<void>
  leave(): void
}

const LARGEST_FILE = 32 * 2 ** 20

/** Why nothing could be taken from what was given. */
export const PROBLEMS = {
  pdf: 'Este PDF no contiene una constancia. Si es una copia impresa o escaneada, use el código QR del papel.',
  grande: 'El archivo es demasiado grande para una constancia.',
  enlace: 'El enlace no está completo: no contiene una constancia.',
} as const

const questionOf = async (content: string | File): Promise<Question | null> => {
  if (typeof content !== 'string' && content.size > LARGEST_FILE) return { problema: 'grande' }
  const bytes = typeof content === 'string' ? content : new Uint8Array(await content.arrayBuffer())
  const code = typeof bytes === 'string' && /#codigo=([0-9A-Z-]{14})$/.exec(bytes.trim())?.[1]
  if (code) return { codigo: code }
  const [first, ...others] = await findCertificates(bytes)
  if (first?.includes('#c=')) return { problema: 'enlace' }
  if (first) return { constancia: first, ...(others.length > 0 && { otras: String(others.length) }) }
  return typeof bytes !== 'string' && isPdf(bytes) ? { problema: 'pdf' } : null
}

/** `brought` is what stood behind the address: the QR code of a certificate leads here with it. */
export const useGiven = (question: Question | null): Given => {
  const code = question?.codigo
  const take = useCallback(
    async (content: string | File) => {
      const taken = await questionOf(content)
      // The code of the paper stays until the certificate of that code is there.
      if (taken) goTo('/constancia', { ...(code && { codigo: code }), ...taken })
    },
    [code],
  )
  const brought = question?.enlace
  useEffect(() => {
    if (brought) void questionOf(brought).then((taken) => replaceQuestion(taken ?? { problema: 'enlace' }))
  }, [brought])
  return { take, leave: () => goTo('/constancia') }
}
