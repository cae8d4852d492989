import { type EstadoFuente, type HealthRespuesta, sourceName } from '../../client.ts'
import { listAges } from '../../lists.ts'

/** What an operator should look at, a sentence each; nothing when all is well. */
export const problemsOf = (health: HealthRespuesta): string[] => {
  const { datasets, almacen, publicacion } = health.data
  const lists = listAges(health).flatMap(({ id, state, words, name, edition, isLeftOut }) => {
    if (isLeftOut) return []
    const error = datasets[id]?.error
    if (state === 'missing') return [`${words}${error ? `: ${error}` : ''}.`]
    if (state === 'undated') return [`${name} ${edition}: no se sabe si hay una edición más nueva.`]
    if (state !== 'fresh') return [`${words}${error ? `: ${error}` : ''}. Sigue respondiendo la edición en servicio.`]
    return error ? [`${name}: la última carga falló (${error}). Sigue respondiendo la edición en servicio.`] : []
  })
  const sources = Object.entries(health.providers).flatMap(([id, source]) => {
    const problem = sourceProblem(source)
    return problem ? [`${sourceName(id, 'live')}: ${problem}`] : []
  })
  return [
    ...(almacen.estado === 'ok' ? [] : ['La base de las cuentas no responde.']),
    ...lists,
    ...sources,
    ...(publicacion?.error ? [`Las ediciones no se publican: ${publicacion.error}.`] : []),
  ]
}

const sourceProblem = ({ estado, captchaBlocked, configurado }: EstadoFuente): string | null => {
  if (!configurado || estado === 'ok') return null
  return captchaBlocked || estado === 'bloqueado'
    ? 'pide una verificación. Se espera un momento y se vuelve a probar.'
    : 'está fallando. Se vuelve a probar.'
}
