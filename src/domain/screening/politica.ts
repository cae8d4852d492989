// Written by `npm run politica`, which compiles the sources and takes the checksum of the code that decides; a build does the
// same for what it compiles. A test compares.

/** The rules and tables of the matcher: it changes when an answer may change, whatever the lists say. */
export const POLITICA = '50c704ced3b1dbdf'

/** The code and tables that shape a stored index: one of other rules is built again. */
export const INDEX_RULES = '90aef139d5028418'
