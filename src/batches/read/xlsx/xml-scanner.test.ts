import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import sax from 'sax'
import { localName, type XmlEvents, XmlScanner } from './xml-scanner.ts'

type Event = readonly ['open' | 'close' | 'text', string, object?]

/** Collects events; texts that follow each other are one. */
const collect = (): { events: Event[]; on: Required<XmlEvents> } => {
  const events: Event[] = []
  const text = (piece: string): void => {
    const last = events.at(-1)
    if (last?.[0] === 'text') events[events.length - 1] = ['text', last[1] + piece]
    else if (piece !== '') events.push(['text', piece])
  }
  return {
    events,
    on: {
      text,
      open: (name, attributes) => events.push(['open', name, { ...attributes }]),
      close: (name) => events.push(['close', name]),
    },
  }
}

const scanned = (pieces: readonly string[]): Event[] => {
  const { events, on } = collect()
  const scanner = new XmlScanner(on)
  for (const piece of pieces) scanner.write(piece)
  scanner.end()
  return events
}

const readBySax = (xml: string): Event[] => {
  const { events, on } = collect()
  const parser = sax.parser(true, { position: false })
  let depth = 0
  parser.onerror = (error) => {
    throw error
  }
  parser.onopentag = ({ name, attributes }) => {
    depth++
    on.open(localName(name), attributes as Record<string, string>)
  }
  parser.onclosetag = (name) => {
    depth--
    on.close(localName(name))
  }
  // Space around the root element is no text.
  parser.ontext = (text) => depth > 0 && on.text(text)
  parser.oncdata = on.text
  parser.write(xml).close()
  return events
}

const name = fc.constantFrom('row', 'c', 'v', 'x:is', 't', 'año')
const space = fc.constantFrom('', ' ', '\n', ' \t\r\n')
const text = fc
  .array(
    fc.constantFrom(
      'ANA',
      ' ',
      'ñ',
      '&amp;',
      '&lt;',
      '&#209;',
      '&#xd1;',
      '&apos;',
      '>',
      ']]',
      "'",
      '"',
      '\r\n',
      '_x000D_',
    ),
  )
  .map((parts) => parts.join(''))
const attributes = fc
  .uniqueArray(fc.tuple(fc.constantFrom('r', 's', 't', 'xml:space'), text, fc.constantFrom('"', "'"), space), {
    selector: ([key]) => key,
  })
  .map((all) =>
    all
      .map(([key, value, quote, gap]) => ` ${key}${gap}=${gap}${quote}${value.replaceAll(quote, '&quot;')}${quote}`)
      .join(''),
  )
const { node } = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.constantFrom('<!-- <row> -->', '<![CDATA[<c>&no;]]>', '<![CDATA[]]]]>', '<?pi <v> ?>'),
    fc.tuple(name, attributes, space).map(([tag, all, gap]) => `<${tag}${all}${gap}/>`),
    fc
      .tuple(name, attributes, space, fc.array(tie('node'), { maxLength: 4 }))
      .map(([tag, all, gap, inside]) => `<${tag}${all}${gap}>${inside.join('')}</${tag}${gap}>`),
  ),
}))
const document = fc
  .tuple(fc.constantFrom('', '<?xml version="1.0"?>\n', '<!-- x -->'), attributes, fc.array(node, { maxLength: 6 }))
  .map(([head, all, inside]) => `${head}<sheet${all}>${inside.join('')}</sheet>\n`)

const cutAt = (xml: string, places: readonly number[]): string[] => {
  const cuts = [0, ...places.map((place) => place % (xml.length + 1)).sort((a, b) => a - b), xml.length]
  return cuts.slice(1).map((end, i) => xml.slice(cuts[i], end))
}

test('reads what sax reads, wherever the text is cut', () => {
  fc.assert(
    fc.property(document, fc.array(fc.nat()), (xml, places) => {
      const expected = readBySax(xml)
      assert.deepEqual(scanned(cutAt(xml, places)), expected)
      assert.deepEqual(scanned([...xml]), expected)
    }),
    { numRuns: 300 },
  )
})

test('reads nothing that sax refuses', () => {
  const damage = fc.tuple(
    fc.nat(),
    fc.nat({ max: 3 }),
    fc.constantFrom('', '<', '>', '&', '/', '"', '=', ' ', '</c>', 'x', ';'),
  )
  fc.assert(
    fc.property(document, damage, (xml, [place, length, put]) => {
      const at = place % xml.length
      const damaged = xml.slice(0, at) + put + xml.slice(at + length)
      let events: Event[]
      try {
        events = scanned([damaged])
      } catch (error) {
        assert.equal((error as { kind?: string }).kind, 'invalid-input')
        return
      }
      assert.deepEqual(events, readBySax(damaged))
    }),
    { numRuns: 1_000 },
  )
})

const REFUSED = {
  'a document type': '<!DOCTYPE a [<!ENTITY b "c">]><a/>',
  'an unknown entity': '<a>&b;</a>',
  'an entity without its end': '<a>&amp</a>',
  'a character that is none': '<a>&#x110000;</a>',
  'an attribute twice': '<a r="1" r="2"/>',
  'an attribute without quotes': '<a r=1/>',
  'a second root': '<a/><b/>',
  'no root': ' ',
  'text around the root': '<a/>x',
  'no end': '<a><b></b>',
  'an end of something else': '<a></b>',
  'a tag that never ends': `<a ${'x'.repeat(1_100_000)}`,
  'too deep': '<a>'.repeat(300),
}

for (const [what, xml] of Object.entries(REFUSED))
  test(`refuses ${what}`, () => {
    assert.throws(() => scanned([xml]), { kind: 'invalid-input' })
  })
