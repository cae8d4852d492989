// Written by `npm run politica`, which bundles the code that decides and takes its checksum; a build does the same for what it
// compiles. A test compares.

/** The rules and tables of the matcher: it changes when an answer may change, whatever the lists say. */
export const POLITICA = 'c1ad41adaaa23a2f'

/** The code and tables that shape a stored index: one of other rules is built again. */
export const INDEX_RULES = '241842c6efe64eae'
