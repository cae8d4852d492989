/** Numbers of vouchers with a known outcome. Any other is accepted, or authorised when its series is of paper. */
export const VOUCHER_SAMPLES = {
  /** Voided, or not authorised when its series is of paper. */
  annulled: '2',
  notInformed: '404',
  /** The service refuses the question: 502. */
  refused: '422',
  /** The service fails: 502. */
  failing: '500',
  /** The service has had too many questions: 502. */
  tooMany: '429',
} as const
