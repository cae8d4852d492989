import type { PretendUpstream } from '../upstream.ts'
import { centralBank } from './central-bank.ts'
import { padron } from './padron.ts'
import { taxauthTc } from './taxauth-tc.ts'

/** Every pretend upstream, one line each. */
export const upstreams: readonly PretendUpstream[] = [padron, taxauthTc, centralBank]
