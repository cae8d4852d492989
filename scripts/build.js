// `npm run build` and `npm pack`: everything that a command needs, so that the folder can be read-only afterwards. Packages have the
// build as `dist`, with the types of the SDK, which no command needs.
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isMadeOf, makeFolder } from '../bin/aside.js'
import { makeOnce } from '../bin/lock.js'
import { prepare, ROOT } from '../bin/prepare.js'
import { compile } from './compile.js'

const DIST = join(ROOT, 'dist')

const makeDist = (home, build) =>
  makeFolder(home, DIST, basename(build), async (next) => {
    cpSync(build, next, { recursive: true })
    await compile('tsconfig.client.json', next)
    for (const path of globSync('src/client/**/*.d.ts', { cwd: next })) nameCompiledFiles(join(next, path))
  })

/** The compiler leaves the names of sources in declarations, where older compilers do not follow them. */
const nameCompiledFiles = (path) =>
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"))

const { folder } = await prepare({ compiled: true })
const find = () => (isMadeOf(DIST, basename(folder)) ? DIST : null)
const home = join(ROOT, '.runtime', 'dist-work')
await makeOnce(home, find, () => makeDist(home, folder))
