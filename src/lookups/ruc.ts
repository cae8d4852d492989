import type { Register } from '../datasets/padron/index.ts'
import type { LimaClock } from '../domain/lima-time.ts'
import { type Origin, type ProviderId, RUC_PROVIDERS, type Taxpayer } from '../domain/records.ts'
import { hasValidCheckDigit } from '../domain/ruc.ts'
import { Failure } from '../kernel/errors.ts'
import type { Trace } from '../kernel/tracing/tracer.ts'
import { whenReady } from '../kernel/when-ready.ts'
import type { Answer } from './shared/answer.ts'
import { firstAnswer } from './shared/first-answer.ts'
import { choiceInput, flagInput, pastDateInput, rucInput } from './shared/input.ts'
import { liveCompletion } from './shared/live-completion.ts'
import { NotFound } from './shared/not-found.ts'
import { oncePerEdition } from './shared/once-per-edition.ts'
import { registerOnDay } from './shared/register-on-day.ts'
import { remembered } from './shared/remembered.ts'
import {
  includesTaxauth,
  liveChain,
  MAX_AGE_SECONDS,
  refusedBy,
  registerMissing,
  TAXAUTH,
  type TaxpayerDeps,
} from './shared/taxauth-chain.ts'
import { type TaxListDeps, taxpayerDetail } from './shared/taxpayer-detail.ts'
import { registerOrigins, toTaxpayer } from './shared/taxpayer-record.ts'
import { underTrace } from './shared/under-trace.ts'

// Enough for the companies everybody asks about; a record takes about a kilobyte and a half.
const REMEMBERED = 8_192

interface RucDeps extends TaxpayerDeps, TaxListDeps {
  clock: LimaClock
  /** HTTP threads of the process. */
  threads?: number | undefined
}

export interface RucQuery {
  numero?: string | undefined
  proveedor?: string | undefined
  fecha?: string | undefined
  detalle?: string | undefined
}

/** The record of one taxpayer: from the register's copy, else from whoever can be asked. */
export const rucLookup = (deps: RucDeps) => {
  const taxpayer = remembered(findTaxpayer(deps), {
    limit: REMEMBERED,
    threads: deps.threads,
    // Other providers are live sources, whose answers the sources keep themselves.
    keyOf: ({ ruc, proveedor, fecha }) =>
      includesTaxauth(proveedor) ? (fecha === undefined ? ruc : `${ruc} ${fecha}`) : undefined,
    mirrors: [deps.register],
    fromSecondAsking: true,
  })
  const withDetail = taxpayerDetail(deps)
  return (query: RucQuery, trace?: Trace) => {
    const detalle = flagInput('detalle', query.detalle)
    const found = taxpayer({
      ruc: rucInput('numero', query.numero),
      proveedor: choiceInput('proveedor', query.proveedor, RUC_PROVIDERS),
      fecha: dayAsked(query, deps.clock),
      trace,
    })
    if (!detalle) return found
    const today = deps.clock.limaDate()
    return whenReady(found, (answer) => withDetail(answer, query.fecha ?? today, today))
  }
}

const dayAsked = ({ fecha, proveedor }: RucQuery, clock: LimaClock): string | undefined => {
  const day = pastDateInput('fecha', fecha, clock.limaDate())
  if (day !== undefined && proveedor !== undefined)
    throw new Failure('invalid-input', 'Por una fecha solo responde el padrón: envíe fecha o proveedor, no ambos', {
      campo: 'proveedor',
    })
  return day
}

interface Asked {
  ruc: string
  proveedor: (typeof RUC_PROVIDERS)[number] | undefined
  /** The day by which the register is asked; nobody else knows the past. */
  fecha?: string | undefined
  trace: Trace | undefined
}

/** The same without its memory, which a question about a supplier does not need. */
export const findTaxpayer = (deps: TaxpayerDeps) => {
  const { complete, isComplete } = liveCompletion(deps.sources)
  const originsOf = oncePerEdition(registerOrigins)

  const fromRegister = (
    register: Register,
    { ruc, trace }: Asked,
  ): Answer<Taxpayer> | Promise<Answer<Taxpayer>> | null => {
    const row = register.byRuc(ruc)
    if (!row) return null
    const record = toTaxpayer(row)
    const origins = originsOf(register)
    if (isComplete(record)) return answer(record, TAXAUTH, origins)
    return complete(record, trace).then((completed) =>
      answer(completed.record, TAXAUTH, [...origins, ...completed.origins]),
    )
  }

  return (asked: Asked): Answer<Taxpayer> | Promise<Answer<Taxpayer>> => {
    if (asked.fecha !== undefined) return deps.register.read(onDay(asked.ruc, asked.fecha, originsOf))
    const register = includesTaxauth(asked.proveedor) ? deps.register.current() : null
    return (register && fromRegister(register, asked)) ?? fromLiveSources(underTrace(deps, asked.trace), asked)
  }
}

const onDay =
  (ruc: string, fecha: string, originsOf: typeof registerOrigins) =>
  (register: Register): Answer<Taxpayer> => {
    const { row, vigencia } = registerOnDay(register, ruc, fecha)
    // The type comes from another publisher, of whose past nothing is kept.
    const record = toTaxpayer({ numero: ruc, ...row, tipo: '' })
    return { ...answer(record, TAXAUTH, originsOf(register)), vigencia }
  }

const fromLiveSources = async (deps: TaxpayerDeps, { ruc, proveedor }: Asked): Promise<Answer<Taxpayer>> => {
  const chain = liveChain(deps, 'taxpayerByRuc', proveedor)
  if (!hasValidCheckDigit(ruc)) checkStrayNumber(deps.register.current(), ruc)
  const refused: Origin[] = []
  const found = await firstAnswer(chain, (provider) => provider.ask(ruc), refused)
  if (!found)
    throw new NotFound(
      'El RUC no figura en las fuentes consultadas',
      refusedBy(deps, 'taxpayerByRuc', proveedor, refused),
    )
  return answer(found.value, found.provider, [{ provider: found.provider, channel: found.channel }])
}

/** Such a number was never issued, but the register holds a few stray ones: only the register can say that it has none. */
const checkStrayNumber = (register: Register | null, ruc: string): void => {
  if (!register) throw registerMissing()
  if (register.byRuc(ruc)) return
  throw new NotFound('El dígito verificador no corresponde: el RUC no existe', registerOrigins(register), {
    campo: 'numero',
  })
}

const answer = (data: Taxpayer, proveedor: ProviderId, origins: readonly Origin[]): Answer<Taxpayer> => ({
  data,
  proveedor,
  origins,
  maxAgeSeconds: MAX_AGE_SECONDS,
  dependsOnToday: false,
})
