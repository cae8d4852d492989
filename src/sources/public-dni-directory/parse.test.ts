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

test('a field may be missing beside the table, but not without one', () => {
  const fewer = page('result-th.html').replace('id="apellidom"', 'id="other"')
  assert.notEqual(fewer, page('result-th.html'))
  assert.equal(parsePerson(fewer, '00000012')?.apellidoMaterno, 'QUISPE')
  const contradicting = fewer.replace('value="DE LA ROSA"', 'value="MAMANI"')
  assert.throws(() => parsePerson(contradicting, '00000012'), { kind: 'upstream-changed' })
  const alone = page('result-inputs.html').replace('id="apellidom"', 'id="other"')
  assert.throws(() => parsePerson(alone, '00007890'), { kind: 'upstream-changed' })
})

test('only the sentence that nothing was found is null', () => {
  assert.equal(parsePerson(page('none.html'), '00000012'), null)
  for (const name of ['none-reworded.html', 'trouble.html', 'missing-page.html', 'form.html']) {
    assert.throws(() => parsePerson(page(name), '00000012'), { kind: 'upstream-changed' }, name)
  }
})

const SENTENCE = 'No se encontraron datos para el DNI ingresado'

test('the sentence may end in other words about the number, but in no others', () => {
  for (const said of ['No se encontraron datos', 'No se encontraron datos con el DNI 00000012.']) {
    assert.equal(parsePerson(page('none.html').replace(SENTENCE, said), '00000012'), null, said)
  }
  for (const said of [
    'No se encontraron datos de sesión',
    'No se encontraron datos, intente más tarde',
    'No se encontraron datos del DNI 00000013',
    'El servicio no está disponible',
    'No hay conexión con la base de datos',
    'No se encontró el servidor',
    'Ha superado el límite de consultas: no se encontraron datos',
  ]) {
    const text = page('none.html').replace(SENTENCE, said)
    assert.throws(() => parsePerson(text, '00000012'), { kind: 'upstream-changed' }, said)
  }
  const elsewhere = page('none.html').replace('<h3 class="text-error">', '<h3>')
  assert.throws(() => parsePerson(elsewhere, '00000012'), { kind: 'upstream-changed' })
  const withoutForm = page('none.html').replace('name="_token"', 'name="other"')
  assert.throws(() => parsePerson(withoutForm, '00000012'), { kind: 'upstream-changed' })
})

test('a page cut short is never read', () => {
  for (const name of ['result-th.html', 'none.html']) {
    const whole = page(name)
    for (let end = 0; end < whole.lastIndexOf('</'); end += 5) {
      assert.throws(() => parsePerson(whole.slice(0, end), '00000012'), { name: 'Failure' }, `${name} cut at ${end}`)
    }
  }
})
