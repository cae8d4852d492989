import { type ChasquiError, checkRuc } from '../../client.ts'

const check = checkRuc(true)

/** A RUC as it was typed, without spaces, points and hyphens. */
export const compactRuc = (typed: string): string => typed.replace(/[\s.-]/g, '')

/** Why a text cannot be a RUC, before anybody is asked; null when it can. */
export const rucProblem = (ruc: string): string | null => {
  if (!/^\d*$/.test(ruc)) return 'Un RUC solo tiene dígitos.'
  if (ruc.length !== 11) return `Un RUC tiene 11 dígitos; aquí hay ${ruc.length}.`
  try {
    check({ numero: ruc })
    return null
  } catch (error) {
    return `${(error as ChasquiError).message.replace(/^numero /, 'El RUC ')}. No se consultó.`
  }
}
