import assert from 'node:assert/strict'
import { test } from 'node:test'
import { companyWordClass, craftPrefixLength } from './company-words.ts'
import { isKnownWord } from './known-words.ts'
import { ACTIVITIES, BODIES, QUALITIES } from './tables/activities.ts'
import { EVERYDAY_WORDS } from './tables/everyday-words.ts'
import { COMPASS, PLACES } from './tables/places.ts'
import { tableWords } from './tables/table-words.ts'
import { WORLD_NAMES } from './tables/world-names.ts'

test('words that exist one letter apart are all known, and misspellings are not', () => {
  for (const word of 'DELTA CELTA BETA OMEGA STAR STAN GOLD GULF NORTH SOUTH MARTIN MARIN IVAN IRAN KIM KIN QUISPE PEPE INTL'.split(
    ' ',
  ))
    assert.ok(isKnownWord(word), word)
  for (const word of 'GASTELMU QUIZPEE MARRTIN PETROLUEM SHIPING TRAIDNG XQZ'.split(' '))
    assert.ok(!isKnownWord(word), word)
})

test('every word of the tables is folded', () => {
  const words = [EVERYDAY_WORDS, WORLD_NAMES, PLACES, COMPASS, ACTIVITIES, QUALITIES, BODIES].flatMap(tableWords)
  assert.deepEqual(
    words.filter((word) => !/^[A-Z]+$/.test(word)),
    [],
  )
})

test('words of company names have a class, telling words have none', () => {
  const CLASSES = {
    place: 'PERU PERUANA IRAN MOSCOW LONDRES HONG',
    compass: 'NORTH ORIENTAL SUR',
    activity: 'TRADING SHIPPING PETROLEUM COMERCIAL SERVICIOS TRANSPORTES CONSTRUCCION INVERSIONES BANK TECHNOLOGY',
    quality: 'INTERNATIONAL GLOBAL GROUP',
    body: 'MINISTRY UNIVERSITY FUNDACION',
  } as const
  for (const [kind, words] of Object.entries(CLASSES))
    for (const word of words.split(' ')) assert.equal(companyWordClass(word), kind, word)
  for (const word of ['GAZPROM', 'DELTA', 'QUISPE', 'ROSTEC']) assert.equal(companyWordClass(word), null, word)
})

test('what is set before the name of a ship is no part of it', () => {
  assert.equal(craftPrefixLength(['MV', 'OCEAN', 'STAR']), 1)
  assert.equal(craftPrefixLength(['M', 'V', 'OCEAN', 'STAR']), 2)
  assert.equal(craftPrefixLength(['OCEAN', 'STAR']), 0)
  assert.equal(craftPrefixLength(['MV']), 0)
  assert.equal(craftPrefixLength(['M', 'V']), 0)
})
