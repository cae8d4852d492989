/** What a letter of a name is not, though Unicode calls `ª`, `º` and `ˆ` letters. */
const NO_LETTER = '(?:[^\\p{L}]|[ªºˆ])'
const LABEL = '(?:[Rr]\\.?[Uu]\\.?[Cc]|[Dd]\\.?[Nn]\\.?[Ii])(?:[^\\p{L}]*[Nn](?:[Rr][Oo])?(?!\\p{L}))?'

/**
 * A number in the place of a name, alone or behind what it is called: `20100070970`, `12.345.678`, `RUC N° 20100070970`,
 * `DNI: 1234567`. A text, because the OpenAPI document has it too.
 */
export const LONE_NUMBER = `(?:${LABEL})?${NO_LETTER}*\\p{N}${NO_LETTER}*`

const PATTERN = new RegExp(`^${LONE_NUMBER}$`, 'u')

/** Asked first: nearly all names have none. */
const HAS_NUMBER = /\p{N}/u

/** Is it no name but a document? */
export const isLoneNumber = (text: string): boolean => HAS_NUMBER.test(text) && PATTERN.test(text)
