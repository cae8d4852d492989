import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countryCode, isSameCountry, listedCountries } from './countries.ts'
import { COUNTRY_ROWS } from './country-table.ts'

const ROWS = COUNTRY_ROWS.trim()
  .split('\n')
  .map((row) => row.split('|') as [code: string, spanish: string, english: string])

// ISO 3166-1, as of 2026, and XK.
const CODES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'

test('every country has its code', () => {
  assert.deepEqual(
    ROWS.map(([code]) => code),
    CODES.split(' '),
  )
})

test('no Spanish name stands for two countries, and each is found by every name it has', () => {
  for (const [code, spanish, english] of ROWS) {
    for (const name of [code, ...spanish.split(';')]) assert.equal(countryCode(name), code, name)
    for (const name of english.split(';')) assert.deepEqual(listedCountries(name), [code], name)
  }
})

test('case, accents, articles and the form of the state do not matter', () => {
  for (const [text, code] of [
    ['pe', 'PE'],
    ['PERÚ', 'PE'],
    ['peru', 'PE'],
    ['el Perú', 'PE'],
    ['República del Perú', 'PE'],
    ['Espana', 'ES'],
    ['Reino de España', 'ES'],
    ['EE.UU.', 'US'],
    ['eeuu', 'US'],
    ['República Federativa del Brasil', 'BR'],
    ['República Popular Democrática de Corea', 'KP'],
    ['República de Corea', 'KR'],
    ['República de China', 'TW'],
    ['República Popular China', 'CN'],
    ['El Salvador', 'SV'],
    ['Los Países Bajos', 'NL'],
  ] as const)
    assert.equal(countryCode(text), code, text)
})

test('what is no country is none', () => {
  for (const text of ['', 'XX', 'ZZ', 'P', 'Atlántida', 'Lima', 'Republica de', 'PE PE', 'PE1'])
    assert.equal(countryCode(text), null, text)
})

test('the lists name countries in many ways', () => {
  for (const [text, ...codes] of [
    ['Korea, North', 'KP'],
    ["Democratic People's Republic of Korea", 'KP'],
    ['Congo, Democratic Republic of the', 'CD'],
    ['Congo', 'CG', 'CD'],
    ['Burma', 'MM'],
    ['West Bank', 'PS'],
    ['Region: Gaza', 'PS'],
    ['Region: Northern Mali', 'ML'],
    ['Region: Crimea', 'UA', 'RU'],
    ['Russian Federation', 'RU'],
    ['Syrian Arab Republic', 'SY'],
    ['Iran (Islamic Republic of)', 'IR'],
    ['Bahamas, The', 'BS'],
    ['Sudan/South Sudan', 'SD', 'SS'],
    ['Bahrain (citizenship revoked in Jan. 2015)', 'BH'],
    ['United States. Also believed to hold Syrian nationality', 'US', 'SY'],
    ['possibly Palestinian', 'PS'],
    ['Branch Office 11: Iran', 'IR'],
    ['Sarajevo, Bosnia-Herzegovina', 'BA'],
    ['Guadalajara, Jalisco Mexico', 'MX'],
    ['Atlanta, Georgia, United States', 'US'],
    ['Bata, Equatorial Guinea', 'GQ'],
    ['Aden, Yemen (Republic of Yemen)', 'YE'],
  ] as const)
    assert.deepEqual(listedCountries(text), codes, text)
  for (const text of ['', 'undetermined', 'None Identified', 'na', 'Veracruz', '-0-'])
    assert.deepEqual(listedCountries(text), [], text)
})

test('a territory and its country are the same for a screening, two territories are not', () => {
  assert.ok(isSameCountry('HK', 'CN') && isSameCountry('CN', 'HK'))
  assert.ok(!isSameCountry('HK', 'MO') && !isSameCountry('PE', 'CL'))
})

test('no text makes the readers fail', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const code = countryCode(text)
      assert.ok(code === null || CODES.includes(code))
      for (const one of listedCountries(text)) assert.ok(CODES.includes(one))
    }),
  )
})
