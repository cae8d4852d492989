import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../helpers/app.ts'

const { inject } = await testApp()

test('the documentation asks nobody but this service, and works over plain HTTP', async () => {
  const reply = await inject({ url: '/docs' })
  assert.equal(reply.statusCode, 200)
  const policy = String(reply.headers['content-security-policy'])
  assert.match(policy, /^default-src 'self'/)
  assert.doesNotMatch(policy, /https?:|swagger\.io|upgrade-insecure-requests/)
  assert.doesNotMatch(reply.body, /(?:src|href)="(?:https?:)?\/\//)
  const start = await inject({ url: '/docs/static/swagger-initializer.js' })
  assert.match(start.body, /"validatorUrl":null/)
})
