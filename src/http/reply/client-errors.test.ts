import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { clientErrorAnswer } from './client-errors.ts'

const answerClientError = clientErrorAnswer((_socket, callBack) => callBack())

const PROMISED = [
  ['HPE_INVALID_URL', '400 Bad Request', 'parametro_invalido'],
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large', 'peticion_demasiado_grande'],
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout', 'peticion_lenta'],
  ['HPE_ANYTHING_ELSE', '400 Bad Request', 'parametro_invalido'],
] as const

for (const [code, status, codigo] of PROMISED) {
  test(`what never became a request (${code}) is answered ${status} in our error body`, () => {
    let sent = ''
    const socket = { writable: true, end: (text: string) => (sent = text), setTimeout: () => {}, destroy: () => {} }
    answerClientError(Object.assign(new Error(), { code }), socket as unknown as Socket)
    const [head = '', body = ''] = sent.split('\r\n\r\n')
    assert.ok(head.startsWith(`HTTP/1.1 ${status}\r\n`), head)
    assert.match(head, new RegExp(`\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close$`))
    assert.equal(JSON.parse(body).error.codigo, codigo)
  })
}

test('a connection that is gone is only destroyed', () => {
  let destroyed = 0
  const socket = { writable: true, end: () => assert.fail('nobody listens'), destroy: () => destroyed++ }
  answerClientError(Object.assign(new Error(), { code: 'ECONNRESET' }), socket as unknown as Socket)
  answerClientError(new Error(), { ...socket, writable: false } as unknown as Socket)
  assert.equal(destroyed, 2)
})

test('a connection that was lost while other answers were due on it is not written to', () => {
  const socket = { writable: true, end: () => assert.fail('nobody listens'), destroy: () => {} }
  let answer = () => {}
  const later = clientErrorAnswer((_socket, callBack) => {
    answer = callBack
  })
  later(Object.assign(new Error(), { code: 'HPE_INVALID_URL' }), socket as unknown as Socket)
  socket.writable = false
  answer()
})
