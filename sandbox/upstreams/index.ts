import type { PretendUpstream } from '../upstream.ts'
import { pretendAggregatorA } from './aggregator-a.ts'
import { pretendAggregatorB } from './aggregator-b.ts'
import { pretendCentralBank } from './central-bank.ts'
import { pretendInsuranceRegistry } from './insurance-registry.ts'
import { pretendPadron } from './padron.ts'
import { pretendDniDirectory } from './public-dni-directory.ts'
import { pretendTaxauth } from './taxauth.ts'
import { pretendTaxauthTc } from './taxauth-tc.ts'

/** Every pretend upstream, one line each; `today` is the date it is in Lima. */
export const pretendUpstreams = (today: () => string): PretendUpstream[] => [
  pretendPadron(today),
  pretendTaxauth,
  pretendDniDirectory(),
  pretendAggregatorA,
  pretendAggregatorB,
  pretendInsuranceRegistry(today),
  pretendTaxauthTc(today),
  pretendCentralBank(today),
]
