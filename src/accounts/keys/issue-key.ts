import { isCalendarDate, type LimaClock } from '../../domain/lima-time.ts'
import { Failure } from '../../kernel/errors.ts'
import type { NewKey, Store, StoredAccount } from '../store/store.ts'
import { digestOf, ENDPOINTS, type Mode, makeId, makeKey } from './keys.ts'

export interface KeyRequest {
  name: string
  mode: Mode
  /** An existing account; a new one is made when it is left out. */
  account?: string | undefined
  /** Units per Lima month; with `account`, its new quota. */
  quota?: number | undefined
  ratePerSecond?: number | undefined
  burst?: number | undefined
  endpoints?: readonly string[] | undefined
  /** Last Lima date on which the key works. */
  expires?: string | undefined
}

/** The one moment at which the whole key exists outside its owner's hands. */
export interface IssuedKey {
  id: string
  account: string
  key: string
}

const DEFAULT_QUOTA = 1_000_000
const DEFAULT_RATE = 1_000
// Room for a page of questions at once; a rate that somebody chose is kept to the second.
const DEFAULT_BURST = 2_000
const LONGEST_NAME = 100
const SANDBOX_ACCOUNT = 'acc_sandbox'

/** Makes a key, in a new account or an existing one. */
export const issueKey = async (store: Store, request: KeyRequest, clock: LimaClock): Promise<IssuedKey> => {
  checkRequest(request)
  if (request.account !== undefined && !(await store.findAccount(request.account))) {
    throw bad('account', `No existe la cuenta ${request.account}`)
  }
  const { record, key } = prepareKey(request, clock)
  await store.createKey(record)
  return { id: record.key.id, account: record.key.accountId, key }
}

/** The key a sandbox prints when it starts; it takes the place of those printed by sandboxes that have ended. */
export const issueSandboxKey = async (store: Store, instanceId: string, clock: LimaClock): Promise<IssuedKey> => {
  const { record, key } = prepareKey({ name: 'Sandbox', mode: 'sandbox', account: SANDBOX_ACCOUNT }, clock)
  const account = makeAccount(SANDBOX_ACCOUNT, 'Sandbox', DEFAULT_QUOTA, clock)
  await store.replaceOwnKey({ ...record, account }, instanceId, clock.now())
  return { id: record.key.id, account: SANDBOX_ACCOUNT, key }
}

const prepareKey = (request: KeyRequest, clock: LimaClock): { record: NewKey; key: string } => {
  const key = makeKey(request.mode)
  const name = request.name.trim()
  const account =
    request.account === undefined ? makeAccount(makeId('acc'), name, request.quota ?? DEFAULT_QUOTA, clock) : null
  const ratePerSecond = request.ratePerSecond ?? DEFAULT_RATE
  const stored = {
    id: makeId('key'),
    accountId: account?.id ?? (request.account as string),
    name,
    mode: request.mode,
    digest: digestOf(key),
    ratePerSecond,
    burst: request.burst ?? request.ratePerSecond ?? DEFAULT_BURST,
    endpoints: request.endpoints ? [...new Set(request.endpoints)] : null,
    expires: request.expires ?? null,
    createdAtMs: clock.now(),
    revokedAtMs: null,
  }
  return { key, record: { key: stored, account, quota: account ? null : (request.quota ?? null) } }
}

const makeAccount = (id: string, name: string, quota: number, clock: LimaClock): StoredAccount => ({
  id,
  name,
  quota,
  createdAtMs: clock.now(),
})

const checkRequest = ({ name, quota, ratePerSecond, burst, endpoints, expires }: KeyRequest): void => {
  const length = name.trim().length
  if (length === 0 || length > LONGEST_NAME) throw bad('name', `El nombre debe tener de 1 a ${LONGEST_NAME} caracteres`)
  // Control characters would let a name rewrite the operator's terminal.
  if (/[\u0000-\u001f\u007f-\u009f]/.test(name)) throw bad('name', 'El nombre no debe tener caracteres de control')
  checkInteger('quota', quota, 0, 1_000_000_000_000)
  checkInteger('rate', ratePerSecond, 1, 1_000_000)
  checkInteger('burst', burst, 1, 10_000_000)
  if (endpoints) checkEndpoints(endpoints)
  if (expires !== undefined && !isCalendarDate(expires)) {
    throw bad('expires', '--expires debe ser una fecha que exista, con la forma AAAA-MM-DD')
  }
}

const checkInteger = (campo: string, value: number | undefined, least: number, most: number): void => {
  if (value === undefined || (Number.isInteger(value) && value >= least && value <= most)) return
  throw bad(campo, `--${campo} debe ser un número entero entre ${least} y ${most}`)
}

const checkEndpoints = (endpoints: readonly string[]): void => {
  const known: readonly string[] = ENDPOINTS
  const unknown = endpoints.filter((name) => !known.includes(name))
  if (endpoints.length > 0 && unknown.length === 0) return
  throw bad('endpoints', `--endpoints no conoce "${unknown.join(', ')}"; los valores son ${ENDPOINTS.join(', ')}`)
}

const bad = (campo: string, mensaje: string): Failure => new Failure('invalid-input', mensaje, { campo })
