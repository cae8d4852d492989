import { stripAccents } from './names/normalise.ts'
import { DEPARTMENTS } from './ubigeo.ts'

/** The columns of an address as the register has them; `-` or a run of dashes is an empty one. */
export interface AddressParts {
  tipoVia: string
  nombreVia: string
  /** `URB.`, `A.H.`: published under the heading CÓDIGO DE ZONA. */
  tipoZona: string
  /** Published under the heading TIPO DE ZONA. */
  nombreZona: string
  numero: string
  interior: string
  lote: string
  /** The flat (`DPTO. 902`), not the region. */
  departamento: string
  manzana: string
  kilometro: string
}

const SPACE = 32
const DASH = 45

const isBlank = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code !== DASH && code !== SPACE) return false
  }
  return true
}

/** A text of the register without outer spaces; a run of dashes means empty. */
export const dashless = (text: string): string => (isBlank(text) ? '' : text.trim())

// Concatenated by hand, because indexing the register does this for every company.
const append = (line: string, label: string, value: string): string => {
  if (isBlank(value)) return line
  const part = label + value.trim()
  return line === '' ? part : `${line} ${part}`
}

/** One line in the order in which the tax authority prints an address. */
export const buildAddress = (parts: AddressParts): string => {
  let line = append('', '', parts.tipoVia)
  line = append(line, '', parts.nombreVia)
  line = append(line, 'NRO. ', parts.numero)
  line = append(line, 'INT. ', parts.interior)
  line = append(line, 'DPTO. ', parts.departamento)
  line = append(line, 'MZA. ', parts.manzana)
  line = append(line, 'LOTE. ', parts.lote)
  line = append(line, 'KM. ', parts.kilometro)
  line = append(line, '', parts.tipoZona)
  line = append(line, '', parts.nombreZona)
  return line.includes('  ') ? line.replace(/ {2,}/g, ' ') : line
}

/** An address line in parts: the street, and the locality. */
export interface Domicile {
  direccion: string
  departamento: string
  provincia: string
  distrito: string
}

const CALLAO = String.raw`(?:PROV\.? ?(?:CONST\.?|CONSTITUCIONAL) ?(?:DEL )?)?CALLAO`
// Nothing separates the department from the street before it.
const TRAILING_DEPARTMENT = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${CALLAO}|(${DEPARTMENTS.join('|')}))$`, 'u')

/**
 * Splits `STREET DEPARTAMENTO - PROVINCIA - DISTRITO` from the right, because localities have hyphens (RUPA-RUPA) and
 * streets may contain ` - `. A line that does not end in a locality is all street.
 */
export const parseDomicile = (text: string): Domicile => {
  const line = dashless(text.replace(/\s+/g, ' '))
  const streetOnly = { direccion: line, departamento: '', provincia: '', distrito: '' }
  const pieces = line.split(/ - /)
  const distrito = pieces.pop()
  const provincia = pieces.pop()
  if (!distrito || !provincia || pieces.length === 0 || isBlank(provincia) || isBlank(distrito)) return streetOnly
  const head = pieces.join(' - ')
  const folded = stripAccents(head)
  const department = TRAILING_DEPARTMENT.exec(folded)
  if (!department) return streetOnly
  // The match's position is valid in the unfolded text only when folding kept the length.
  const street = folded.length === head.length ? head : folded
  return {
    direccion: dashless(street.slice(0, department.index)),
    departamento: department[1] ?? 'CALLAO',
    provincia: stripAccents(provincia.trim()),
    distrito: stripAccents(distrito.trim()),
  }
}
