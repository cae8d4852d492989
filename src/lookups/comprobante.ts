import type { LimaClock } from '../domain/lima-time.ts'
import {
  VOUCHER_KINDS,
  type Voucher,
  type VoucherQuestion,
  voucherAmount,
  voucherNumber,
  voucherSeries,
} from '../domain/voucher.ts'
import { Failure } from '../kernel/errors.ts'
import type { Trace } from '../kernel/tracing/tracer.ts'
import { NO_ACCOUNT } from '../kernel/upstream-failures.ts'
import type { LiveSources } from '../sources/source.ts'
import type { Answer } from './shared/answer.ts'
import { firstAnswer } from './shared/first-answer.ts'
import { choiceInput, pastDateInput, required, rucInput } from './shared/input.ts'

export type ComprobanteQuery = { [Name in keyof Required<VoucherQuestion>]?: string | undefined }

interface ComprobanteDeps {
  sources: Pick<LiveSources, 'answering'>
  clock: LimaClock
}

const MAX_AGE_SECONDS = 600
const NOT_INFORMED =
  'NO INFORMADO significa que la SUNAT no tiene un comprobante con estos datos. Puede ser uno impreso, uno de un resumen diario que aún no se procesa, o un dato o monto que no coincide al céntimo; no prueba que sea falso'

/** Whether a voucher was informed to the tax authority, by its official service. */
export const comprobanteLookup =
  ({ sources, clock }: ComprobanteDeps) =>
  async (query: ComprobanteQuery, trace?: Trace): Promise<Answer<Voucher>> => {
    const question = voucherInput(query, clock.limaDate())
    const chain = sources.answering('voucher', trace)
    if (chain.length === 0) throw new Failure('not-configured', NO_ACCOUNT)
    const found = await firstAnswer(chain, (provider) => provider.ask(question))
    if (!found)
      throw new Failure(
        'upstream-unavailable',
        'La SUNAT no aceptó la consulta: revise tipo, serie, numero, fecha y monto, que los comprobantes electrónicos necesitan',
      )
    return {
      data: found.value,
      proveedor: found.provider,
      origins: [{ provider: found.provider, channel: found.channel }],
      ...(found.value.estado === 'NO INFORMADO' && { aviso: NOT_INFORMED }),
      maxAgeSeconds: MAX_AGE_SECONDS,
      dependsOnToday: true,
    }
  }

const voucherInput = (query: ComprobanteQuery, today: string): VoucherQuestion => {
  const ruc = rucInput('ruc', query.ruc)
  const tipo = choiceInput('tipo', required('tipo', query.tipo), VOUCHER_KINDS) as VoucherQuestion['tipo']
  const serie = read('serie', query.serie, voucherSeries, 'debe tener 4 letras o dígitos, como F001 o 0001')
  const numero = read('numero', query.numero, voucherNumber, 'debe tener de 1 a 8 dígitos y no ser cero')
  const fecha = pastDateInput('fecha', required('fecha', query.fecha), today) as string
  if (query.monto === undefined) return { ruc, tipo, serie, numero, fecha }
  const monto = read('monto', query.monto, voucherAmount, 'debe ser un número con hasta dos decimales, como 118.00')
  return { ruc, tipo, serie, numero, fecha, monto }
}

const read = (
  campo: string,
  value: string | undefined,
  reader: (text: string) => string | null,
  rule: string,
): string => {
  const found = reader(required(campo, value))
  if (found === null) throw new Failure('invalid-input', `${campo} ${rule}`, { campo })
  return found
}
