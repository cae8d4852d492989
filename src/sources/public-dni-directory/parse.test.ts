import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parseFormToken, parsePerson } from './parse.ts'

const page = (name: string): string => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8')

test('the form gives its token, a page without one has changed', () => {
  assert.equal(parseFormToken(page('form.html')), 'Zb3kQ9inventedInventedInvented0123456789')
  assert.throws(() => parseFormToken(page('missing-page.html')), { kind: 'upstream-changed' })
  assert.throws(() => parseFormToken('<div class="cf-turnstile" data-sitekey="x"></div>'), { kind: 'upstream-blocked' })
})

test('the number may be in a th or a td', () => {
  assert.deepEqual(parsePerson(page('result-th.html'), '00000012'), {
    numero: '00000012',
    nombres: 'ANA MARIA',
    apellidoPaterno: 'DE LA ROSA',
    apellidoMaterno: 'QUISPE',
    nombreCompleto: 'DE LA ROSA QUISPE ANA MARIA',
  })
  assert.deepEqual(parsePerson(page('result-td.html'), '00003456'), {
    numero: '00003456',
    nombres: 'PEDRO JOSÉ',
    apellidoPaterno: 'ÑAHUI',
    apellidoMaterno: 'ÑUÑEZ DEL PRADO',
    nombreCompleto: 'ÑAHUI ÑUÑEZ DEL PRADO PEDRO JOSÉ',
  })
})

test('without a table the fields are read, and the number must be elsewhere on the page', () => {
  assert.equal(parsePerson(page('result-inputs.html'), '00007890')?.apellidoMaterno, 'VDA DE LOAYZA')
  assert.throws(() => parsePerson(page('result-inputs.html'), '00007891'), { kind: 'upstream-changed' })
})

test('columns in another order are read by their headings, unknown ones are a changed page', () => {
  const swapped = page('result-td.html').replace(
    '<th>Nombres</th><th>Apellido Paterno</th>',
    '<th>Apellido Paterno</th><th>Nombres</th>',
  )
  assert.equal(parsePerson(swapped, '00003456')?.nombres, 'ÑAHUI')
  const renamed = page('result-td.html').replace('<th>Apellido Materno</th>', '<th>Distrito</th>')
  assert.throws(() => parsePerson(renamed, '00003456'), { kind: 'upstream-changed' })
})

test("another person's row is refused, and so are fields that contradict the table", () => {
  assert.throws(() => parsePerson(page('result-th.html'), '00000013'), { kind: 'upstream-changed' })
  const contradicting = page('result-th.html').replace('value="QUISPE"', 'value="MAMANI"')
  assert.throws(() => parsePerson(contradicting, '00000012'), { kind: 'upstream-changed' })
})

test('only the sentence that nothing was found is null', () => {
  assert.equal(parsePerson(page('none.html'), '00000012'), null)
  assert.equal(parsePerson(page('none-reworded.html'), '00000012'), null)
  for (const name of ['trouble.html', 'missing-page.html', 'form.html']) {
    assert.throws(() => parsePerson(page(name), '00000012'), { kind: 'upstream-changed' }, name)
  }
})

test('a page cut short is never read', () => {
  for (const name of ['result-th.html', 'none.html']) {
    const whole = page(name)
    for (let end = 0; end < whole.lastIndexOf('</'); end += 5) {
      assert.throws(() => parsePerson(whole.slice(0, end), '00000012'), { name: 'Failure' }, `${name} cut at ${end}`)
    }
  }
})
