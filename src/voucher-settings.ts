// The settings of the operator's own account for vouchers at the tax authority.
import { ConfigError, origin } from './setting-values.ts'

/** Default and meaning of each setting. */
export const VOUCHER_SETTINGS = {
  CHASQUI_SUNAT_URL: ['https://api.sunat.gob.pe', "Origin of the tax authority's voucher service"],
  CHASQUI_SUNAT_TOKEN_URL: ['https://api-seguridad.sunat.gob.pe', 'Origin that gives the tokens of that service'],
  CHASQUI_SUNAT_RUC: ['', 'RUC of the account that asks about vouchers; without an account they answer 503'],
  CHASQUI_SUNAT_CLIENT_ID: ['', 'Client id of that account, made in its SOL menu'],
  CHASQUI_SUNAT_CLIENT_SECRET: ['', 'Client secret of that account'],
} as const

type VoucherSetting = keyof typeof VOUCHER_SETTINGS

export interface VoucherConfig {
  origin: string
  /** Absent: this installation has no account. */
  account?: Record<'ruc' | 'clientId' | 'clientSecret' | 'tokenOrigin' | 'refused', string>
}

/** The account, whole or not at all. No value is ever quoted. */
export const voucherConfig = (text: (name: VoucherSetting) => string): VoucherConfig => {
  const service = { origin: origin('CHASQUI_SUNAT_URL', text) }
  const tokenOrigin = origin('CHASQUI_SUNAT_TOKEN_URL', text)
  const names = ['CHASQUI_SUNAT_RUC', 'CHASQUI_SUNAT_CLIENT_ID', 'CHASQUI_SUNAT_CLIENT_SECRET'] as const
  const [ruc = '', clientId = '', clientSecret = ''] = names.map(text)
  const missing = names.filter((name) => text(name) === '')
  if (missing.length === names.length) return service
  if (missing.length > 0)
    throw new ConfigError(`Falta ${missing.join(' y ')}: la cuenta de comprobantes necesita las tres.`)
  if (!/^[0-9]{11}$/.test(ruc)) throw new ConfigError('CHASQUI_SUNAT_RUC debe tener 11 dígitos.')
  const refused = `La SUNAT no aceptó la cuenta de esta instalación: revise ${names[1]} y ${names[2]}`
  return { ...service, account: { ruc, clientId, clientSecret, tokenOrigin, refused } }
}
