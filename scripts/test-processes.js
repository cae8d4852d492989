// Which test files there are, and which of them share a process.
import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../bin/prepare.js'

/** What these look at is their process: what it loads, holds, spends or is told. */
const ALONE = [
  'src/accounts/processes',
  'src/kernel/buffered-output',
  'test/cli/{batch-threads,docs}',
  'test/{editions-let-go,killed-publishers,politica}',
]
/** More than run at once, so that the last ones end together; each loads the program again, which takes a second or two. */
const [UNIT_PROCESSES, SERVICE_PROCESSES] = [5, 14]
/** Each has a browser and a sandbox. One would still run when all others have ended. */
const CONSOLE_PROCESSES = 2
const HOME = '.runtime/tests'

/** Every test file, by the part of the suite it belongs to: the first that asks for it. */
const testFiles = () => {
  const taken = new Set()
  const take = (...places) => {
    const found = places.flatMap((place) => globSync(`${place}.test.ts`, { cwd: ROOT }).sort())
    const files = [...new Set(found)].filter((file) => !taken.has(file))
    for (const file of files) taken.add(file)
    return files
  }
  return {
    pages: take('test/console/*'),
    // One package serves them all.
    packed: take('test/runtime/package', 'test/client/{packed,client-page}'),
    packaging: take('test/{runtime,deploy}/*'),
    alone: take(...ALONE),
    // They share the lists, which take long to build.
    lists: take('test/{party-records,screening-*}'),
    unit: take('{src,sandbox,console}/**/*', 'test/*', 'test/{http,odd-replies,sandbox}/*'),
    service: take('test/e2e/*', 'test/**/*'),
  }
}

/** Node's clock for tests drops a timer when one of an earlier test, still held by something else, is cleared late. */
const replacesTheClock = (file) => readFileSync(join(ROOT, file), 'utf8').includes('mock.timers')

/** The largest first: the longest tests of the console take the longest. */
const bySize = (a, b) => statSync(join(ROOT, b)).size - statSync(join(ROOT, a)).size

/** Writes a file that runs others in its process. */
const together = (name, files) => {
  const path = `${HOME}/${name}.js`
  const helper = '../../test/helpers/shared-process.ts'
  writeFileSync(join(ROOT, path), `import { shareProcess } from '${helper}'\nshareProcess(${JSON.stringify(files)})\n`)
  return path
}

/** As many lists of files as processes. Neighbours, which are of one kind, are apart. */
const shares = (files, count) => Array.from({ length: count }, (_, at) => files.filter((_, one) => one % count === at))

/** What is to be run, each in a process, by part; the longest first, so that no core is idle at the end. */
export const testProcesses = () => {
  mkdirSync(join(ROOT, HOME), { recursive: true })
  const { pages, packed, packaging, alone, lists, unit, service } = testFiles()
  const timed = unit.filter(replacesTheClock)
  const rest = unit.filter((file) => !timed.includes(file))
  return {
    console: shares(pages.sort(bySize), CONSOLE_PROCESSES).map((files, at) => together(`console-${at + 1}`, files)),
    packaging: [together('packed', packed), ...packaging],
    service: [...shares(service, SERVICE_PROCESSES).map((files, at) => together(`service-${at + 1}`, files)), ...alone],
    unit: [lists, ...shares(rest, UNIT_PROCESSES), timed].map((files, at) => together(`unit-${at + 1}`, files)),
  }
}
