// Loaded by `npm test` before every test file: ends a process whose tests no longer go on, and says which one was under way.
import { beforeEach, type TestContext } from 'node:test'
import { repeated } from './repeated.ts'

/** No test takes a tenth of it on a quiet machine. */
const LONGEST_MINUTES = Math.max(4, repeated(4))

let underWay = 'what comes before the first test'
const watch = setTimeout(() => {
  console.error(`No end after ${LONGEST_MINUTES} minutes: ${underWay}`)
  process.exit(1)
}, LONGEST_MINUTES * 60_000)
watch.unref()

beforeEach((context) => {
  underWay = (context as TestContext).fullName
  watch.refresh()
})
