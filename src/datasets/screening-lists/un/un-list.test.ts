import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListedParty } from '../../../domain/screening/party.ts'
import { parseUnList } from './parse.ts'

const document = (entries: string): string =>
  `<?xml version='1.0' encoding='UTF-8'?><CONSOLIDATED_LIST dateGenerated='2026-11-13T00:00:09Z'>${entries}</CONSOLIDATED_LIST>`
const individual = (inner: string): string => document(`<INDIVIDUALS><INDIVIDUAL>${inner}</INDIVIDUAL></INDIVIDUALS>`)

test('parts are joined, defaults and spaces dropped, quotes made straight', async () => {
  const { generated, parties } = await parseUnList(
    individual(
      '<FIRST_NAME> AL-SA’ADI </FIRST_NAME><SECOND_NAME>na</SECOND_NAME><THIRD_NAME>INVENTADO  UNO</THIRD_NAME>' +
        '<UN_LIST_TYPE>Taliban</UN_LIST_TYPE><REFERENCE_NUMBER>ZZi.001 </REFERENCE_NUMBER>',
    ),
  )
  assert.equal(generated, '2026-11-13')
  const { record: _, ...party } = parties[0] as ListedParty
  assert.deepEqual(party, {
    ...{ fuente: 'UN', referencia: 'ZZi.001', tipo: 'individual', programa: 'Taliban', documents: [] },
    names: [{ text: "AL-SA'ADI INVENTADO UNO", kind: 'principal', surnamesEnd: 0 }],
  })
})

test('aliases: quality, several in one value, explanations, empty nodes, original script', async () => {
  const alias = (quality: string, name: string) =>
    `<INDIVIDUAL_ALIAS><QUALITY>${quality}</QUALITY><ALIAS_NAME>${name}</ALIAS_NAME></INDIVIDUAL_ALIAS>`
  const { parties } = await parseUnList(
    individual(
      '<FIRST_NAME>UNO</FIRST_NAME><REFERENCE_NUMBER>ZZi.001</REFERENCE_NUMBER><NAME_ORIGINAL_SCRIPT>زهير</NAME_ORIGINAL_SCRIPT>' +
        alias('Good', 'Dos Tres; Cuatro Cinco, born 1 Jan. 1953 (Oman passport no. 1)') +
        alias('Low', 'El Seis') +
        alias('', ''),
    ),
  )
  assert.deepEqual(
    parties[0]?.names.map(({ text, kind }) => [text, kind]),
    [
      ['UNO', 'principal'],
      ['زهير', 'alias'],
      ['Dos Tres', 'alias'],
      ['Cuatro Cinco', 'alias'],
      ['Cuatro Cinco, born 1 Jan. 1953 (Oman passport no. 1)', 'alias'],
      ['El Seis', 'alias-debil'],
    ],
  )
})

test('entity aliases have qualities of their own, and are strong', async () => {
  const { parties } = await parseUnList(
    document(
      '<ENTITIES><ENTITY><FIRST_NAME>GRUPO UNO</FIRST_NAME><REFERENCE_NUMBER>ZZe.001</REFERENCE_NUMBER>' +
        '<ENTITY_ALIAS><QUALITY>f.k.a.</QUALITY><ALIAS_NAME>Grupo Dos</ALIAS_NAME></ENTITY_ALIAS></ENTITY></ENTITIES>',
    ),
  )
  assert.deepEqual(parties[0]?.names[1], { text: 'Grupo Dos', kind: 'alias', surnamesEnd: 0 })
  assert.equal(parties[0]?.tipo, 'entity')
})

test('documents carry their country under either name', async () => {
  const { parties } = await parseUnList(
    individual(
      '<FIRST_NAME>UNO</FIRST_NAME><REFERENCE_NUMBER>ZZi.001</REFERENCE_NUMBER><INDIVIDUAL_DOCUMENT/>' +
        '<INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT><NUMBER>OR 801168</NUMBER><COUNTRY_OF_ISSUE>Yemen</COUNTRY_OF_ISSUE></INDIVIDUAL_DOCUMENT>',
    ),
  )
  assert.deepEqual(parties[0]?.documents, [{ kind: 'passport', country: 'Yemen', number: 'OR801168' }])
})

const entity = (reference: string, name: string): string =>
  `<ENTITY><FIRST_NAME>${name}</FIRST_NAME><REFERENCE_NUMBER>${reference}</REFERENCE_NUMBER></ENTITY>`

test('entries without reference or name, and strangers in their place, are counted as lost', async () => {
  const { parties, lost } = await parseUnList(
    document(
      `<ENTITIES>${entity('ZZe.1', 'UNO')}${entity('', 'DOS')}${entity('ZZe.3', ' ')}<GROUP><FIRST_NAME>X</FIRST_NAME></GROUP></ENTITIES>`,
    ),
  )
  assert.deepEqual([parties.length, lost], [1, 3])
})

test('an entry outside its section is refused, not skipped', async () => {
  await assert.rejects(parseUnList(document(entity('ZZe.1', 'UNO'))), { kind: 'upstream-changed' })
  const deep = document(`<ENTITIES><PART>${entity('ZZe.1', 'UNO')}</PART></ENTITIES>`)
  await assert.rejects(parseUnList(deep), { kind: 'upstream-changed' })
})
