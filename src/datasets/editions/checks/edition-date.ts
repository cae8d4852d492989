import { isCalendarDate, type LimaClock, limaDateAt } from '../../../domain/lima-time.ts'
import { httpDate } from '../../../kernel/files/http-date.ts'
import type { FetchedFile } from '../dataset.ts'

// No list is older. Files unpacked or copied without their date carry the one of 1970 or 1980.
const EARLIEST = '2000-01-01'

/** Today in Lima. In a rehearsal on an earlier day it is the real one: the files around it are of today. */
export const latestDay = (clock: LimaClock): string => {
  const [rehearsed, real] = [clock.limaDate(), limaDateAt(clock.now())]
  return rehearsed > real ? rehearsed : real
}

/**
 * A publisher's date (YYYY-MM-DD) when it can be believed, else undefined: one that does not exist or lies in the future
 * would make every later edition look older, and the list would never change again.
 */
export const plausibleDate = (date: string | undefined, today: string): string | undefined =>
  date !== undefined && isCalendarDate(date) && date >= EARLIEST && date <= today ? date : undefined

/** The day in Lima on which the publisher last changed the file; undefined when it does not say so believably. */
export const dateOfFile = (file: Pick<FetchedFile, 'lastModified'> | undefined, today: string): string | undefined => {
  const time = file?.lastModified === undefined ? null : httpDate(file.lastModified)
  return time === null ? undefined : plausibleDate(limaDateAt(time), today)
}
