import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadConfig } from './config.ts'

const ACCOUNT = {
  CHASQUI_SUNAT_RUC: '20000000125',
  CHASQUI_SUNAT_CLIENT_ID: 'own-client',
  CHASQUI_SUNAT_CLIENT_SECRET: 'own-secret',
}

test('an account is whole or absent, and its values are in no message', () => {
  assert.equal(loadConfig({}).voucher.account, undefined)
  const { account } = loadConfig(ACCOUNT).voucher
  assert.equal(account?.clientSecret, 'own-secret')
  assert.match(account?.refused ?? '', /revise CHASQUI_SUNAT_CLIENT_ID y CHASQUI_SUNAT_CLIENT_SECRET$/)
  for (const name of Object.keys(ACCOUNT)) {
    const partly = { ...ACCOUNT, [name]: '' }
    assert.throws(
      () => loadConfig(partly),
      (error: Error) => error.message.includes(name) && !/own-/.test(error.message),
    )
  }
  assert.throws(() => loadConfig({ ...ACCOUNT, CHASQUI_SUNAT_RUC: '2000000012' }), /CHASQUI_SUNAT_RUC/)
})
