import type { EstadoFuente } from '../client.ts'

/** How a source that is asked online is, in words with their tone. One that nobody asked yet has not answered either. */
export const sourceState = ({
  configurado,
  captchaBlocked,
  estado,
  ultimoExito,
}: EstadoFuente): readonly [tone: 'good' | 'warn' | 'bad' | 'none', words: string] => {
  if (!configurado || estado === 'sin_configurar') return ['none', 'No configurada']
  if (captchaBlocked || estado === 'bloqueado') return ['bad', 'Pide una verificación']
  if (estado === 'degradado') return ['warn', 'Está fallando']
  return ultimoExito ? ['good', 'Responde'] : ['none', 'Sin consultar todavía']
}
