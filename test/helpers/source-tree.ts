import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const IMPORT = /^(import|export)\s+(type\s+)?[^'"]*?from\s+'(\.[^']+)'|^import\s+'(\.[^']+)'|import\('(\.[^']+)'\)/gm

/** A file of `src/`, `sandbox/` or `console/`; paths are relative to that folder. */
export interface SourceFile {
  path: string
  text: string
}

/** One import of one file by another. `to` begins with `..` when it leaves the folder. */
export interface Import {
  from: string
  to: string
  typeOnly: boolean
}

/** The TypeScript files of a folder of the project; tests only when asked for. */
export const readSources = (folder: string, { tests = false } = {}): SourceFile[] =>
  globSync('**/*.{ts,tsx}', { cwd: join(ROOT, folder) })
    .filter((path) => tests || !path.endsWith('.test.ts'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(ROOT, folder, path), 'utf8') }))

export const importsOf = ({ path, text }: SourceFile): Import[] =>
  [...text.matchAll(IMPORT)].map((match) => ({
    from: path,
    to: join(dirname(path), match[3] ?? match[4] ?? match[5] ?? ''),
    typeOnly: match[2] !== undefined,
  }))

/** The code without its comments. */
export const codeOf = ({ text }: SourceFile): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')

/** Groups of files that import each other, directly or through others (Tarjan's algorithm). */
export const importCycles = (imports: readonly Import[]): string[][] => {
  const targets = Map.groupBy(imports, ({ from }) => from)
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []
  const visit = (file: string): number => {
    order.set(file, order.size)
    lowest.set(file, order.size - 1)
    stack.push(file)
    for (const { to } of targets.get(file) ?? []) {
      const reached = order.has(to)
        ? stack.includes(to)
          ? (order.get(to) as number)
          : Number.POSITIVE_INFINITY
        : visit(to)
      lowest.set(file, Math.min(lowest.get(file) as number, reached))
    }
    if (lowest.get(file) === order.get(file)) {
      const group = stack.splice(stack.indexOf(file))
      if (group.length > 1) cycles.push(group)
    }
    return lowest.get(file) as number
  }
  for (const file of targets.keys()) if (!order.has(file)) visit(file)
  return cycles
}
