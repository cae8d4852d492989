import type { PretendUpstream } from '../upstream.ts'

/** Every pretend upstream, one line each. */
export const upstreams: readonly PretendUpstream[] = []
