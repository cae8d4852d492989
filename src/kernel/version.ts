import { existsSync, readFileSync } from 'node:fs'

// The compiled files sit one folder deeper than the sources.
const packageFile = ['../../package.json', '../../../package.json']
  .map((path) => new URL(path, import.meta.url))
  .find((url) => existsSync(url)) as URL

/** The version of the package this file belongs to. */
export const version: string = JSON.parse(readFileSync(packageFile, 'utf8')).version
