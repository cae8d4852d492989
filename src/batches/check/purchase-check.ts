import type { Voucher } from '../../domain/voucher.ts'
import { whenReady } from '../../kernel/when-ready.ts'
import type { PurchaseDay } from '../../lookups/compras/purchase-day.ts'
import type { ComprobanteQuery } from '../../lookups/comprobante.ts'
import type { Answer } from '../../lookups/shared/answer.ts'
import type { Columns } from '../read/header.ts'
import type { Row } from '../table.ts'
import { purchaseResult, withVoucher } from './purchase-result.ts'
import { type BoughtRow, readBought, voucherOf } from './purchase-row.ts'
import { type Checked, rowProblem } from './results.ts'

type Outcome = Checked | Promise<Checked>
type Lookup<Query, Data> = (query: Query) => Answer<Data> | Promise<Answer<Data>>

/** What purchases are asked with. The second one asks a live source, and only where a batch is told to. */
export interface PurchaseLookups {
  compras: Lookup<{ ruc?: string; fecha?: string }, PurchaseDay>
  comprobante: Lookup<ComprobanteQuery, Voucher>
}

interface PurchaseDeps {
  lookups: PurchaseLookups
  clean(query: Record<string, string>): Record<string, string>
  columns: Columns
  /** Are vouchers asked about as well? */
  comprobantes: boolean
  /** What becomes of a question that failed. */
  failed(error: unknown): Checked
}

/** Judges rows of purchases, each by its supplier's RUC. */
export const purchaseChecker = ({ lookups, clean, columns, comprobantes, failed }: PurchaseDeps) => {
  const answered = <Data>(
    query: Record<string, string>,
    lookup: Lookup<Record<string, string>, Data>,
    toChecked: (answer: Answer<Data>) => Checked,
  ): Outcome => {
    try {
      return whenReady(lookup(clean(query)), toChecked, failed)
    } catch (error) {
      return failed(error)
    }
  }
  const askVoucher = (ruc: string, bought: BoughtRow, judged: Checked): Outcome => {
    const question = voucherOf(ruc, bought)
    // What was not judged costs nothing, and vouchers of other kinds are not known to the service.
    if (judged.questions === 0 || question === null) return judged
    return whenReady(
      answered(question, lookups.comprobante, ({ data }) => withVoucher(judged, data, bought)),
      (checked) => (checked.questions > 0 ? checked : withVoucher(judged, checked, bought)),
    )
  }
  return (ruc: string, row: Row): Outcome => {
    if (ruc === '') return rowProblem('Sin RUC de proveedor')
    const bought = readBought(row, columns, ruc)
    if (bought.problem !== null) return rowProblem(bought.problem)
    const judged = answered({ ruc, fecha: bought.fecha }, lookups.compras, (answer) => purchaseResult(answer, bought))
    return comprobantes ? whenReady(judged, (checked) => askVoucher(ruc, bought, checked)) : judged
  }
}
