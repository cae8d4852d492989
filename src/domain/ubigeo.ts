import { stripAccents } from './names/normalise.ts'
import { UBIGEO_TABLE } from './ubigeo-table.ts'

export interface Locality {
  departamento: string
  provincia: string
  distrito: string
}

/** The year of the list the table follows. */
export const UBIGEO_EDITION = '2025'

const NO_LOCALITY: Locality = { departamento: '', provincia: '', distrito: '' }
const RETIRED = ' (retired)'

/** One line or entry of the table: the code so far, the name in use and its other spellings. */
interface Level {
  code: string
  names: string[]
}

const level = (digitsAndNames: string, above: string): Level => ({
  code: above + digitsAndNames.slice(0, 2),
  names: digitsAndNames.slice(3).split(' = '),
})

const eachDistrict = (
  use: (departamento: Level, provincia: Level, distrito: Level, retired: boolean) => void,
): void => {
  let departamento: Level = { code: '', names: [] }
  let provincia = departamento
  for (const line of UBIGEO_TABLE.trim().split('\n')) {
    if (line[0] !== ' ') departamento = level(line, '')
    else if (line[1] !== ' ') provincia = level(line.slice(1), departamento.code)
    else {
      for (const text of line.slice(2).split(/, ?/)) {
        const retired = text.endsWith(RETIRED)
        const entry = retired ? text.slice(0, -RETIRED.length) : text
        if (entry !== '') use(departamento, provincia, level(entry, provincia.code), retired)
      }
    }
  }
}

/** Localities by code: two digits are a department, four a province, six a district. */
const localityByCode = new Map<string, Locality>()

eachDistrict((department, province, district) => {
  const [departamento = '', provincia = '', distrito = ''] = [department.names[0], province.names[0], district.names[0]]
  localityByCode.set(department.code, { departamento, provincia: '', distrito: '' })
  localityByCode.set(province.code, { departamento, provincia, distrito: '' })
  localityByCode.set(district.code, { departamento, provincia, distrito })
})

const lettersOf = (upperCase: string): string => upperCase.replaceAll('Ñ', 'N').replace(/[^A-Z]/g, '')

// Publishers differ in accents, hyphens, Ñ and in foot-note marks (`PUEBLO LIBRE /1`); the letters are the name.
const keyOf = (name: string): string => {
  const letters = lettersOf(stripAccents(name))
  return /^PROV(?:INCIA)?CONST(?:ITUCIONAL)?(?:DEL)?CALLAO$/.test(letters) ? 'CALLAO' : letters
}

const indexNames = (): ReadonlyMap<string, string> => {
  const codeByNames = new Map<string, string>()
  eachDistrict((departamento, provincia, distrito, retired) => {
    for (const d of departamento.names) {
      for (const p of provincia.names) {
        for (const name of distrito.names) {
          const key = [d, p, name].map(lettersOf).join('/')
          // A retired code gives way to the current one of the same names.
          if (!retired || !codeByNames.has(key)) codeByNames.set(key, distrito.code)
        }
      }
    }
  })
  return codeByNames
}

// Built on first use and never changed: only live pages name a locality without its code, so most processes never need it.
let codeByNames: ReadonlyMap<string, string> | undefined

/** The 25 departments, Callao among them. */
export const DEPARTMENTS: readonly string[] = [...localityByCode]
  .filter(([code]) => code.length === 2)
  .map(([, locality]) => locality.departamento)

/** How many district codes there are, retired ones included. */
export const UBIGEO_ROWS = [...localityByCode.keys()].filter((code) => code.length === 6).length

/** The locality of a code. For an unknown district, its province or department where those digits are known. */
export const localityOf = (ubigeo: string): Locality =>
  (ubigeo.length === 6
    ? (localityByCode.get(ubigeo) ?? localityByCode.get(ubigeo.slice(0, 4)) ?? localityByCode.get(ubigeo.slice(0, 2)))
    : undefined) ?? NO_LOCALITY

/** The code of a district, given with its province and department; empty when there is no such combination. */
export const ubigeoOf = (departamento: string, provincia: string, distrito: string): string => {
  codeByNames ??= indexNames()
  return codeByNames.get([departamento, provincia, distrito].map(keyOf).join('/')) ?? ''
}
