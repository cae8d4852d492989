import { joinInstance } from './instances.ts'
import { chargeJob } from './job-charges.ts'
import { lease, leave } from './quota.ts'
import { settle } from './settlements.ts'

/** The transactions of a running service, which the thread of a folder's file runs by itself. */
export const PROCEDURES = { join: joinInstance, leave, lease, settle, chargeJob }
