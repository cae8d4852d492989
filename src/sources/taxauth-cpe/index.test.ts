import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askAt, fixture } from '../../../test/helpers/ask-source.ts'
import type { LoopbackReply, SeenRequest } from '../../../test/helpers/loopback.ts'
import type { VoucherQuestion } from '../../domain/voucher.ts'
import { taxauthCpe } from './index.ts'

const QUESTION: VoucherQuestion = {
  ...{ ruc: '20000003451', tipo: '01', serie: 'F001', numero: '12', fecha: '2026-11-03', monto: '118.50' },
}
const json = (body: string, status = 200): LoopbackReply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body,
})
const token = (text: string, seconds = 3600) =>
  json(JSON.stringify({ access_token: text, token_type: 'JWT', expires_in: seconds }))
const accepted = json(fixture('taxauth-cpe', 'accepted.json').toString())
const isToken = ({ path }: SeenRequest): boolean => path.includes('/oauth2/token/')

/** Asks so many times at a service that gives these tokens and answers. */
const ask = (
  times: number,
  tokens: readonly LoopbackReply[],
  answer: (request: SeenRequest) => LoopbackReply = () => accepted,
) => {
  let given = 0
  return askAt(
    taxauthCpe,
    (request) => (isToken(request) ? (tokens[given++] ?? json('{}', 500)) : answer(request)),
    async ({ voucher }, seen) => {
      const outcomes = []
      for (let n = 0; n < times; n++) outcomes.push(await voucher?.(QUESTION).catch((error: Error) => error))
      return { outcomes, seen }
    },
  )
}

test('the token is fetched once, as a form, and the question carries it', async () => {
  const { outcomes, seen } = await ask(3, [token('uno')])
  assert.deepEqual(
    outcomes.map((found) => (found as { estado?: string }).estado),
    ['ACEPTADO', 'ACEPTADO', 'ACEPTADO'],
  )
  assert.equal(seen.filter(isToken).length, 1)
  const [first, second] = seen
  assert.equal(first?.path, '/v1/clientesextranet/own-client/oauth2/token/')
  assert.deepEqual(Object.fromEntries(new URLSearchParams(first?.body)), {
    grant_type: 'client_credentials',
    scope: 'https://api.sunat.gob.pe/v1/contribuyente/contribuyentes',
    client_id: 'own-client',
    client_secret: 'own-secret',
  })
  assert.equal(second?.path, '/v1/contribuyente/contribuyentes/20000000125/validarcomprobante')
  assert.equal(second?.headers.authorization, 'Bearer uno')
  assert.deepEqual(JSON.parse(second?.body ?? ''), {
    ...{ numRuc: '20000003451', codComp: '01', numeroSerie: 'F001', numero: '12' },
    ...{ fechaEmision: '03/11/2026', monto: '118.50' },
  })
})

test('a token is not used in its last minute', async () => {
  const { outcomes, seen } = await ask(2, [token('uno', 60), token('dos')])
  assert.equal(outcomes.filter((found) => found instanceof Error).length, 0)
  assert.equal(seen.filter(isToken).length, 2)
})

test('a token that ended early is fetched anew once', async () => {
  const onlyNew = ({ headers }: SeenRequest) => (headers.authorization === 'Bearer dos' ? accepted : json('{}', 401))
  const { outcomes, seen } = await ask(2, [token('uno'), token('dos')], onlyNew)
  assert.deepEqual(
    outcomes.map((found) => (found as { estado?: string }).estado),
    ['ACEPTADO', 'ACEPTADO'],
  )
  assert.equal(seen.filter(isToken).length, 2)

  const refused = await ask(1, [token('uno'), token('dos')], () => json('{}', 401))
  assert.equal((refused.outcomes[0] as { kind?: string }).kind, 'upstream-unavailable')
  assert.equal(refused.seen.filter((request) => !isToken(request)).length, 2)
})

test('wrong credentials name the settings, hold no secret, and are not sent again at once', async () => {
  for (const status of [400, 401]) {
    const { outcomes, seen } = await ask(3, [json('{"error":"invalid_client","error_description":"x"}', status)])
    assert.equal(seen.length, 1)
    for (const outcome of outcomes as (Error & { kind?: string; detail?: string })[]) {
      assert.equal(outcome.kind, 'not-configured')
      assert.match(outcome.message, /revise los ajustes/)
      assert.doesNotMatch(`${outcome.message} ${outcome.detail} ${outcome.stack}`, /own-secret|own-client/)
    }
  }
})

test('a token reply that is none is a failure', async () => {
  const replies: [LoopbackReply, string][] = [
    [json('{}'), 'upstream-changed'],
    [json('{"access_token":"a b","expires_in":3600}'), 'upstream-changed'],
    [json('{"access_token":"a"}'), 'upstream-changed'],
    [json('{"access_token":"a","expires_in":-1}'), 'upstream-changed'],
    [json('<html></html>'), 'upstream-changed'],
    [json('{}', 401), 'upstream-changed'],
    [json('{}', 500), 'upstream-unavailable'],
    [json('{}', 429), 'upstream-unavailable'],
  ]
  for (const [reply, kind] of replies)
    assert.equal(((await ask(1, [reply])).outcomes[0] as { kind?: string }).kind, kind, String(reply.body))
})

test('every status of a question has its outcome', async () => {
  const outcome = async (reply: LoopbackReply) => (await ask(1, [token('uno')], () => reply)).outcomes[0]
  for (const reply of [json('{"success":false}'), json('{"cod":"422"}', 422), json('{"cod":"400"}', 400)])
    assert.equal(await outcome(reply), null)
  for (const status of [403, 404, 429, 500, 503])
    assert.equal(((await outcome(json('{}', status))) as { kind?: string }).kind, 'upstream-unavailable')
})
