import { readFileSync } from 'node:fs'

// The compiler's output has one of its own.
const packageFile = new URL('../../package.json', import.meta.url)

/** The version of the package this file belongs to. */
export const version: string = JSON.parse(readFileSync(packageFile, 'utf8')).version
