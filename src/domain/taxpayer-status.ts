import { stripAccents } from './names/normalise.ts'

/** The register cuts both values here; the live page prints them whole. */
const CUT_AT = 20

type ShortEstado = 'ACTIVO' | 'BAJA' | 'SUSPENDIDO'

/** Every known status in full, with the word `/api/ruc` and `/api/nombre` use for it; null where none of the three is true. */
const ESTADOS: Record<string, ShortEstado | null> = {
  ACTIVO: 'ACTIVO',
  'BAJA PROVISIONAL': 'BAJA',
  'BAJA PROV. POR OFICIO': 'BAJA',
  'BAJA PROVISIONAL DE OFICIO': 'BAJA',
  'SUSPENSION TEMPORAL': 'SUSPENDIDO',
  'BAJA DEFINITIVA': 'BAJA',
  'BAJA DE OFICIO': 'BAJA',
  'BAJA MULT.INSCR. Y OTROS': 'BAJA',
  'NUM. INTERNO IDENTIF.': null,
  'OTROS OBLIGADOS': null,
  'INHABILITADO-VENT.UNICA': null,
  'PENDIENTE DE INI. DE OPERACIONES': null,
  'ANULACION - ERROR SUNAT': 'BAJA',
  'ANULACION - ACTO ILICITO': 'BAJA',
  'ANUL.PROVI.-ACTO ILICITO': 'BAJA',
}

const CONDICIONES = [
  'HABIDO',
  'NO HALLADO SE MUDO DE DOMICILIO',
  'NO HALLADO FALLECIO',
  'NO HALLADO NO EXISTE DOMICILIO',
  'NO HALLADO CERRADO',
  'NO HALLADO NRO.PUERTA NO EXISTE',
  'NO HALLADO DESTINATARIO DESCONOCIDO',
  'NO HALLADO RECHAZADO',
  'NO HALLADO OTROS MOTIVOS',
  'PENDIENTE',
  'NO APLICABLE',
  'POR VERIFICAR',
  'NO HABIDO',
  'NO HALLADO',
  'NO EXISTE LA DIRECCION DECLARADA',
  'DOMICILIO CERRADO',
  'NEGATIVA RECEPCION X PERSONA CAPAZ',
  'AUSENCIA DE PERSONA CAPAZ',
  'NO APLICABLE X TRAMITE DE REVERSION',
  'DEVUELTO',
] as const

// Publishers differ in accents and in the spaces around dots and hyphens, never in letters.
const keyOf = (text: string): string => stripAccents(text).replace(/\s+/g, '')

const expansions = (fullTexts: readonly string[], keyed: (text: string) => string): ReadonlyMap<string, string> =>
  new Map([
    ...fullTexts.map((full) => [keyed(full.slice(0, CUT_AT)), full] as const),
    ...fullTexts.map((full) => [keyed(full), full] as const),
  ])

const expander = (fullTexts: readonly string[]) => {
  // Exact spellings first: nearly all of the register's millions of rows have them.
  const fullByText = expansions(fullTexts, (text) => text.trim())
  const fullByKey = expansions(fullTexts, keyOf)
  return (text: string): string => {
    const full = fullByText.get(text)
    if (full !== undefined) return full
    const tidy = text.replace(/\s+/g, ' ').trim()
    if (/^[- ]*$/.test(tidy)) return ''
    return fullByKey.get(keyOf(tidy)) ?? tidy
  }
}

/** The full text of a taxpayer's status, cut or not; a run of dashes is empty, an unknown text passes as it is. */
export const expandEstado = expander(Object.keys(ESTADOS))

const SHORT = new Map(Object.entries(ESTADOS))

/** The full text of a domicile's condition, by the same rules. */
export const expandCondicion = expander(CONDICIONES)

/** ACTIVO, BAJA or SUSPENDIDO; any other status keeps its full text. */
export const shortEstado = (text: string): string => {
  const full = expandEstado(text)
  return SHORT.get(full) ?? full
}
