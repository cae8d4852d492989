// `politica`: the identifier of the matcher's rules and tables. It is the checksum of the compiled code that decides a screening, so
// types, comments and layout do not change it.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { codeTokens } from './code-tokens.js'

const SCREENING = 'domain/screening'
/** The file that holds the identifiers, and the layout of a stored index, which decides no answer. */
const DECIDES_NOTHING = [`${SCREENING}/politica.js`, `${SCREENING}/index/index-image.js`]
const INDEX_CODE = [`${SCREENING}/index/build-index.js`, `${SCREENING}/index/index-image.js`]
const LENGTH = 16

const scriptsIn = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return scriptsIn(path)
    return entry.name.endsWith('.js') ? [path] : []
  })

/** These files and all that they import, each with its tokens, in the order of their paths. */
const closureOf = (entries) => {
  const found = new Map()
  const visit = (path) => {
    if (found.has(path)) return
    const tokens = codeTokens(readFileSync(path, 'utf8'))
    found.set(path, tokens)
    for (const [at, token] of tokens.entries()) {
      const isImport = tokens[at - 1] === 'from' || tokens[at - 1] === 'import'
      if (isImport && /^['"]\./.test(token)) visit(join(dirname(path), token.slice(1, -1)))
    }
  }
  for (const entry of entries) visit(entry)
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1))
}

const checksumOf = (src, entries) => {
  const hash = createHash('sha256')
  for (const [path, tokens] of closureOf(entries))
    hash.update(JSON.stringify([relative(src, path).split('\\').join('/'), ...tokens]))
  return hash.digest('hex').slice(0, LENGTH)
}

/** The identifiers of a compiled `src`. New files below `domain/screening` count by themselves. */
export const identifiersOf = (src) => {
  const silent = DECIDES_NOTHING.map((name) => join(src, name))
  const deciding = scriptsIn(join(src, SCREENING)).filter((path) => !silent.includes(path))
  return {
    POLITICA: checksumOf(src, deciding),
    INDEX_RULES: checksumOf(
      src,
      INDEX_CODE.map((name) => join(src, name)),
    ),
  }
}

/** The text of the file of identifiers with these in it. */
export const withIdentifiers = (text, identifiers) =>
  Object.entries(identifiers).reduce(
    (changed, [name, value]) => changed.replace(new RegExp(`(${name} = ['"])[^'"]*`), `$1${value}`),
    text,
  )

/** Writes the identifiers of what was compiled into it. They are right even when the sources have older ones. */
export const stampIdentifiers = (dist) => {
  const src = join(dist, 'src')
  const path = join(src, SCREENING, 'politica.js')
  if (existsSync(path)) writeFileSync(path, withIdentifiers(readFileSync(path, 'utf8'), identifiersOf(src)))
}
