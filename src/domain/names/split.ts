import { stripAccents } from './normalise.ts'

export interface SplitName {
  apellidoPaterno: string
  apellidoMaterno: string
  nombres: string
}

/** Words that begin a surname and never end one: a surname is any number of these and one more word. */
const PARTICLES = new Set(
  "DE DEL LA LAS LOS Y SAN SANTA SANTO STA STO VAN VON DI DA DO DOS DAS DU MAC MC O' D'".split(' '),
)
/** VAN DER MEER, VON DEN BERG: particles only after VAN or VON. */
const AFTER_VAN = new Set(['DER', 'DEN'])
const WIDOW = new Set(['VDA', 'VIUDA'])
/** No given name begins with these, so what they begin still belongs to the surname before: MAMANI DE FLORES. */
const LINKS = new Set(['DE', 'DEL', 'Y'])
/** Surnames with a particle inside, which look like two surnames. */
const COMPOUND = new Set([
  'PONCE DE LEON',
  'MONTES DE OCA',
  'LADRON DE GUEVARA',
  'NUÑEZ DEL PRADO',
  'CABEZA DE VACA',
  'PEREZ DE CUELLAR',
  'HURTADO DE MENDOZA',
  'FERNANDEZ DE CORDOVA',
  'FERNANDEZ DE CORDOBA',
  'LOPEZ DE ROMAÑA',
  'MANRIQUE DE LARA',
  'ORTIZ DE ZEVALLOS',
  'ORTIZ DE ZARATE',
  'RAMIREZ DE ARELLANO',
])

const plain = (word = ''): string =>
  /^[A-ZÑ']*$/.test(word)
    ? word
    : stripAccents(word)
        .replace(/[´`’‘]/g, "'")
        .replace(/\.$/, '')

const isParticle = (words: readonly string[], at: number): boolean => {
  const word = plain(words[at])
  return PARTICLES.has(word) || (AFTER_VAN.has(word) && /^V[AO]N$/.test(plain(words[at - 1])))
}

/** Where the surname that begins at `from` ends: its particles, then one word. */
const surnameEnd = (words: readonly string[], from: number): number => {
  let at = from
  if (WIDOW.has(plain(words[at]))) at++
  while (at < words.length && isParticle(words, at)) at++
  return Math.min(at + 1, words.length)
}

/** `after` is how many words must follow a compound surname: PONCE DE LEON ANA may as well be two surnames. */
const paternalEnd = (words: readonly string[], after: number): number =>
  words.length >= 3 + after && COMPOUND.has(words.slice(0, 3).map(plain).join(' ')) ? 3 : surnameEnd(words, 0)

/** Where the maternal surname that begins at `from` ends, with a husband's name where there is one. */
const maternalEnd = (words: readonly string[], from: number): number => {
  let end = surnameEnd(words, from)
  while (end < words.length) {
    const next = surnameEnd(words, end)
    const widow = WIDOW.has(plain(words[end]))
    const linked = LINKS.has(plain(words[end])) && next < words.length
    if (!widow && !linked) break
    end = next
  }
  return end
}

const cut = (words: readonly string[], paternal: number, maternal: number): SplitName => ({
  apellidoPaterno: words.slice(0, paternal).join(' '),
  apellidoMaterno: words.slice(paternal, maternal).join(' '),
  nombres: words.slice(maternal).join(' '),
})

/** A maternal surname is missing when the words left over read as one given name: ANA, JUAN DE DIOS. */
const readsAsGivenName = (words: readonly string[], from: number, maternal: number): boolean => {
  if (maternal !== from + 1 || WIDOW.has(plain(words[from])) || isParticle(words, from)) return false
  return (
    maternal === words.length || (LINKS.has(plain(words[maternal])) && surnameEnd(words, maternal) === words.length)
  )
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean)

/**
 * Splits a registered name, which is written PATERNO MATERNO NOMBRES with nothing between the parts; where a source
 * prints a comma before the given names, it decides. No word is lost or moved.
 */
export const splitRegisteredName = (name: string): SplitName => {
  const [surnames = [], given = [], ...more] = name.split(',').map(wordsOf)
  if (surnames.length > 0 && given.length > 0 && more.length === 0) {
    return { ...cut(surnames, paternalEnd(surnames, 1), surnames.length), nombres: given.join(' ') }
  }
  const words = wordsOf(name)
  const paternal = paternalEnd(words, 2)
  const maternal = maternalEnd(words, paternal)
  return cut(words, paternal, readsAsGivenName(words, paternal, maternal) ? paternal : maternal)
}

/** PATERNO MATERNO NOMBRES. */
export const joinNames = ({ apellidoPaterno, apellidoMaterno, nombres }: SplitName): string =>
  [apellidoPaterno, apellidoMaterno, nombres].filter((part) => part !== '').join(' ')
