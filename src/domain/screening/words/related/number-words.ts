/** What a word says as a number. */
export interface NumberReading {
  /** The number in digits, without leading zeros: `2` of 2, 02, 2ND, II, SECOND, SEGUNDA. */
  value: string
  /** False for a word that is as often no number: XI is a surname, SEGUNDO a given name, DOS a particle. */
  isSure: boolean
}

/** Words for each number, cardinals and ordinals, in the languages that companies and ships are named in. */
const WORDS = `
0 ZERO CERO NULL
1 ONE FIRST UNO UNA PRIMER PRIMERO PRIMERA UNO EINS ERSTE ERSTER PREMIER PREMIERE PRIMEIRO PRIMEIRA PERVY PERVYY PERVIY PERVAYA PERVOE PERVOYE AWWAL BIRINCI
2 TWO SECOND DOS SEGUNDO SEGUNDA DEUX DEUXIEME ZWEI ZWEITE ZWEITER DOIS DUAS DUE SECONDO SECONDA DVA VTOROY VTORAYA VTOROI VTOROE IKINCI
3 THREE THIRD TRES TERCER TERCERO TERCERA TROIS TROISIEME DREI DRITTE DRITTER TERCEIRO TERCEIRA TERZO TERZA TRETIY TRETY TRETYA TRETIA UCUNCU
4 FOUR FOURTH FORTH CUATRO CUARTO CUARTA QUATRE QUATRIEME VIER VIERTE QUATRO QUARTO QUARTA QUATTRO CHETYRE CHETVERTY CHETVERTYY CHETVERTAYA
5 FIVE FIFTH CINCO QUINTO QUINTA CINQ CINQUIEME FUNF FUENF FUNFTE CINQUE PYAT PYATY PYATYY PYATAYA
6 SIX SIXTH SEIS SEXTO SEXTA SIXIEME SECHS SECHSTE SEI SESTO SHEST SHESTOY SHESTAYA
7 SEVEN SEVENTH SIETE SEPTIMO SEPTIMA SEPT SEPTIEME SIEBEN SIEBTE SETE SETTE SETTIMO SEDMOY SEDMAYA
8 EIGHT EIGHTH OCHO OCTAVO OCTAVA HUIT HUITIEME ACHT ACHTE OITO OITAVO OTTO OTTAVO VOSEM VOSMOY VOSMAYA
9 NINE NINTH NUEVE NOVENO NOVENA NEUVIEME NEUN NEUNTE NOVE NONO DEVYAT DEVYATY DEVYATYY DEVYATAYA
10 TEN TENTH DIEZ DECIMO DECIMA DIX DIXIEME ZEHN ZEHNTE DEZ DIECI DESYAT DESYATY DESYATYY DESYATAYA
11 ELEVEN ELEVENTH ONCE UNDECIMO UNDECIMA DECIMOPRIMERO DECIMOPRIMERA ONZE ELF UNDICI ODINNADTSAT
12 TWELVE TWELFTH DOCE DUODECIMO DUODECIMA DECIMOSEGUNDO DECIMOSEGUNDA DOUZE ZWOLF ZWOELF DOZE DODICI DVENADTSAT
13 THIRTEEN THIRTEENTH TRECE DECIMOTERCERO DECIMOTERCERA DECIMOTERCER TREIZE DREIZEHN TREZE TREDICI TRINADTSAT
14 FOURTEEN FOURTEENTH CATORCE DECIMOCUARTO DECIMOCUARTA QUATORZE VIERZEHN QUATTORDICI CHETYRNADTSAT
15 FIFTEEN FIFTEENTH QUINCE DECIMOQUINTO DECIMOQUINTA QUINZE FUNFZEHN FUENFZEHN QUINDICI PYATNADTSAT
16 SIXTEEN SIXTEENTH DIECISEIS DECIMOSEXTO DECIMOSEXTA SEIZE SECHZEHN DEZESSEIS SEDICI SHESTNADTSAT
17 SEVENTEEN SEVENTEENTH DIECISIETE DECIMOSEPTIMO DECIMOSEPTIMA SIEBZEHN DEZESSETE DICIASSETTE SEMNADTSAT
18 EIGHTEEN EIGHTEENTH DIECIOCHO DECIMOCTAVO DECIMOCTAVA DECIMOOCTAVO ACHTZEHN DEZOITO DICIOTTO VOSEMNADTSAT
19 NINETEEN NINETEENTH DIECINUEVE DECIMONOVENO DECIMONOVENA NEUNZEHN DEZENOVE DICIANNOVE DEVYATNADTSAT
20 TWENTY TWENTIETH VEINTE VIGESIMO VIGESIMA VINGT ZWANZIG VINTE VENTI DVADTSAT
21 VEINTIUNO VEINTIUN VEINTIUNA VIGESIMOPRIMERO VIGESIMOPRIMERA TWENTYONE TWENTYFIRST
22 VEINTIDOS VIGESIMOSEGUNDO TWENTYTWO TWENTYSECOND
23 VEINTITRES VIGESIMOTERCERO TWENTYTHREE TWENTYTHIRD
24 VEINTICUATRO TWENTYFOUR TWENTYFOURTH
25 VEINTICINCO TWENTYFIVE TWENTYFIFTH
26 VEINTISEIS TWENTYSIX
27 VEINTISIETE TWENTYSEVEN
28 VEINTIOCHO TWENTYEIGHT
29 VEINTINUEVE TWENTYNINE
30 THIRTY THIRTIETH TREINTA TRIGESIMO TRIGESIMA TRENTE DREISSIG TRINTA TRENTA TRIDTSAT
40 FORTY FORTIETH CUARENTA CUADRAGESIMO QUARANTE VIERZIG QUARENTA QUARANTA SOROK
50 FIFTY FIFTIETH CINCUENTA QUINCUAGESIMO CINQUANTE FUNFZIG FUENFZIG CINQUENTA CINQUANTA PYATDESYAT
60 SIXTY SIXTIETH SESENTA SEXAGESIMO SOIXANTE SECHZIG SESSENTA SESSANTA SHESTDESYAT
70 SEVENTY SEVENTIETH SETENTA SEPTUAGESIMO SIEBZIG SETTANTA SEMDESYAT
80 EIGHTY EIGHTIETH OCHENTA OCTOGESIMO ACHTZIG OITENTA OTTANTA VOSEMDESYAT
90 NINETY NINETIETH NOVENTA NONAGESIMO NEUNZIG NOVANTA DEVYANOSTO
100 HUNDRED HUNDREDTH CIEN CIENTO CENTESIMO HUNDERT CEM CENTO
1000 THOUSAND THOUSANDTH MILENIO TAUSEND MILLE TYSYACHA
`

