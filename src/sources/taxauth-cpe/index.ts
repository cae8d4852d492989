import { toSlashDate } from '../../domain/lima-time.ts'
import type { VoucherQuestion } from '../../domain/voucher.ts'
import type { UpstreamReply } from '../../kernel/http/client.ts'
import { upstreamUnavailable } from '../../kernel/upstream-failures.ts'
import type { Source } from '../source.ts'
import { parseVoucher } from './parse.ts'
import { keepToken } from './token.ts'

const MINUTE_MS = 60_000

/** The tax authority's official service for vouchers, asked with the operator's own account. */
export const taxauthCpe: Source = {
  id: 'taxauth-cpe',
  policy: {
    timeoutMs: 10_000,
    attempts: 1,
    spacingMs: 200,
    queue: 32,
    // A voucher may be informed or voided at any time.
    freshMs: 10 * MINUTE_MS,
    staleMs: 0,
    emptyMs: 0,
    breakMs: 30_000,
    blockedMs: MINUTE_MS,
  },
  open(upstream, { account }, clock) {
    if (!account) return {}
    const token = keepToken(upstream, account, clock)
    const path = `/v1/contribuyente/contribuyentes/${account.ruc}/validarcomprobante`
    const ask = async (json: object, signal: AbortSignal): Promise<UpstreamReply> => {
      const headers = { authorization: `Bearer ${await token.get(signal)}`, accept: 'application/json' }
      return upstream.request(path, { method: 'POST', json, headers, accept: [400, 401, 422], signal })
    }
    return {
      async voucher(asked, { signal }) {
        const question = questionOf(asked)
        let reply = await ask(question, signal)
        if (reply.status === 401) {
          // It ended before its time.
          token.drop()
          reply = await ask(question, signal)
        }
        if (reply.status === 401) throw upstreamUnavailable('a new token was refused')
        return parseVoucher(reply)
      },
    }
  },
}

const questionOf = ({ ruc, tipo, serie, numero, fecha, monto }: VoucherQuestion) => ({
  numRuc: ruc,
  codComp: tipo,
  numeroSerie: serie,
  numero,
  fechaEmision: toSlashDate(fecha),
  ...(monto !== undefined && { monto }),
})
