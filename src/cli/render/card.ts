import picocolors from 'picocolors'
import { shortEstado } from '../../domain/taxpayer-status.ts'
import { wantsColours } from '../output.ts'

const pc = picocolors.createColors(wantsColours())

/** A title over labelled lines; what is not known is left out. */
export const card = (title: string, fields: readonly (readonly [label: string, value: string])[]): string => {
  const known = fields.filter(([, value]) => value !== '')
  const width = Math.max(0, ...known.map(([label]) => label.length))
  return [pc.bold(title), ...known.map(([label, value]) => `  ${pc.dim(label.padEnd(width))}  ${value}`)].join('\n')
}

/** Green for an active taxpayer, red for one that left, yellow for everything between. */
export const paintEstado = (estado: string): string => {
  const short = shortEstado(estado)
  if (short === 'ACTIVO') return pc.green(estado)
  return short === 'BAJA' ? pc.red(estado) : pc.yellow(estado)
}

export const paintCondicion = (condicion: string): string => {
  if (condicion === 'HABIDO') return pc.green(condicion)
  return condicion === 'NO HABIDO' ? pc.red(condicion) : pc.yellow(condicion)
}

export const notice = (aviso: string | undefined): string => (aviso ? pc.yellow(`Aviso: ${aviso}`) : '')

export const paragraphs = (parts: readonly (string | false | undefined)[]): string => parts.filter(Boolean).join('\n')
