import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { joinNames, splitRegisteredName } from './split.ts'

const cases: [string, string, string, string][] = [
  ['QUISPE MAMANI ANA', 'QUISPE', 'MAMANI', 'ANA'],
  ['QUISPE MAMANI ANA MARIA', 'QUISPE', 'MAMANI', 'ANA MARIA'],
  ['DE LA ROSA QUISPE ANA MARIA', 'DE LA ROSA', 'QUISPE', 'ANA MARIA'],
  ['QUISPE DE LA CRUZ JUAN', 'QUISPE', 'DE LA CRUZ', 'JUAN'],
  ['DEL AGUILA DE LOS RIOS PEDRO', 'DEL AGUILA', 'DE LOS RIOS', 'PEDRO'],
  ['LA TORRE LA ROSA LUIS', 'LA TORRE', 'LA ROSA', 'LUIS'],
  ['SAN MARTIN SANTA CRUZ ELENA', 'SAN MARTIN', 'SANTA CRUZ', 'ELENA'],
  ['VAN DER MEER VON BRAUN JAN', 'VAN DER MEER', 'VON BRAUN', 'JAN'],
  ['DI NEGRO DA SILVA PAOLO', 'DI NEGRO', 'DA SILVA', 'PAOLO'],
  ['MC GREGOR DOS SANTOS IAN', 'MC GREGOR', 'DOS SANTOS', 'IAN'],
  ["O'HARA D' ANGELO ROSA", "O'HARA", "D' ANGELO", 'ROSA'],
  ['ÑAUPARI NUÑEZ IÑES', 'ÑAUPARI', 'NUÑEZ', 'IÑES'],
  ['QUISPE MAMANI MARIA DEL CARMEN', 'QUISPE', 'MAMANI', 'MARIA DEL CARMEN'],
  ['DE LA CRUZ FLORES JUAN DE DIOS', 'DE LA CRUZ', 'FLORES', 'JUAN DE DIOS'],
  ['SMITH MARIA DEL CARMEN', 'SMITH', '', 'MARIA DEL CARMEN'],
  ['QUISPE VDA DE FLORES ROSA', 'QUISPE', 'VDA DE FLORES', 'ROSA'],
  ['QUISPE VDA. DE LA CRUZ ROSA LUZ', 'QUISPE', 'VDA. DE LA CRUZ', 'ROSA LUZ'],
  ['QUISPE MAMANI VDA DE FLORES ROSA', 'QUISPE', 'MAMANI VDA DE FLORES', 'ROSA'],
  ['QUISPE MAMANI VIUDA DE FLORES ROSA', 'QUISPE', 'MAMANI VIUDA DE FLORES', 'ROSA'],
  ['QUISPE MAMANI DE FLORES ROSA', 'QUISPE', 'MAMANI DE FLORES', 'ROSA'],
  ['PONCE DE LEON QUISPE JUAN', 'PONCE DE LEON', 'QUISPE', 'JUAN'],
  ['QUISPE PONCE DE LEON JUAN', 'QUISPE', 'PONCE DE LEON', 'JUAN'],
  ['QUISPE', 'QUISPE', '', ''],
  ['SMITH JOHN', 'SMITH', '', 'JOHN'],
  ['DE LA CRUZ JUAN', 'DE LA CRUZ', '', 'JUAN'],
  ['QUISPE DE LA CRUZ', 'QUISPE', 'DE LA CRUZ', ''],
  ['  QUISPE \t MAMANI   ANA ', 'QUISPE', 'MAMANI', 'ANA'],
  ['DE LA ROSA QUISPE, ANA MARIA', 'DE LA ROSA', 'QUISPE', 'ANA MARIA'],
  ['GARCIA LOPEZ DE ROMAÑA, ANA', 'GARCIA', 'LOPEZ DE ROMAÑA', 'ANA'],
  ['PONCE DE LEON RUIZ, ANA', 'PONCE DE LEON', 'RUIZ', 'ANA'],
  ['SMITH, JOHN PAUL', 'SMITH', '', 'JOHN PAUL'],
  ['DE LA', 'DE LA', '', ''],
  ['', '', '', ''],
]

test('registered names are split into their parts', () => {
  for (const [name, apellidoPaterno, apellidoMaterno, nombres] of cases) {
    assert.deepEqual(splitRegisteredName(name), { apellidoPaterno, apellidoMaterno, nombres }, name)
  }
})

const particle = fc.constantFrom('DE', 'DEL', 'LA', 'LOS', 'SAN', 'VAN', 'DER', 'VDA', 'Y', "O'", 'MC')
const word = fc.oneof(
  particle,
  fc.constantFrom('QUISPE', 'ÑAHUI', 'FLORES', 'PONCE', 'LEON', 'ANA'),
  fc.stringMatching(/^[A-ZÑ]{1,8}$/),
)
const spaces = fc.constantFrom(' ', '  ', '\t', ' \n ')
const name = fc
  .array(fc.tuple(word, spaces), { maxLength: 9 })
  .map((words) => words.map(([text, space]) => text + space).join(''))

test('splitting never loses, moves or invents a word', () => {
  fc.assert(
    fc.property(name, (text) => {
      assert.equal(joinNames(splitRegisteredName(text)), text.split(/\s+/).filter(Boolean).join(' '))
    }),
    { numRuns: 1000 },
  )
  fc.assert(
    fc.property(fc.string(), (text) => {
      const words = (one: string) => one.split(/[\s,]+/).filter(Boolean)
      assert.deepEqual(words(joinNames(splitRegisteredName(text))), words(text))
    }),
  )
})

test('two plain surnames and plain given names always come apart where they should', () => {
  const surname = fc.constantFrom(
    'QUISPE',
    'DE LA CRUZ',
    'DEL CASTILLO',
    'LA TORRE',
    'SAN MARTIN',
    'VAN DER MEER',
    'ÑAHUI',
  )
  const given = fc.constantFrom('ANA', 'MARIA DEL CARMEN', 'JUAN DE DIOS', 'LUIS ALBERTO', 'ROSA DE LOS ANGELES')
  fc.assert(
    fc.property(surname, surname, given, (apellidoPaterno, apellidoMaterno, nombres) => {
      const parts = { apellidoPaterno, apellidoMaterno, nombres }
      assert.deepEqual(splitRegisteredName(joinNames(parts)), parts)
    }),
  )
})
