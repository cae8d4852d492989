import type { PretendUpstream } from '../upstream.ts'
import { aggregatorA } from './aggregator-a.ts'
import { aggregatorB } from './aggregator-b.ts'
import { centralBank } from './central-bank.ts'
import { insuranceRegistry } from './insurance-registry.ts'
import { bidList } from './more-lists/bid-list.ts'
import { euList } from './more-lists/eu-list.ts'
import { ukList } from './more-lists/uk-list.ts'
import { padron } from './padron.ts'
import { procurementFiles } from './procurement-files.ts'
import { procurementList } from './procurement-list.ts'
import { publicDniDirectory } from './public-dni-directory.ts'
import { taxLists } from './tax-lists.ts'
import { taxauth } from './taxauth.ts'
import { taxauthCpe } from './taxauth-cpe.ts'
import { taxauthTc } from './taxauth-tc.ts'
import { unList } from './un-list.ts'
import { usList } from './us-list.ts'

/** Every pretend upstream, one line each. */
export const upstreams: readonly PretendUpstream[] = [
  padron,
  procurementList,
  procurementFiles(),
  usList,
  unList,
  euList,
  ukList,
  bidList,
  taxLists,
  taxauth,
  publicDniDirectory(),
  aggregatorA,
  aggregatorB,
  insuranceRegistry,
  taxauthTc,
  taxauthCpe,
  centralBank,
]
