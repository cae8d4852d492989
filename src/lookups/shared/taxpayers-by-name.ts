import type { RegisterRow } from '../../datasets/padron/index.ts'
import type { Origin } from '../../domain/records.ts'
import type { ListedTaxpayer } from '../../sources/source.ts'
import { firstAnswer } from './first-answer.ts'
import { liveChain, registerMissing, type TaxpayerDeps } from './taxauth-chain.ts'
import { toRegisterRow } from './taxpayer-record.ts'

interface NameList {
  rows: RegisterRow[]
  /** How many rows of the other kind the same list held. */
  omitted: number
  truncated: boolean
  origin: Origin
}

/** The live page's list of a name, used while no register is loaded: the rows of the wanted kind, or null for none. */
export const listByName = async (
  deps: TaxpayerDeps,
  text: string,
  isWanted: (listed: ListedTaxpayer) => boolean,
  refused: Origin[],
): Promise<NameList | null> => {
  const chain = liveChain(deps, 'taxpayersByName', undefined)
  const found = await firstAnswer(chain, (provider) => provider.ask(text), refused)
  if (!found) return null
  const { rows, truncated } = found.value
  const wanted = rows.filter(isWanted)
  // A cut list without one wanted row proves nothing: only the register knows.
  if (wanted.length === 0 && truncated) throw registerMissing()
  return {
    rows: wanted.map(toRegisterRow),
    omitted: rows.length - wanted.length,
    truncated,
    origin: { provider: found.provider, channel: found.channel },
  }
}
