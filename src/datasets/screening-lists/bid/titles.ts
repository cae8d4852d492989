import type { ListedName, PartyKind } from '../../../domain/screening/party.ts'
import { distinctNames, listedName, tidy } from '../names.ts'

/** The names in one title, the main one first; those of them that are former ones; and the title itself as a name. */
export interface TitleNames {
  names: ListedName[]
  former: string[]
  whole: ListedName
}

// "formerly known as", "previously known as", "formerly operating as:", "also doing business under", "a.k.a.", "d/b/a".
const OTHERWISE =
  /(?:\b(?:formerly|previously|currently|also|now)\s+)?(?:\b(?:known?|operating|trading|doing business)\s+(?:as|under)\b|\b[fadn][./]?k[./]?a\b\.?|\bd[./]?b[./]?a\b\.?|\bformerly\b)\s*:?\s*/i
const FORMER = /\b(?:formerly|previously)\b|\bf[./]?k[./]?a\b/i
const TITLE_OF_PERSON = /^(?:mr|mrs|ms|miss)\b\.?\s+/i
const CARE_OF = /\s+c\/o\s+.*$/i
/** A few words that begin like a name, without a number: the others explain something. */
const SHORT_FORM = /^\p{Lu}(?!.*\d{4})\S*(?: \S+){0,5}$/u
const QUOTES = /^["'\s]+|["'\s,;]+$/g

const bare = (text: string): string => tidy(text.replace(QUOTES, '').replaceAll('"', '').replace(TITLE_OF_PERSON, ''))

/**
 * A title holds the name, short forms in brackets at its end, and other names behind "known as". A bracket inside a name, such
 * as a place, is a part of it.
 */
export const titleNames = (title: string, tipo: PartyKind): TitleNames => {
  const whole = tidy(title)
  const person = tipo === 'individual' ? whole.replace(CARE_OF, '') : whole
  const { name, brackets } = withoutBrackets(person)
  const [own = '', ...others] = name.split(OTHERWISE)
  const main = bare(own.replace(/[\s,;-]+$/, '')) || bare(name) || bare(whole)
  const stated = [...others.map((text) => ({ text, said: name })), ...brackets.flatMap(otherNames)]
  const former = stated.filter(({ said }) => FORMER.test(said)).map(({ text }) => bare(text))
  const short = brackets.filter((bracket) => !OTHERWISE.test(bracket) && SHORT_FORM.test(bare(bracket)))
  return {
    names: distinctNames([
      listedName(main, 'principal'),
      ...stated.map(({ text }) => listedName(bare(text), 'alias')),
      ...short.map((text) => listedName(bare(text), 'alias-debil')),
    ]).filter(({ text }) => /[\p{L}\p{N}]{2}/u.test(text)),
    former: former.filter((text) => text !== ''),
    whole: listedName(bare(whole), 'alias'),
  }
}

const otherNames = (bracket: string): { text: string; said: string }[] => {
  const [, ...others] = bracket.split(OTHERWISE)
  return others.flatMap((text) => text.split(/\s+or\s+/)).map((text) => ({ text, said: bracket }))
}

/** Cuts brackets from the end, one after the other, and quoted ones from anywhere; one may lack its end. */
const withoutBrackets = (title: string): { name: string; brackets: string[] } => {
  const brackets: string[] = []
  const cut = (text: string, bracket: RegExp): string =>
    text.replace(bracket, (_, inside: string) => {
      if (inside.trim() !== '') brackets.push(inside.trim())
      return ' '
    })
  let name = cut(title, /\(\s*(["'][^()]*["']?)\s*\)/g)
  for (let before = ''; before !== name; ) {
    before = name
    name = cut(name.trimEnd(), /\(([^()]*)\)?[\s,;]*$/)
  }
  return { name: tidy(name), brackets }
}
