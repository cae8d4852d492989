// `npm run politica`: writes the identifiers of the matcher's rules into src/domain/screening/politica.ts.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { identifiersOf, withIdentifiers } from '../bin/politica.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FILE = join(ROOT, 'src/domain/screening/politica.ts')

/** The identifiers of the sources as they are: compiled aside, as a build does. */
const currentIdentifiers = () => {
  const folder = mkdtempSync(join(tmpdir(), 'chasqui-politica-'))
  try {
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
    execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--outDir', folder], { cwd: ROOT })
    return identifiersOf(join(folder, 'src'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const identifiers = currentIdentifiers()
  writeFileSync(FILE, withIdentifiers(readFileSync(FILE, 'utf8'), identifiers))
  process.stdout.write(`politica ${identifiers.POLITICA}\n`)
}
