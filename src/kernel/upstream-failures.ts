import { Failure } from './errors.ts'

/** It answered something we cannot read. `detail` says what was seen, never about whom. */
export const upstreamChanged = (
  detail: string,
  mensaje = 'La fuente cambió su formato y su respuesta no se pudo leer',
): Failure => new Failure('upstream-changed', mensaje, { detail })

/** It did not answer, or refused to. */
export const upstreamUnavailable = (detail: string, mensaje = 'La fuente no responde por el momento'): Failure =>
  new Failure('upstream-unavailable', mensaje, { detail })

/** It asks for a captcha. */
export const upstreamBlocked = (detail: string, mensaje = 'La fuente exige una verificación captcha'): Failure =>
  new Failure('upstream-blocked', mensaje, { detail })

/** What is said of a source that this installation has no credential for. The console knows it by these words. */
export const NO_ACCOUNT = 'Esta instalación no tiene cuenta en la fuente'

const TIMED_OUT = 'timeout'

/** It did not answer before its call was ended. */
export const timedOut = (): Failure => upstreamUnavailable(TIMED_OUT, 'La fuente no respondió a tiempo')

export const isTimedOut = ({ detail }: Failure): boolean => detail === TIMED_OUT
