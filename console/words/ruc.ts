import { compactDocument } from './document.ts'

const WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]
const PREFIXES = ['10', '15', '16', '17', '20']

/** A RUC as it was typed, without its label, spaces, points and hyphens. */
export const compactRuc = (typed: string): string => compactDocument(typed).replaceAll('-', '')

const hasCheckDigit = (ruc: string): boolean => {
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(ruc[at]), 0)
  return (11 - (sum % 11)) % 10 === Number(ruc[10])
}

/** Why a text cannot be a RUC, before anybody is asked; null when it can. */
export const rucProblem = (ruc: string): string | null => {
  if (!/^\d*$/.test(ruc)) return 'Un RUC solo tiene dígitos.'
  if (ruc.length !== 11) return `Un RUC tiene 11 dígitos; aquí hay ${ruc.length}.`
  if (!hasCheckDigit(ruc)) return 'El dígito verificador no corresponde: el RUC no existe. No se consultó.'
  if (PREFIXES.includes(ruc.slice(0, 2))) return null
  return `Un RUC empieza con ${PREFIXES.slice(0, -1).join(', ')} o ${PREFIXES.at(-1)}: este no existe. No se consultó.`
}
