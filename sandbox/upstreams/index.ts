import type { PretendUpstream } from '../upstream.ts'
import { pretendCentralBank } from './central-bank.ts'
import { pretendPadron } from './padron.ts'
import { pretendTaxauthTc } from './taxauth-tc.ts'

/** Every pretend upstream, one line each; `today` is the date it is in Lima. */
export const pretendUpstreams = (today: () => string): PretendUpstream[] => [
  pretendPadron(today),
  pretendTaxauthTc(today),
  pretendCentralBank(today),
]
