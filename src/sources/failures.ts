import { Failure } from '../kernel/errors.ts'

/** It answered something we cannot read. `detail` says what was seen, never about whom. */
export const upstreamChanged = (detail: string): Failure =>
  new Failure('upstream-changed', 'La fuente cambió su formato y su respuesta no se pudo leer', { detail })

export const upstreamUnavailable = (detail: string): Failure =>
  new Failure('upstream-unavailable', 'La fuente no responde por el momento', { detail })

/** It wants proof of a person before it answers. */
export const upstreamBlocked = (detail: string): Failure =>
  new Failure('upstream-blocked', 'La fuente exige una verificación captcha', { detail })
