import type { Register, RegisterRow } from '../datasets/padron/index.ts'
import type { CompanyMatch, Origin } from '../domain/records.ts'
import { isNaturalPersonRuc } from '../domain/ruc.ts'
import type { Trace } from '../kernel/tracing/tracer.ts'
import type { Answer } from './shared/answer.ts'
import { foldedNameInput, limitInput } from './shared/input.ts'
import { NotFound } from './shared/not-found.ts'
import { MAX_AGE_SECONDS, type TaxpayerDeps } from './shared/taxauth-chain.ts'
import { registerOrigins, toCompanyMatch } from './shared/taxpayer-record.ts'
import { listByName } from './shared/taxpayers-by-name.ts'
import { underTrace } from './shared/under-trace.ts'

const LIMITS = { usual: 50, most: 100 }

export interface NombreQuery {
  q?: string | undefined
  limite?: string | undefined
}

/** Companies by their business name. People are found by `/api/persona`. */
export const nombreLookup =
  (deps: TaxpayerDeps) =>
  async (query: NombreQuery, trace?: Trace): Promise<Answer<CompanyMatch[]>> => {
    const text = foldedNameInput('q', query.q)
    const limit = limitInput(query.limite, LIMITS)
    const found = deps.register.current()
      ? await deps.register.read((register) => inRegister(register, text, limit))
      : await onLivePage(underTrace(deps, trace), text, limit)
    if (found.rows.length === 0) throw new NotFound('Ninguna empresa figura con ese nombre', found.origins)
    return {
      data: found.rows.map(toCompanyMatch),
      total: found.rows.length,
      ...(found.truncated && { truncado: true }),
      origins: found.origins,
      maxAgeSeconds: MAX_AGE_SECONDS,
      dependsOnToday: false,
    }
  }

interface Companies {
  rows: readonly RegisterRow[]
  truncated: boolean
  origins: readonly Origin[]
}

const inRegister = async (register: Register, text: string, limit: number): Promise<Companies> => {
  const { companies } = await register.searchNames({ text, persons: 0, companies: limit })
  return {
    rows: companies.rows,
    truncated: companies.total > companies.rows.length,
    origins: registerOrigins(register),
  }
}

const onLivePage = async (deps: TaxpayerDeps, text: string, limit: number): Promise<Companies> => {
  const refused: Origin[] = []
  const list = await listByName(deps, text, ({ numero }) => !isNaturalPersonRuc(numero), refused)
  if (!list) return { rows: [], truncated: false, origins: refused }
  return {
    rows: list.rows.slice(0, limit),
    truncated: list.truncated || list.rows.length > limit,
    origins: [list.origin],
  }
}
