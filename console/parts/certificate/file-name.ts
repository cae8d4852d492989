import { formatDate } from '../../format.ts'
import type { CertificateFacts } from '../../words/certificate.ts'

/** What a question is about, the telling parameter first. */
const SUBJECTS = ['nombre', 'q', 'archivo', 'documento', 'ruc', 'dni', 'placa', 'numero', 'codigo', 'mes', 'fecha']
const LONGEST = 60

/** `constancia-maduro-moros-2026-11-16`: whom and when, so that a person finds it again. */
export const certificateName = ({
  endpoint,
  consulta,
  iat,
}: Pick<CertificateFacts, 'endpoint' | 'consulta' | 'iat'>): string => {
  const name = SUBJECTS.find((one) => consulta[one]) ?? ''
  const subject = (consulta[name] ?? endpoint).replace(name === 'archivo' ? /\.\w{1,5}$/ : '', '')
  // A number alone does not say what it is the number of.
  const kind = /^[\d\s-]+$/.test(subject) ? `${endpoint} ` : ''
  const [day = '', month = '', year = ''] = formatDate(new Date(iat * 1000).toISOString()).split('/')
  const words = `${kind}${subject}`
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, LONGEST)
  return ['constancia', words.replace(/^-|-$/g, ''), year, month, day].filter(Boolean).join('-')
}
