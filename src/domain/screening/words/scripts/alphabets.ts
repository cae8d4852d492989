/** A table of letters, each followed by what it becomes: `А:A Ж:ZH Ь:`. */
const letters = (table: string): ReadonlyMap<string, string> =>
  new Map(
    table
      .trim()
      .split(/\s+/)
      .map((pair) => pair.split(':') as [string, string]),
  )

const GREEK = letters(
  'Α:A Β:V Γ:G Δ:D Ε:E Ζ:Z Η:I Θ:TH Ι:I Κ:K Λ:L Μ:M Ν:N Ξ:X Ο:O Π:P Ρ:R Σ:S Τ:T Υ:Y Φ:F Χ:CH Ψ:PS Ω:O ' +
    'ΟΥ:OU ΑΙ:AI ΕΙ:EI ΟΙ:OI ΓΓ:NG ΓΚ:GK ΓΞ:NX ΓΧ:NCH ΜΠ:MP ΝΤ:NT ΤΖ:TZ ΤΣ:TS',
)
const GREEK_AT_START = letters('ΜΠ:B ΝΤ:D ΓΚ:G')
const GREEK_UNVOICED = new Set('ΘΚΞΠΣΤΦΧΨ')

/** Greek capitals as passports write them; ΑΥ, ΕΥ and ΗΥ sound by what follows them. */
const romaniseGreekWord = (word: string): string => {
  let latin = ''
  for (let at = 0; at < word.length; ) {
    const pair = word.slice(at, at + 2)
    const next = word[at + 2]
    if (/^[ΑΕΗ]Υ$/.test(pair)) {
      latin += (GREEK.get(pair[0] as string) as string) + (next === undefined || GREEK_UNVOICED.has(next) ? 'F' : 'V')
      at += 2
      continue
    }
    const both = (at === 0 ? GREEK_AT_START.get(pair) : undefined) ?? (pair.length === 2 ? GREEK.get(pair) : undefined)
    latin += both ?? GREEK.get(word[at] as string) ?? word[at]
    at += both === undefined ? 1 : 2
  }
  return latin
}

const GEORGIAN = letters(
  'ა:A ბ:B გ:G დ:D ე:E ვ:V ზ:Z თ:T ი:I კ:K ლ:L მ:M ნ:N ო:O პ:P ჟ:ZH რ:R ს:S ტ:T უ:U ფ:P ქ:K ღ:GH ყ:Q შ:SH ჩ:CH ც:TS ძ:DZ წ:TS ჭ:CH ხ:KH ჯ:J ჰ:H',
)
/** Upper case puts Georgian letters into a block of their own. */
const GEORGIAN_CAPITALS = 0x1c90 - 0x10d0

const ARMENIAN = letters(
  'Ա:A Բ:B Գ:G Դ:D Ե:E Զ:Z Է:E Ը:Y Թ:T Ժ:ZH Ի:I Լ:L Խ:KH Ծ:TS Կ:K Հ:H Ձ:DZ Ղ:GH Ճ:CH Մ:M Յ:Y Ն:N Շ:SH Ո:O Չ:CH Պ:P Ջ:J Ռ:R Ս:S Վ:V Տ:T Ր:R Ց:TS Ւ:V Փ:P Ք:K Օ:O Ֆ:F ՈՒ:U',
)

const DEVANAGARI = letters(
  'क:K ख:KH ग:G घ:GH ङ:N च:CH छ:CHH ज:J झ:JH ञ:N ट:T ठ:TH ड:D ढ:DH ण:N त:T थ:TH द:D ध:DH न:N प:P फ:PH ब:B भ:BH म:M य:Y र:R ल:L व:V श:SH ष:SH स:S ह:H',
)
const DEVANAGARI_VOWELS = letters(
  'अ:A आ:A इ:I ई:I उ:U ऊ:U ए:E ऐ:AI ओ:O औ:AU ऋ:RI ा:A ि:I ी:I ु:U ू:U े:E ै:AI ो:O ौ:AU ृ:RI ं:N ँ:N ः:H ्: ़:',
)
const VIRAMA = '\u094d'
const NO_VOWEL_BEFORE = /[\u093c\u093e-\u094d]/

