import type { PretendUpstream } from '../upstream.ts'
import { padron } from './padron.ts'

/** Every pretend upstream, one line each. */
export const upstreams: readonly PretendUpstream[] = [padron]