/** Number words that are also given names, surnames, particles or everyday words. */
const UNSURE = new Set(
  (
    'XI VI IV XX II UNO UNA DOS DUE SEGUNDO PRIMERO PRIMER PRIMERA PRIMEIRO PREMIER PREMIERE QUINTO QUINTA OCTAVO OCTAVA SEXTO NONO NOVENA OTTO ONCE ELF SEI ' +
    'SEPT QUARTO QUARTA TERZO SESTO CUARTO DIX FORTH SOROK CENTO MILLE MILENIO NULL NOVE SETE SECONDO TRES ACHT DEZ'
  ).split(' '),
)

const ROMAN_LIMIT = 39
const ROMAN = /^X{0,3}(?:IX|IV|V?I{0,3})$/
/** English and Spanish endings of an ordinal in digits. */
const ORDINAL = /^([0-9]{1,9})(?:ST|ND|RD|TH|ER|ERO|ERA|DO|DA|RO|RA|TO|TA|MO|MA|VO|VA|NO|NA|O|A|EME|YY|Y|OY|AYA|YA)$/
const DIGITS = /^[0-9]{1,18}$/

const readWords = (): ReadonlyMap<string, string> => {
  const values = new Map<string, string>()
  for (const line of WORDS.trim().split('\n')) {
    const [value, ...words] = line.split(' ') as [string, ...string[]]
    for (const word of words) values.set(word, value)
  }
  return values
}

