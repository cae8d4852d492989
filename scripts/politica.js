// `npm run politica`: writes the identifiers of the matcher's rules and tables into src/domain/screening/politica.ts. Each is the
// checksum of one bundle of the code that decides and all that it imports, so types, comments and layout do not change it.
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { isProgram } from './is-program.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SCREENING = 'src/domain/screening'
/** Tests, the file that holds the identifiers, and the layout of a stored index decide no answer. */
const DECIDES_NOTHING = /\.test\.ts$|screening\/politica\.ts$|index\/index-image\.ts$/
const INDEX_CODE = ['build-index.ts', 'index-image.ts'].map((name) => `${SCREENING}/index/${name}`)
const LENGTH = 16

/** The identifiers of a checkout's sources. New files below `domain/screening` count by themselves. */
export const identifiersOf = async (root) => {
  const paths = globSync(`${SCREENING}/**/*.ts`, { cwd: root }).map((path) => path.replaceAll('\\', '/'))
  const deciding = paths.filter((path) => !DECIDES_NOTHING.test(path)).sort()
  const [POLITICA, INDEX_RULES] = await Promise.all([checksumOf(root, deciding), checksumOf(root, INDEX_CODE)])
  return { POLITICA, INDEX_RULES }
}

const checksumOf = async (root, files) =>
  createHash('sha256')
    .update(await bundleOf(root, files))
    .digest('hex')
    .slice(0, LENGTH)

/** One text with the code of these files: nothing in it is renamed or rewritten, only printed in one way. */
const bundleOf = async (root, files) => {
  const everything = files.map((path, at) => `export * as file${at} from '/${path}'`).join('\n')
  const entry = {
    name: 'everything',
    resolveId: (id) => (id === 'everything' ? id : null),
    load: (id) => (id === 'everything' ? everything : null),
  }
  const minify = { compress: false, mangle: false, codegen: { removeWhitespace: true } }
  const output = { minify, codeSplitting: false }
  const bundled = await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [entry],
    build: { ssr: true, write: false, target: 'esnext', rolldownOptions: { input: 'everything', output } },
  })
  return bundled.output.map(({ code }) => code).join('')
}

/** Writes identifiers into the file that holds them, as a source or compiled. */
export const writeIdentifiers = (path, identifiers) => {
  const text = Object.entries(identifiers).reduce(
    (changed, [name, value]) => changed.replace(new RegExp(`(${name} = ['"])[^'"]*`), `$1${value}`),
    readFileSync(path, 'utf8'),
  )
  writeFileSync(path, text)
}

if (isProgram(import.meta.url)) {
  const identifiers = await identifiersOf(ROOT)
  writeIdentifiers(join(ROOT, SCREENING, 'politica.ts'), identifiers)
  process.stdout.write(`politica ${identifiers.POLITICA}\n`)
}
