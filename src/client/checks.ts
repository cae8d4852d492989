import { InvalidRequestError } from './errors.ts'

/** Parameters as they are sent: texts, trimmed, in Unicode NFC. */
export type Query = Record<string, string>

/** Refuses what the service would refuse, or what cannot exist, in the service's own words. */
export type Check = (query: Query) => void

const MAX_CHARACTERS = 200
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/u
const RUC_PREFIXES = ['10', '15', '16', '17', '20']
const RUC_WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]

export const invalid = (campo: string, mensaje: string, codigo = 'parametro_invalido'): InvalidRequestError =>
  new InvalidRequestError(mensaje, { codigo, status: 400, campo })

const missing = (campo: string, names = campo): InvalidRequestError =>
  invalid(campo, `Falta el parámetro ${names}`, 'parametro_faltante')

/** Another parameter (key) does not count when this one (value) was given. */
export type Ignored = Readonly<Record<string, string>>

/** The parameters of a question that was given as its main value alone, or by name. */
export const toQuery = (main: string, given: unknown, ignored: Ignored = {}): Query => {
  const named = isNamed(given) ? given : { [main]: given }
  const query: Query = {}
  for (const [name, value] of Object.entries(named)) {
    if (value === undefined || value === null) continue
    const text = textOf(value)
    const problem = text === null ? 'debe ser un texto' : problemIn(text)
    const decisive = (named as Record<string, unknown>)[ignored[name] ?? '']
    if (text !== null && !problem) query[name] = text.trim().normalize('NFC')
    else if (decisive === undefined || decisive === null) throw invalid(name, `El parámetro ${name} ${problem}`)
  }
  return query
}

// A Date or a list has no parameters by name: what was meant by it would be left out.
const isNamed = (given: unknown): given is object =>
  typeof given === 'object' && given !== null && !Array.isArray(given) && !(given instanceof Date)

const textOf = (value: unknown): string | null => {
  if (typeof value === 'boolean') return String(Number(value))
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : null
}

const problemIn = (text: string): string | null => {
  if (CONTROL.test(text)) return 'contiene caracteres de control'
  return [...text.trim().normalize('NFC')].length > MAX_CHARACTERS ? `supera los ${MAX_CHARACTERS} caracteres` : null
}

const need = (query: Query, campo: string): string => query[campo] || raise(missing(campo))

const raise = (error: Error): never => {
  throw error
}

const hasCheckDigit = (ruc: string): boolean => {
  const sum = RUC_WEIGHTS.reduce((total, weight, at) => total + weight * Number(ruc[at]), 0)
  return (11 - (sum % 11)) % 10 === Number(ruc[10])
}

const checkDigits = (query: Query, campo: string, length: number): string => {
  const digits = need(query, campo)
  if (!/^[0-9]+$/.test(digits) || digits.length !== length)
    throw invalid(campo, `${campo} debe tener exactamente ${length} dígitos`)
  return digits
}

const checkName = (query: Query, campo: string, least = 3): void => {
  if ([...need(query, campo)].length < least) throw invalid(campo, `${campo} debe tener al menos ${least} caracteres`)
}

const checkLimit = ({ limite }: Query, most: number): void => {
  if (limite !== undefined && !(/^[0-9]{1,3}$/.test(limite) && Number(limite) >= 1 && Number(limite) <= most))
    throw invalid('limite', `limite debe ser un número entre 1 y ${most}`)
}

const checkFlag = (query: Query, campo: string): void => {
  if (query[campo] !== undefined && !/^(?:[01]|true|false)$/.test(query[campo]))
    throw invalid(campo, `${campo} acepta 1, true, 0 o false`)
}

const isDate = (text: string): boolean => {
  const date = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
  return date !== null && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

const checkDate = (query: Query, campo: string): void => {
  const text = query[campo]
  if (text === undefined || isDate(text)) return
  throw invalid(campo, `${campo} debe ser una fecha ${text ? 'real con la forma ' : ''}AAAA-MM-DD`)
}

const NO_SUCH_RUC = 'El dígito verificador no corresponde: el RUC no existe'

export const checkRuc =
  (isStrict: boolean): Check =>
  (query) => {
    const ruc = checkDigits(query, 'numero', 11)
    if (!isStrict) return
    if (!hasCheckDigit(ruc)) throw invalid('numero', NO_SUCH_RUC)
    if (!RUC_PREFIXES.includes(ruc.slice(0, 2)))
      throw invalid('numero', `numero debe empezar con ${RUC_PREFIXES.join(', ')}: el RUC no existe`)
  }

export const checkDni: Check = (query) => void checkDigits(query, 'numero', 8)

export const checkPersona: Check = (query) => {
  const { nombre, dni } = query
  if (nombre && dni) throw invalid('nombre', 'nombre y dni se excluyen: envíe solo uno de los dos')
  if (!nombre && !dni) throw missing('nombre', 'nombre o dni')
  checkFlag(query, 'detalle')
  if (dni) checkDigits(query, 'dni', 8)
  else checkName(query, 'nombre')
}

export const checkNombre: Check = (query) => {
  checkName(query, 'q')
  checkLimit(query, 100)
}

export const checkSanciones =
  (isStrict: boolean): Check =>
  (query) => {
    if (!query.ruc && !query.nombre) throw missing('ruc', 'ruc o nombre')
    if (!query.ruc) return checkName(query, 'nombre')
    const ruc = checkDigits(query, 'ruc', 11)
    // The list has numbers of other kinds too, for foreign suppliers.
    if (isStrict && RUC_PREFIXES.includes(ruc.slice(0, 2)) && !hasCheckDigit(ruc)) throw invalid('ruc', NO_SUCH_RUC)
  }

export const checkSoat: Check = (query) => {
  const campo = query.placa === undefined && query.numero !== undefined ? 'numero' : 'placa'
  if (!/^[A-Za-z0-9]{6,7}$/.test(need(query, campo).replace(/[\s-]/g, '')))
    throw invalid(campo, `${campo} debe tener 6 o 7 caracteres alfanuméricos`)
}

export const checkTipoCambio: Check = (query) => {
  const { mes, fecha } = query
  if (mes === undefined) return checkDate(query, 'fecha')
  if (!isDate(`${mes}-01`)) throw invalid('mes', 'mes debe ser un mes AAAA-MM')
  if (fecha !== undefined) throw invalid('mes', 'mes y fecha se excluyen: envíe solo uno')
}

export const checkIndicadores: Check = (query) => {
  need(query, 'codigo')
  checkDate(query, 'desde')
  checkDate(query, 'hasta')
  if (query.desde && query.hasta && query.desde > query.hasta)
    throw invalid('desde', 'desde no puede ser posterior a hasta')
}

export const checkCertificate: Check = ({ constancia }) => {
  if (constancia !== undefined && !/^[01]$/.test(constancia)) throw invalid('constancia', 'constancia acepta 1 o 0')
}

export const checkBuscar: Check = (query) => {
  checkName(query, 'q', 2)
  checkLimit(query, 50)
}

export const checkAml: Check = (query) => {
  if (query.nombre !== undefined || query.documento === undefined) checkName(query, 'nombre')
  if (/^[^\p{L}]*\p{N}[^\p{L}]*$/u.test(query.nombre ?? ''))
    throw invalid('nombre', 'nombre es solo un número: si es un documento, envíelo como documento')
  if (query.documento !== undefined && !/^[A-Za-z0-9-]{5,20}$/.test(query.documento))
    throw invalid('documento', 'documento debe tener de 5 a 20 letras, dígitos o guiones')
  checkFlag(query, 'detalle')
}