const VALUES = readWords()

/** The value of a roman numeral of I, V and X, up to 39; 0 for anything else. */
export const romanValue = (word: string): number => {
  if (word.length > 7 || romanDigit(word.charCodeAt(0)) === 0 || !ROMAN.test(word)) return 0
  let value = 0
  for (let at = 0; at < word.length; at++) {
    const digit = romanDigit(word.charCodeAt(at))
    value += digit < romanDigit(word.charCodeAt(at + 1)) ? -digit : digit
  }
  return value <= ROMAN_LIMIT ? value : 0
}

const romanDigit = (code: number): number => (code === 88 ? 10 : code === 86 ? 5 : code === 73 ? 1 : 0)

const withoutZeros = (digits: string): string => digits.replace(/^0+(?=.)/, '')

/** The number that a folded word says by itself, or null. A single letter is an initial, never a number. */
export const numberOf = (word: string): NumberReading | null => {
  const first = word.charCodeAt(0)
  if (first >= 48 && first <= 57) {
    const digits = DIGITS.test(word) ? word : ORDINAL.exec(word)?.[1]
    return digits === undefined ? null : { value: withoutZeros(digits), isSure: true }
  }
  if (word.length < 2) return null
  const value = VALUES.get(word) ?? String(romanValue(word))
  return value === '0' && !VALUES.has(word) ? null : { value, isSure: !UNSURE.has(word) }
}

/** Tens and ones in two words as one number, or null. */
export const joinNumber = (tens: string, ones: string): string | null => {
  const first = Number(numberOf(tens)?.value ?? 0)
  const second = Number(numberOf(ones)?.value ?? 0)
  return isTensWord(tens, first) && second > 0 && second < 10 ? String(first + second) : null
}

/** Words that say that a number follows. */
const MARKERS = new Set(
  'NO NRO NUM NUMERO NUMBER N NR NUMMER HULL SERIES SERIE FASE PHASE UNIT UNIDAD LOTE TRANCHE BLOCK'.split(' '),
)

/**
 * The numbers of a name, in its order. Here a last I, V or X after a whole word is a number (RAINBOW V), tens and ones that
 * follow each other are one (TWENTY FIRST), and words that are seldom numbers count only after a word such as No.
 */
export const numbersIn = (words: readonly string[]): string[] => {
  const numbers: string[] = []
  let openTens = 0
  for (let at = 0; at < words.length; at++) {
    const reading = numberAt(words, at, openTens > 0)
    const value = reading === null ? -1 : Number(reading)
    if (openTens > 0 && value > 0 && value < 10) numbers[numbers.length - 1] = String(openTens + value)
    else if (reading !== null) numbers.push(reading)
    // TREINTA Y UNO: the joining word keeps the tens open.
    if (words[at] === 'Y' && openTens > 0) continue
    openTens = isTensWord(words[at] as string, value) ? value : 0
  }
  return numbers
}

const isTensWord = (word: string, value: number): boolean =>
  value >= 20 && value < 100 && value % 10 === 0 && VALUES.has(word)

const numberAt = (words: readonly string[], at: number, isAfterTens: boolean): string | null => {
  const word = words[at] as string
  const before = words[at - 1] ?? ''
  const isAfterMarker = MARKERS.has(before)
  if (word.length === 1 && (word === 'I' || word === 'V' || word === 'X')) {
    const isLastOfName = at === words.length - 1 && before.length > 2
    return isAfterMarker || isLastOfName ? String(romanValue(word)) : null
  }
  const reading = numberOf(word)
  if (reading === null) return null
  const isLastNumeral = at > 0 && at === words.length - 1 && romanValue(word) > 0
  return reading.isSure || isAfterMarker || isAfterTens || isLastNumeral ? reading.value : null
}
