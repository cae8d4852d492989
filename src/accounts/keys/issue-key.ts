import { createHmac } from 'node:crypto'
import { isCalendarDate, type LimaClock } from '../../domain/lima-time.ts'
import { Failure } from '../../kernel/errors.ts'
import type { Store } from '../store/sql-store.ts'
import type { NewKey, StoredAccount } from '../store/store.ts'
import { digestOf, type Mode, makeId, makeKey } from './key-format.ts'

export interface KeyRequest {
  name: string
  mode: Mode
  /** An existing account; without it a new one is created. */
  account?: string | undefined
  /** Units per Lima month; with `account`, its new quota. */
  quota?: number | undefined
  ratePerSecond?: number | undefined
  burst?: number | undefined
  /** The names of endpoints, which the caller has checked. */
  endpoints?: readonly string[] | undefined
  /** Last Lima date on which the key works. */
  expires?: string | undefined
  /** The person who uses it: certificates name them. */
  persona?: string | undefined
  /** It may see document numbers of the people behind a supplier. */
  documentos?: boolean | undefined
}

/** The only time the whole key is known: the store holds its digest only. */
export interface IssuedKey {
  id: string
  account: string
  key: string
}

const DEFAULT_QUOTA = 1_000_000
const DEFAULT_RATE = 1_000
// Lets a page with many questions ask them at once. With a chosen rate, the burst is that rate.
const DEFAULT_BURST = 2_000
const LONGEST_NAME = 100
const SANDBOX_ACCOUNT = 'acc_sandbox'

/** Creates a key, in a new account or an existing one. */
export const issueKey = async (store: Store, request: KeyRequest, clock: LimaClock): Promise<IssuedKey> => {
  checkRequest(request, clock.limaDate())
  if (request.account !== undefined && !(await store.findAccount(request.account))) {
    throw invalid('account', `No existe la cuenta ${request.account}`)
  }
  const { record, key } = prepareKey(request, clock)
  await store.createKey(record)
  return { id: record.key.id, account: record.key.accountId, key }
}

/**
 * The key that a sandbox prints when it starts. It is made from the installation's secret, so that it stays the same from start
 * to start though only its digest is kept; a revoked one is followed by another.
 */
export const issueSandboxKey = async (store: Store, secret: Uint8Array, clock: LimaClock): Promise<IssuedKey> => {
  const create = (key: string) => {
    const { record } = prepareKey({ name: 'Sandbox', mode: 'sandbox', account: SANDBOX_ACCOUNT }, clock, key)
    const account = newAccount(SANDBOX_ACCOUNT, 'Sandbox', DEFAULT_QUOTA, clock)
    // Another sandbox of this installation may have made it this moment.
    const taken = () => undefined
    return store.createKey({ ...record, account }).then(() => record.key, taken)
  }
  for (let number = 0; ; number++) {
    const key = makeKey('sandbox', createHmac('sha256', secret).update(`sandbox key ${number}`).digest())
    const find = async () => (await store.findKeys([digestOf(key)])).keys[0]
    const stored = (await find()) ?? (await create(key)) ?? (await find())
    if (!stored) throw new Failure('store-unavailable', 'No se pudo guardar la clave de prueba')
    if (stored.revokedAtMs === null) return { id: stored.id, account: stored.accountId, key }
  }
}

const prepareKey = (
  request: KeyRequest,
  clock: LimaClock,
  key = makeKey(request.mode),
): { record: NewKey; key: string } => {
  const name = request.name.trim()
  const account =
    request.account === undefined ? newAccount(makeId('acc'), name, request.quota ?? DEFAULT_QUOTA, clock) : null
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
    persona: request.persona?.trim() ?? null,
    documentos: request.documentos ?? false,
  }
  return { key, record: { key: stored, account, quota: account ? null : (request.quota ?? null) } }
}

const newAccount = (id: string, name: string, quota: number, clock: LimaClock): StoredAccount => ({
  id,
  name,
  quota,
  createdAtMs: clock.now(),
})

// A sentence about one option begins with its name, so that the command line can write it as the option.
const checkRequest = (request: KeyRequest, today: string): void => {
  const { name, quota, ratePerSecond, burst, expires } = request
  checkName('name', 'El nombre', name)
  if (request.persona !== undefined) checkName('persona', 'El nombre de la persona', request.persona)
  checkInteger('quota', quota, 0, 1_000_000_000_000)
  checkInteger('rate', ratePerSecond, 1, 1_000_000)
  checkInteger('burst', burst, 1, 10_000_000)
  if (expires !== undefined && !isCalendarDate(expires)) {
    throw invalid('expires', 'expires debe ser una fecha que exista, con la forma AAAA-MM-DD')
  }
  if (expires !== undefined && expires < today) {
    throw invalid('expires', `expires debe ser hoy (${today}, en Lima) o una fecha posterior`)
  }
}

const checkName = (campo: string, words: string, name: string): void => {
  const { length } = name.trim()
  if (length === 0 || length > LONGEST_NAME)
    throw invalid(campo, `${words} debe tener de 1 a ${LONGEST_NAME} caracteres`)
  // Control characters would let a name rewrite the operator's terminal.
  if (/[\u0000-\u001f\u007f-\u009f]/.test(name)) throw invalid(campo, `${words} no debe tener caracteres de control`)
}

const checkInteger = (campo: string, value: number | undefined, least: number, most: number): void => {
  if (value === undefined || (Number.isInteger(value) && value >= least && value <= most)) return
  throw invalid(campo, `${campo} debe ser un número entero entre ${least} y ${most}`)
}

const invalid = (campo: string, mensaje: string): Failure => new Failure('invalid-input', mensaje, { campo })
