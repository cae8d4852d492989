/** Plates with a known outcome, for trying the service and for callers' own tests. */
export const PLATE_SAMPLES = {
  inForce: 'ABC123',
  expired: 'VEN123',
  annulled: 'ANU123',
  /** Its next policy begins in a month and is the most recent one. */
  renewed: 'REN123',
  /** Was never insured: 404. */
  uninsured: 'NAD123',
  /** The source asks for a verification: 503, and so is every plate until the source is tried again. */
  verification: 'CAP123',
  /** The source fails: 502. */
  failing: 'ERR123',
  /** The source has had too many questions: 502. */
  tooMany: 'LIM123',
} as const