/** A consonant has an A unless another vowel or a virama follows; the A at the end of a word is silent. */
const romaniseDevanagariWord = (word: string): string => {
  let latin = ''
  for (let at = 0; at < word.length; at++) {
    const letter = word[at] as string
    const consonant = DEVANAGARI.get(letter)
    // After a consonant without a vowel it is spoken: NARENDRA.
    const isSilentEnd = at === word.length - 1 && word[at - 1] !== VIRAMA
    if (consonant === undefined) latin += DEVANAGARI_VOWELS.get(letter) ?? ''
    else latin += consonant + (isSilentEnd || NO_VOWEL_BEFORE.test(word[at + 1] ?? '') ? '' : 'A')
  }
  return latin
}

const KANA = letters(
  'あ:A い:I う:U え:E お:O か:KA き:KI く:KU け:KE こ:KO さ:SA し:SHI す:SU せ:SE そ:SO た:TA ち:CHI つ:TSU て:TE と:TO な:NA に:NI ぬ:NU ね:NE の:NO ' +
    'は:HA ひ:HI ふ:FU へ:HE ほ:HO ま:MA み:MI む:MU め:ME も:MO や:YA ゆ:YU よ:YO ら:RA り:RI る:RU れ:RE ろ:RO わ:WA を:O ん:N が:GA ぎ:GI ぐ:GU げ:GE ご:GO ' +
    'ざ:ZA じ:JI ず:ZU ぜ:ZE ぞ:ZO だ:DA ぢ:JI づ:ZU で:DE ど:DO ば:BA び:BI ぶ:BU べ:BE ぼ:BO ぱ:PA ぴ:PI ぷ:PU ぺ:PE ぽ:PO ゔ:VU ' +
    'ぁ:A ぃ:I ぅ:U ぇ:E ぉ:O ゃ:YA ゅ:YU ょ:YO',
)
const KATAKANA_OFFSET = 0x60

/** Hepburn without long vowels: KYO of き and ょ, a doubled consonant after っ. */
const romaniseKanaWord = (word: string): string => {
  let latin = ''
  let isDoubled = false
  for (const kana of word) {
    const code = kana.charCodeAt(0)
    const hiragana = code >= 0x30a1 && code <= 0x30f6 ? String.fromCharCode(code - KATAKANA_OFFSET) : kana
    if (hiragana === 'っ') {
      isDoubled = true
      continue
    }
    const sound = KANA.get(hiragana) ?? ''
    if ('ゃゅょ'.includes(hiragana))
      latin = latin.replace(/(?:(SH|CH|J)|(.))I$/, (_, soft, hard) => soft ?? `${hard}Y`) + sound.slice(1)
    else if ('ぁぃぅぇぉ'.includes(hiragana)) latin = latin.replace(/[AIUEO]$/, '') + sound
    else latin += (isDoubled ? sound.slice(0, 1) : '') + sound
    isDoubled = false
  }
  return latin.replace(/OU(?!E)/g, 'O').replaceAll('UU', 'U')
}

const byLetter = (word: string, table: ReadonlyMap<string, string>): string =>
  [...word].map((letter) => table.get(letter) ?? letter).join('')

/**
 * Greek, Georgian, Armenian, Devanagari and kana in Latin letters, the rest untouched; upper case in, upper case out. These
 * writings say every sound, so that equal Latin letters mean equal letters there, but for a few vowels.
 */
export const romaniseAlphabets = (text: string): string =>
  text
    .replace(/[\u0391-\u03a9]+/g, romaniseGreekWord)
    .replace(/[\u1c90-\u1cba]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - GEORGIAN_CAPITALS))
    .replace(/[\u10d0-\u10f0]+/g, (word) => byLetter(word, GEORGIAN))
    .replace(/[\u0531-\u0556]+/g, (word) => byLetter(word.replaceAll('ՈՒ', 'U'), ARMENIAN))
    .replace(/[\u0900-\u0963]+/g, romaniseDevanagariWord)
    .replace(/[\u3041-\u3096\u30a1-\u30f6\u30fc]+/g, romaniseKanaWord)
