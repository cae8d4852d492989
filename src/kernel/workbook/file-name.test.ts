import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { attachment, reviewedName } from './file-name.ts'

test('a result is named after its file', () => {
  for (const [file, name] of [
    ['clientes-noviembre.xlsx', 'clientes-noviembre-revisado.xlsx'],
    ['Compañía Ñandú v1.2 (final).CSV', 'Compañía Ñandú v1.2 (final)-revisado.xlsx'],
    ['C:\\datos\\padrón.json', 'padrón-revisado.xlsx'],
    ['../../etc/passwd', 'passwd-revisado.xlsx'],
    ['..', 'lote-1.xlsx'],
    ['a\r\nset-cookie: x.csv', 'a set-cookie x-revisado.xlsx'],
    [null, 'lote-1.xlsx'],
    ['.xlsx', 'lote-1.xlsx'],
  ] as const)
    assert.equal(reviewedName(file, 'xlsx', 'lote-1'), name)
})

test('a header with any name is one header, and tells the name whole', () => {
  assert.equal(attachment('a.csv'), 'attachment; filename="a.csv"')
  assert.equal(
    attachment("Ñandú d'x.csv"),
    `attachment; filename="Nandu d'x.csv"; filename*=UTF-8''%C3%91and%C3%BA%20d%27x.csv`,
  )
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const name = reviewedName(text, 'csv', 'lote')
      const header = attachment(name)
      assert.match(header, /^attachment; filename="[ !#-.0-9;=@-[\]-{}~]+\.csv"(?:; filename\*=UTF-8''[\w.!~%-]+)?$/)
      const [, encoded] = /UTF-8''(.+)$/.exec(header) ?? []
      if (encoded) assert.equal(decodeURIComponent(encoded), name)
    }),
  )
})
