import { addDays, isCalendarDate, type LimaClock, limaDateAt } from '../../../domain/lima-time.ts'
import { isAddress } from '../../../kernel/files/download.ts'
import { httpDate } from '../../../kernel/files/http-date.ts'
import type { EditionFacts, FetchedFile } from '../dataset.ts'

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

const dayOf = (lastModified: string | undefined, today: string): string | undefined => {
  const time = lastModified === undefined ? null : httpDate(lastModified)
  return time === null ? undefined : plausibleDate(limaDateAt(time), today)
}

const isOwnFile = ({ from }: NonNullable<FetchedFile['validators']> = {}): boolean =>
  from !== undefined && !isAddress(from)

/** True when the file was read from the operator's disk. */
export const isCopied = (file: Pick<FetchedFile, 'validators'> | undefined): boolean => isOwnFile(file?.validators)

/**
 * The dates of an edition. What its file states comes first; an address dates its files by HTTP. A file on the operator's
 * disk has the date of the copy, which says nothing about the publisher.
 */
export const editionDates = (
  file: Pick<FetchedFile, 'lastModified' | 'validators'> | undefined,
  clock: LimaClock,
  stated?: string,
): Required<Pick<EditionFacts, 'edicion' | 'publicado'>> => {
  const today = latestDay(clock)
  const ofFile = dayOf(file?.lastModified, today)
  const published = plausibleDate(stated, today) ?? (isCopied(file) ? undefined : ofFile)
  return { edicion: published ?? ofFile ?? clock.limaDate(), publicado: published ?? null }
}

/** True for an edition that was read from the operator's disk. */
export const isCopy = ({ validators = {} }: EditionFacts): boolean => Object.values(validators).some(isOwnFile)

const hasDateOfFile = ({ edicion, validators = {} }: EditionFacts): boolean =>
  Object.values(validators).some(({ lastModified }) => dayOf(lastModified, edicion) === edicion)

/** The date that the publisher gave an edition; undefined when it gave none. */
export const publishersDate = (facts: EditionFacts): string | undefined => {
  const { edicion, publicado, extra } = facts
  if (publicado !== undefined) return publicado ?? undefined
  // Of editions made before: the flag tells those dated by their load, and a copy may be dated by its file.
  return extra?.fechaDelEditor === false || (isCopy(facts) && hasDateOfFile(facts)) ? undefined : edicion
}

/** The date by which editions of one address are compared: the publisher's, or that of the operator's file. */
export const comparedDate = (facts: EditionFacts): string | undefined =>
  publishersDate(facts) ?? (hasDateOfFile(facts) ? facts.edicion : undefined)

/** The end of a day in Lima, as a moment. */
export const endOfDay = (date: string): string => `${addDays(date, 1)}T05:00:00.000Z`
