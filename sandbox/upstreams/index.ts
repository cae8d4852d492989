import type { PretendUpstream } from '../upstream.ts'
import { pretendCentralBank } from './central-bank.ts'
import { pretendTaxauthTc } from './taxauth-tc.ts'

/** Every pretend upstream, one line each. */
export const upstreams: readonly PretendUpstream[] = [pretendTaxauthTc(), pretendCentralBank()]
