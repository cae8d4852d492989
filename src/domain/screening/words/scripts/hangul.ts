const FIRST = 0xac00
const MEDIALS = 21
const FINALS = 28

const INITIAL = 'G KK N D TT R M B PP S SS - J JJ CH K T P H'.split(' ').map((sound) => sound.replace('-', ''))
const MEDIAL = 'A AE YA YAE EO E YEO YE O WA WAE OE YO U WO WE WI YU EU UI I'.split(' ')
const FINAL = '- K K K N N N T L K M L L L P L M P P T T NG T T K T P T'
  .split(' ')
  .map((sound) => sound.replace('-', ''))

/** Surnames that hardly anybody writes as the rules of romanisation say. */
const SURNAMES: ReadonlyMap<string, string> = new Map(
  (
    '김KIM 이LEE 박PARK 최CHOI 정JEONG 강KANG 조CHO 윤YOON 장JANG 임LIM 오OH 신SHIN 권KWON 안AHN 유YOO 전JEON 고KO 문MOON 손SON 배BAE 백BAEK 허HEO 심SHIM 노NOH ' +
    '곽KWAK 주JOO 우WOO 구KOO 리RI 림RIM 로RO 량RYANG 라RA 류RYU 기KI 길KIL 공KONG 현HYUN 변BYUN 방BANG 원WON 천CHEON 진JIN'
  )
    .split(' ')
    .map((entry): [string, string] => [entry.slice(0, 1), entry.slice(1)]),
)
/** A single letter would be read as an initial. */
const ALONE: Record<string, string> = { A: 'AH', E: 'EH', I: 'YI', O: 'OH', U: 'WOO' }
/** Longer words are no names of people. */
const LONGEST_NAME = 4

/** One syllable in the Revised Romanisation. */
const romaniseSyllable = (code: number): string => {
  const at = code - FIRST
  const initial = INITIAL[Math.floor(at / (MEDIALS * FINALS))] as string
  const medial = MEDIAL[Math.floor(at / FINALS) % MEDIALS] as string
  return initial + medial + (FINAL[at % FINALS] as string)
}

/** A Korean word in Latin letters: a name of a person syllable by syllable with its usual surname, a longer word as one. */
const romaniseWord = (word: string): string => {
  const syllables = [...word].map((syllable) => romaniseSyllable(syllable.charCodeAt(0)))
  if (word.length < 2 || word.length > LONGEST_NAME) return syllables.join('')
  const surname = SURNAMES.get(word.slice(0, 1))
  return syllables.map((syllable, at) => (at === 0 && surname) || ALONE[syllable] || syllable).join(' ')
}

/** Korean syllables in Latin letters, the rest untouched. */
export const romaniseHangul = (text: string): string =>
  text.replace(/[\uac00-\ud7a3]+/g, (word) => ` ${romaniseWord(word)} `)
