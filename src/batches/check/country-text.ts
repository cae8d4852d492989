import { stripAccents } from '../../domain/names/normalise.ts'
import { countryCode, listedCountries } from '../../domain/screening/facts/countries.ts'

/** What people of a country are called in Spanish, by its code: the last letter of a word that ends in O is also A, and S may follow. */
const NATIONALITIES = `PE PERUANO|AR ARGENTINO|BO BOLIVIANO|BR BRASILEÑO BRASILERO|CL CHILENO|CO COLOMBIANO|CR COSTARRICENSE|CU CUBANO|EC ECUATORIANO
SV SALVADOREÑO|GT GUATEMALTECO|HN HONDUREÑO|HT HAITIANO|MX MEXICANO|NI NICARAGÜENSE|PA PANAMEÑO|PY PARAGUAYO|UY URUGUAYO|VE VENEZOLANO
US ESTADOUNIDENSE NORTEAMERICANO|CA CANADIENSE|ES ESPAÑOL ESPAÑOLA|PT PORTUGUES PORTUGUESA|FR FRANCES FRANCESA|IT ITALIANO|DE ALEMAN ALEMANA
GB BRITANICO|IE IRLANDES IRLANDESA|NL HOLANDES HOLANDESA NEERLANDES NEERLANDESA|BE BELGA|CH SUIZO|AT AUSTRIACO|SE SUECO|NO NORUEGO|DK DANES DANESA
FI FINLANDES FINLANDESA|PL POLACO|RU RUSO|UA UCRANIANO|BY BIELORRUSO|RO RUMANO|BG BULGARO|GR GRIEGO|TR TURCO|IL ISRAELI|IR IRANI|IQ IRAQUI|SY SIRIO
LB LIBANES LIBANESA|SA SAUDI SAUDITA|EG EGIPCIO|LY LIBIO|MA MARROQUI|DZ ARGELINO|NG NIGERIANO|ZA SUDAFRICANO|CN CHINO|JP JAPONES JAPONESA|KR SURCOREANO
KP NORCOREANO|IN INDIO|PK PAKISTANI|AF AFGANO|AU AUSTRALIANO|CZ CHECO|HU HUNGARO|RS SERBIO|HR CROATA`

/** Codes of three letters, as passports and programs have them. */
const LONG_CODES = `PER PE|ARG AR|BOL BO|BRA BR|CHL CL|COL CO|CRI CR|CUB CU|ECU EC|SLV SV|GTM GT|HND HN|HTI HT|MEX MX|NIC NI|PAN PA|PRY PY|URY UY|VEN VE|DOM DO
USA US|CAN CA|ESP ES|PRT PT|FRA FR|ITA IT|DEU DE|GBR GB|IRL IE|NLD NL|BEL BE|CHE CH|AUT AT|SWE SE|NOR NO|DNK DK|FIN FI|POL PL|RUS RU|UKR UA|BLR BY|ROU RO
BGR BG|GRC GR|TUR TR|ISR IL|IRN IR|IRQ IQ|SYR SY|LBN LB|SAU SA|ARE AE|EGY EG|LBY LY|MAR MA|DZA DZ|NGA NG|ZAF ZA|CHN CN|HKG HK|TWN TW|JPN JP|KOR KR|PRK KP
IND IN|PAK PK|AFG AF|AUS AU|CZE CZ|HUN HU|SRB RS|HRV HR|YEM YE|SDN SD|SOM SO|COD CD|MMR MM`

const pairs = (table: string): string[][] => table.split(/[|\n]/).map((entry) => entry.split(' '))

/** Ñ is often typed N. */
const fold = (text: string): string =>
  stripAccents(text)
    .replaceAll('Ñ', 'N')
    .replace(/[^A-Z]+/g, ' ')
    .trim()

const CODES = new Map([
  ...pairs(LONG_CODES).map(([long, code]) => [long as string, code as string] as const),
  ...pairs(NATIONALITIES).flatMap(([code, ...words]) =>
    words.flatMap((word) =>
      (word.endsWith('O') ? [word, `${word.slice(0, -1)}A`] : [word]).map(
        (one) => [fold(one), code as string] as const,
      ),
    ),
  ),
])

/** A country as files have it (`PERUANA`, `PER`, `Russia`), in the form that the lookup takes; anything else stays, so that it is refused. */
export const countryText = (text: string): string => {
  if (text === '' || countryCode(text) !== null) return text
  const known = CODES.get(fold(text))
  if (known !== undefined) return known
  const listed = listedCountries(text)
  return listed.length === 1 ? (listed[0] as string) : text
}
