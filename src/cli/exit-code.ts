/** Exit codes, for scripts. */
export const ExitCode = { found: 0, notFound: 1, badInput: 2, sourceFailure: 3, hit: 4 } as const

/** What each code means; shown by `--help` and in `docs/command-line.md`. */
export const EXIT_CODES: readonly (readonly [code: number, means: string])[] = [
  [ExitCode.found, 'encontrado, o hecho'],
  [ExitCode.notFound, 'no encontrado; constancia o eventos no válidos; o no se abrió el almacén'],
  [ExitCode.badInput, 'la orden o un valor está mal escrito; o no se pudo revisar ninguna fila'],
  [ExitCode.sourceFailure, 'una fuente, una lista o el servicio falla; no significa que no exista'],
  [ExitCode.hit, 'con --alerta: hay una coincidencia o una sanción vigente'],
]

/** The exit codes of single errors by their `codigo`; all others are `sourceFailure`. */
const BY_CODIGO: Readonly<Record<string, number>> = {
  no_encontrado: ExitCode.notFound,
  parametro_invalido: ExitCode.badInput,
  parametro_faltante: ExitCode.badInput,
}

/** The exit code for the `codigo` of an error, made here or by a server. */
export const exitCodeOfCodigo = (codigo: string): number => BY_CODIGO[codigo] ?? ExitCode.sourceFailure
