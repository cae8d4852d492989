import type { AccountUsage, KeyListing } from '../../accounts/index.ts'
import type { LimaClock } from '../../domain/lima-time.ts'
import { type Cell, type Output, printTable } from '../output.ts'
import { dateText } from '../render/forms.ts'

const statusOf = (key: KeyListing, clock: LimaClock): 'activa' | 'revocada' | 'vencida' => {
  if (key.revokedAtMs !== null) return 'revocada'
  return key.expires !== null && key.expires < clock.limaDate() ? 'vencida' : 'activa'
}

const scopeOf = ({ endpoints }: KeyListing): string => endpoints?.join(', ') ?? 'todas'

const isoTime = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

/** One key as `--json` prints it, without anything secret. */
export const keyFacts = (key: KeyListing, clock: LimaClock) => ({
  id: key.id,
  account: key.accountId,
  name: key.name,
  persona: key.persona,
  documentos: key.documentos,
  mode: key.mode,
  active: statusOf(key, clock) === 'activa',
  quota: key.quota,
  rate: key.ratePerSecond,
  burst: key.burst,
  endpoints: key.endpoints,
  expires: key.expires,
  created: isoTime(key.createdAtMs),
  revoked: isoTime(key.revokedAtMs),
})

export const printKeys = (output: Output, keys: readonly KeyListing[], clock: LimaClock): void => {
  if (keys.length === 0) {
    output.out('No hay claves. Cree una con: chasqui keys create --name NOMBRE\n')
    return
  }
  printTable(
    output,
    [
      'Id',
      'Cuenta',
      'Nombre',
      'Persona',
      'Modo',
      'Estado',
      'Cuota al mes',
      'Por segundo',
      'Ráfaga',
      'Consultas',
      'Vence',
    ],
    keys.map((key) => [
      key.id,
      key.accountId,
      key.name,
      key.persona ?? '–',
      key.mode,
      statusOf(key, clock),
      key.quota,
      key.ratePerSecond,
      key.burst,
      key.documentos ? `${scopeOf(key)}; documentos completos` : scopeOf(key),
      key.expires === null ? 'nunca' : dateText(key.expires),
    ]),
  )
}

const remainingOf = ({ quota, used }: AccountUsage): number => Math.max(0, quota - used)

/** One account's month as `--json` prints it. */
export const usageFacts = (account: AccountUsage, month: string) => ({
  account: account.accountId,
  name: account.name,
  month,
  quota: account.quota,
  used: account.used,
  remaining: remainingOf(account),
  usage: account.usage.map(({ keyId, endpoint, charged }) => ({ key: keyId, endpoint, charged })),
})

export const printUsage = (output: Output, accounts: readonly AccountUsage[], month: string): void => {
  if (accounts.length === 0) {
    output.out('No hay cuentas todavía.\n')
    return
  }
  output.out(`Consumo de ${month.slice(5)}/${month.slice(0, 4)}\n\n`)
  printTable(
    output,
    ['Cuenta', 'Nombre', 'Cuota', 'Usadas', 'Disponibles'],
    accounts.map((account) => [account.accountId, account.name, account.quota, account.used, remainingOf(account)]),
  )
  const rows: Cell[][] = accounts.flatMap(({ accountId, usage }) =>
    usage.map(({ keyId, endpoint, charged }) => [accountId, keyId, endpoint, charged]),
  )
  if (rows.length === 0) return
  output.out('\n')
  printTable(output, ['Cuenta', 'Clave', 'Consulta', 'Cobradas'], rows)
}
