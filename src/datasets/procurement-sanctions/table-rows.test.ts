import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { TableRows } from './table-rows.ts'

const rowsOf = (chunks: readonly string[]): { rows: string[][]; complete: boolean } => {
  const rows: string[][] = []
  const reader = new TableRows((cells) => rows.push(cells))
  for (const chunk of chunks) reader.write(chunk)
  return { rows, complete: reader.end() }
}

test('cells begin at their tag, closed or not, with or without text', () => {
  const { rows, complete } = rowsOf(['<TABLE><Tr><td>a<TD>&nbsp;<td></td><tD><font>b<br>c</FONT></table>'])
  assert.deepEqual(rows, [['a', '', '', 'b c']])
  assert.equal(complete, true)
})

test('a cell with colspan fills its columns', () => {
  assert.deepEqual(rowsOf(['<tr><td colspan="3">a</td><td>b</td></tr>']).rows, [['a', '', '', 'b']])
})

test('how the text is cut into chunks makes no difference', () => {
  const text =
    '<table><tr><td height="20"><FONT>R&LTDA &Oacute;&#209; &amp; N&deg;</font><td>&nbsp;<!-- <td> --><td>x < 8</tr><tr><td>y</table> '
  const whole = rowsOf([text])
  assert.deepEqual(whole.rows, [['R&LTDA ÓÑ & N°', '', 'x < 8'], ['y']])
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: text.length }), { maxLength: 30 }), (cuts) => {
      const ends = [0, ...cuts.sort((a, b) => a - b), text.length]
      const chunks = ends.slice(1).map((end, i) => text.slice(ends[i], end))
      assert.deepEqual(rowsOf(chunks), whole)
    }),
  )
})

test('a hostile file cannot make a cell or a row grow without limit', () => {
  const { rows } = rowsOf([
    `<tr><td>${'x'.repeat(50_000)}`,
    'y'.repeat(50_000),
    '<td colspan=99999>z',
    '<td>'.repeat(5_000),
  ])
  assert.ok((rows[0]?.[0]?.length ?? 0) <= 70_000)
  assert.ok((rows[0]?.length ?? 0) <= 200)
})
