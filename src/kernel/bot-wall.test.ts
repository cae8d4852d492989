import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cpuMs } from '../../test/helpers/cpu-time.ts'
import { asksForChallenge, recogniseWall, visibleLength } from './bot-wall.ts'

const paragraphs = '<p>Resultado de la consulta con todos sus datos, uno por uno y en orden.</p>'.repeat(20)

const WALLS: [name: string, status: number, page: string][] = [
  [
    'Imperva, in a frame',
    200,
    '<html><head><META NAME="ROBOTS" CONTENT="NOINDEX"></head><iframe src="/_Incapsula_Resource?SWUDNSAI=31">Request unsuccessful. Incapsula incident ID: 0</iframe></html>',
  ],
  [
    'Imperva, a script and nothing else',
    200,
    '<html><script src="/_Incapsula_Resource?SWJIYLWA=7"></script><body></body></html>',
  ],
  ['Imperva, by its cookie', 403, '<html><body>Request unsuccessful. <!-- visid_incap_1 --></body></html>'],
  ['Imperva, by its sentence', 200, '<html><body><h1>Request unsuccessful.</h1></body></html>'],
  ['Cloudflare', 503, '<!DOCTYPE html><html><head><title>Just a moment...</title></head><body></body></html>'],
  ['Cloudflare with 200', 200, `<html><body>${paragraphs}<script>window._cf_chl_opt={}</script></body></html>`],
  ['Cloudflare by class', 403, '<html><body class="no-js"><div id="cf-chl-widget"></div></body></html>'],
  ['Cloudflare, refused', 403, '<html><head><title>Attention Required! | Cloudflare</title></head></html>'],
  [
    'Turnstile alone',
    200,
    '<html><script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script></html>',
  ],
  ['a widget with a refusing status', 403, `<html>${paragraphs}<div class="g-recaptcha"></div></html>`],
  ['hCaptcha with 429', 429, '<html><script src="https://hcaptcha.com/1/api.js"></script></html>'],
]

for (const [name, status, page] of WALLS) {
  test(`a wall: ${name}`, () => assert.equal(recogniseWall(status, {}, page), 'captcha'))
}

test('the header of a mitigated request is enough to recognise a wall', () => {
  assert.equal(recogniseWall(403, { 'cf-mitigated': 'challenge' }, ''), 'captcha')
})

test('a firewall page is not a captcha', () => {
  const page =
    '<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your administrator.<br><br>Your support ID is: 1</body></html>'
  assert.equal(recogniseWall(200, {}, page), 'firewall')
})

const ORDINARY: [name: string, status: number, page: string][] = [
  [
    'a form with a captcha widget',
    200,
    '<html><script src="x/recaptcha3.js"></script><form><div class="g-recaptcha" data-sitekey="k"></div></form></html>',
  ],
  [
    'a page with an injected script',
    200,
    `<html><body>${paragraphs}<script src="/_Incapsula_Resource?SWJIYLWA=7"></script></body></html>`,
  ],
  ['a long page that says just a moment', 200, `<html><body>${paragraphs}<p>Just a moment, please</p></body></html>`],
  ['a record of a company so called', 200, '{"razonSocial":"JUST A MOMENT REQUEST REJECTED HCAPTCHA S.A.C."}'],
  [
    'a short result on a site with an injected widget',
    200,
    '<html><script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script><table><tr><td>ANA</td></tr></table></html>',
  ],
  ['a list of records', 200, ' [{"x":"_Incapsula_Resource"}]'],
  ['a plain error page', 500, '<html><h1>500 Internal Server Error</h1></html>'],
  ['a plain refusal', 403, '<html><h1>403 Forbidden</h1></html>'],
  ['a text file', 200, '20/09/2026|3.354|3.362|'],
  ['nothing', 200, ''],
]

for (const [name, status, page] of ORDINARY) {
  test(`no wall: ${name}`, () => assert.equal(recogniseWall(status, {}, page), null))
}

test('a page with a captcha widget asks for a proof of being human', () => {
  for (const sign of ['g-recaptcha', 'data-sitekey', 'grecaptcha.execute(', 'hcaptcha', 'cf-turnstile']) {
    assert.equal(asksForChallenge(`<div class="${sign}">`), true, sign)
  }
  assert.equal(asksForChallenge('Ingrese el código de la imagen <img src="captcha?accion=image">'), true)
  assert.equal(asksForChallenge('Ingrese el código de la serie'), false)
})

test('only what a visitor sees is counted', () => {
  assert.equal(visibleLength('<p>abc</p> <!-- nope --><SCRIPT>var x = "<p>";</SCRIPT><b> d </b>'), 4)
  assert.equal(visibleLength('abc <!-- never closed'), 3)
})

test('no page takes long to check', () => {
  const pieces = fc.constantFrom(
    '<!--',
    '<script',
    '</',
    '<',
    '>',
    '-->',
    'just a moment',
    ' ',
    '_incapsula_resource',
    'x',
  )
  fc.assert(
    fc.property(pieces, pieces, pieces, (a, b, c) => {
      const page = `<${(a + b + c).repeat(Math.floor(250_000 / (a + b + c).length))}`
      assert.ok(cpuMs(() => recogniseWall(200, {}, page)) < 1_000)
    }),
    { numRuns: 60 },
  )
})
