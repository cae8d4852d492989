import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readTagSoup } from './tag-soup.ts'

const rowsOf = (pieces: readonly string[]): { rows: string[][]; whole: boolean } => {
  const rows: string[][] = []
  const soup = readTagSoup((cells) => rows.push(cells))
  for (const piece of pieces) soup.write(piece)
  return { rows, whole: soup.end() }
}

test('cells begin at their tag, closed or not, with or without text', () => {
  const { rows, whole } = rowsOf(['<TABLE><Tr><td>a<TD>&nbsp;<td></td><tD><font>b<br>c</FONT></table>'])
  assert.deepEqual(rows, [['a', '', '', 'b c']])
  assert.equal(whole, true)
})

test('a spanning cell takes its columns', () => {
  assert.deepEqual(rowsOf(['<tr><td colspan="3">a</td><td>b</td></tr>']).rows, [['a', '', '', 'b']])
})

test('where the text is cut into pieces makes no difference', () => {
  const text =
    '<table><tr><td height="20"><FONT>R&LTDA &Oacute;&#209; &amp; N&deg;</font><td>&nbsp;<!-- <td> --><td>x < 8</tr><tr><td>y</table> '
  const whole = rowsOf([text])
  assert.deepEqual(whole.rows, [['R&LTDA ÓÑ & N°', '', 'x < 8'], ['y']])
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: text.length }), { maxLength: 30 }), (cuts) => {
      const places = [0, ...cuts.sort((a, b) => a - b), text.length]
      const pieces = places.slice(1).map((end, i) => text.slice(places[i], end))
      assert.deepEqual(rowsOf(pieces), whole)
    }),
  )
})

test('a hostile file cannot grow a cell or a row without end', () => {
  const { rows } = rowsOf([
    `<tr><td>${'x'.repeat(50_000)}`,
    'y'.repeat(50_000),
    '<td colspan=99999>z',
    '<td>'.repeat(5_000),
  ])
  assert.ok((rows[0]?.[0]?.length ?? 0) <= 70_000)
  assert.ok((rows[0]?.length ?? 0) <= 200)
})
