import { json } from '../replies.ts'
import type { PretendReply, PretendRequest, PretendUpstream } from '../upstream.ts'
import { pretendRegister } from '../world/register/index.ts'
import { VOUCHER_SAMPLES } from '../world/vouchers.ts'

const ACCOUNT = { ruc: '20000000125', id: 'sandbox-client', secret: 'sandbox-secret' }
const TOKEN = 'sandbox-voucher-token'
const TOKEN_PATH = `/v1/clientesextranet/${ACCOUNT.id}/oauth2/token/`
const QUESTION_PATH = `/v1/contribuyente/contribuyentes/${ACCOUNT.ruc}/validarcomprobante`
const KINDS = ['01', '03', '04', '07', '08', 'R1', 'R7']

/** The tax authority's official service for vouchers, with its tokens. */
export const taxauthCpe: PretendUpstream = {
  id: 'taxauth-cpe',
  settings: (address) => ({
    CHASQUI_SUNAT_URL: address,
    CHASQUI_SUNAT_TOKEN_URL: address,
    CHASQUI_SUNAT_RUC: ACCOUNT.ruc,
    CHASQUI_SUNAT_CLIENT_ID: ACCOUNT.id,
    CHASQUI_SUNAT_CLIENT_SECRET: ACCOUNT.secret,
  }),
  handle: (request) => (request.path === TOKEN_PATH ? giveToken(request) : answer(request)),
  faults: { redesigned: () => json({ success: true, data: { estadoCp: '9', version: 2 } }) },
}

const giveToken = ({ method, form }: PretendRequest): PretendReply => {
  if (method !== 'POST') return json({ error: 'invalid_request' }, 400)
  if (form.get('client_id') !== ACCOUNT.id || form.get('client_secret') !== ACCOUNT.secret)
    return json({ error: 'invalid_client', error_description: 'Client authentication failed' }, 401)
  return json({ access_token: TOKEN, token_type: 'JWT', expires_in: 3600 })
}

const answer = ({ method, path, headers, body }: PretendRequest): PretendReply => {
  if (path !== QUESTION_PATH || method !== 'POST') return json({ message: 'no Route matched with those values' }, 404)
  if (headers.authorization !== `Bearer ${TOKEN}`) return json({ message: 'Unauthorized' }, 401)
  const asked = JSON.parse(body.toString()) as Record<string, string | undefined>
  const { numRuc = '', codComp = '', numeroSerie = '', numero = '', monto } = asked
  if (!/^[0-9]{11}$/.test(numRuc) || !KINDS.includes(codComp) || !/^[0-9]{1,8}$/.test(numero))
    return json({ cod: '422', msg: 'Unprocessable Entity' }, 422)
  const isElectronic = /^[A-Z]/.test(numeroSerie)
  switch (numero) {
    case VOUCHER_SAMPLES.refused:
      return json({ success: false, message: 'El comprobante no se puede validar', errorCode: 'E002' })
    case VOUCHER_SAMPLES.failing:
      return json({ message: 'Internal Server Error' }, 500)
    case VOUCHER_SAMPLES.tooMany:
      return json({ message: 'API rate limit exceeded' }, 429)
    default:
      // The amount of an electronic one must fit, so none fits nothing.
      return known(isElectronic && monto === undefined ? '0' : stateOf(numero, isElectronic), numRuc)
  }
}

const stateOf = (numero: string, isElectronic: boolean): string => {
  if (numero === VOUCHER_SAMPLES.notInformed) return '0'
  if (numero === VOUCHER_SAMPLES.annulled) return isElectronic ? '2' : '4'
  return isElectronic ? '1' : '3'
}

const RUC_STATES: Record<string, string> = { ACTIVO: '00', 'SUSPENSION TEMPORAL': '03', 'BAJA DEFINITIVA': '10' }
const CONDITIONS: Record<string, string> = { HABIDO: '00', 'NO HABIDO': '12', 'NO HALLADO': '20' }

/** The state of the voucher, and of its issuer where the register has it. */
const known = (estadoCp: string, ruc: string): PretendReply => {
  const issuer = pretendRegister().find(ruc)
  const data = {
    estadoCp,
    estadoRuc: RUC_STATES[issuer?.estado ?? ''],
    condDomiRuc: CONDITIONS[issuer?.condicion ?? ''],
    observaciones: estadoCp === '0' ? ['- El comprobante de pago consultado no ha sido informado a SUNAT'] : undefined,
  }
  return json({ success: true, message: 'Operation Success! ', data })
}
