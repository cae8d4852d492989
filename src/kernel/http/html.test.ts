import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { byTag, type Element, firstLineOf, isCutShort, isShown, linesOf, readHtml, textOf } from './html.ts'

const element = (page: string, tag: string): Element => byTag(readHtml(page), tag)[0] as Element

test('text is what a visitor sees', () => {
  const page =
    '<p>Se&ntilde;or <!-- no --><b>PE</b>&Ntilde;A<script>var x</script>\n\n <span>&amp;</span>&nbsp;Hijos</p>'
  assert.equal(textOf(readHtml(page)), 'Señor PEÑA & Hijos')
  assert.equal(textOf(readHtml('<tr><td>a</td><td>b</td></tr>')), 'a b')
})

test('a line ends at either spelling of a break, once there is text on it', () => {
  for (const page of ['<p>BAJA\n </br> Fecha</p>', '<p>BAJA<br>Fecha</p>', '<p><br/>BAJA<br/>Fecha</p>']) {
    assert.equal(firstLineOf(element(page, 'p')), 'BAJA')
  }
})

test('a line that the page holds back is not shown', () => {
  const hidden = ['hidden', 'style="Display: none"', 'class="a d-none"', 'class="modal fade"', 'class="collapse"']
  for (const attribute of hidden) {
    const page = `<div ${attribute}><div><p>x</p></div></div>`
    assert.equal(isShown(element(page, 'p')), false, attribute)
    assert.deepEqual(linesOf(readHtml(page)), [], attribute)
  }
  for (const attribute of ['class="hidden-xs"', 'class="collapse in"', 'style="display:block"', 'id="hidden"']) {
    const page = `<div ${attribute}><p>x</p></div>`
    assert.equal(isShown(element(page, 'p')), true, attribute)
    assert.deepEqual(linesOf(readHtml(page)), ['x'], attribute)
  }
})

test('a page without its end is cut short', () => {
  assert.equal(isCutShort('<html><body></body></html>'), false)
  assert.equal(isCutShort('<html><body>'), true)
  assert.equal(isCutShort('<html><body><!-- </html>'), true)
  assert.equal(isCutShort('<html><body><div><p>a</div>', true), false)
  assert.equal(isCutShort('<html><body><div><p>a', true), true)
  assert.equal(isCutShort('<html><body><div></div><p clas', true), true)
  assert.equal(isCutShort('<div><p>a</p></div>'), false)
  assert.equal(isCutShort('<div><p>a</p>'), true)
  assert.equal(isCutShort('<div></div><p clas'), true)
})

test('any text can be read, but not a page nested thousands deep', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (page) => typeof textOf(readHtml(page)) === 'string'))
  assert.equal(textOf(readHtml(`${'<div>'.repeat(200)}x`)), 'x')
  assert.throws(() => readHtml(`${'<div>'.repeat(20_000)}x`), { kind: 'upstream-changed' })
})
