import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after } from 'node:test'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { buildConsole } from '../../scripts/build-console.js'
import { type SandboxServer, startSandbox } from '../client/sandbox-server.ts'
import { openBrowser } from '../engines/chromium.ts'
import { forProcess } from '../helpers/cleanup.ts'
import type { Settings } from '../helpers/server.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Only what never comes is waited for so long, however busy the machine is. */
const LONGEST_WAIT_MS = 60_000

const ALL = { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } }
/** What can differ by width and colour alone; the rest of the page is the same. */
const BY_LOOK = { ...ALL, runOnly: ['color-contrast', 'target-size', 'scrollable-region-focusable'] }

/** Both widths and both colours; by all rules where most of a page is in view. */
const LOOKS = [
  { width: 390, colorScheme: 'light', options: BY_LOOK },
  { width: 1280, colorScheme: 'dark', options: ALL },
] as const
/** The first time of a page also the other way round: some of its parts are on one width alone. */
const OTHER_LOOKS = [
  { width: 390, colorScheme: 'dark', options: BY_LOOK },
  { width: 1280, colorScheme: 'light', options: BY_LOOK },
] as const
const lookedAt = new Set<string>()

export interface ConsoleTab {
  page: Page
  /** Violations of the page's policy, errors of its code, and requests to other hosts; a test asserts that there are none. */
  complaints: string[]
}

interface OpenOptions {
  key?: string | null
  context?: BrowserContextOptions
  /** What is done with the tab before it is led anywhere. */
  before?(page: Page): Promise<void>
}

export interface OpenConsole {
  sandbox: SandboxServer
  /** A new tab of a browser without memory, signed in unless `key` is null. */
  open(path?: string, options?: OpenOptions): Promise<ConsoleTab>
}

// All test files of a process share the browser, and those with the same settings a sandbox.
let browser: Promise<Browser> | undefined
const sandboxes = new Map<string, Promise<SandboxServer>>()

const startBrowser = async (): Promise<Browser> => {
  const started = await openBrowser()
  after(() => started.close())
  return started
}

/** One of these settings, with a key for this test file alone. */
const ownSandbox = async (settings: Settings): Promise<SandboxServer> => {
  const name = JSON.stringify(settings)
  const starting = sandboxes.get(name) ?? forProcess(() => startSandbox(settings))
  sandboxes.set(name, starting)
  const sandbox = await starting
  const key = await sandbox.makeKey()
  return { ...sandbox, key, client: (options) => sandbox.client({ key, ...options }) }
}

/** The console of a sandbox; its tabs are closed with the test that opens them. */
export const openConsole = async (settings: Settings = {}): Promise<OpenConsole> => {
  await buildConsole()
  browser ??= forProcess(startBrowser)
  const [started, sandbox] = await Promise.all([browser, ownSandbox(settings)])
  const open: OpenConsole['open'] = async (path = '/', { key = sandbox.key, context: options = {}, before } = {}) => {
    const context = await started.newContext({ viewport: { width: 1280, height: 900 }, ...options })
    after(() => closeTabs(context))
    const page = await context.newPage()
    page.setDefaultTimeout(LONGEST_WAIT_MS)
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('request', (request) => {
      if (!request.url().startsWith(sandbox.url) && !/^(?:data|blob):/.test(request.url()))
        complaints.push(request.url())
    })
    await before?.(page)
    await page.goto(`${sandbox.url}${path}${key === null ? '' : `#clave=${key}`}`)
    return { page, complaints }
  }
  return { sandbox, open }
}

/** Goes to a page that the bar has behind "Más". */
export const goToMore = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Más' }).click()
  await page.locator('#mas-paginas').getByRole('link', { name, exact: true }).click()
}

/** Replies that a test changes on their way may be under way still. */
export const closeTabs = async (context: BrowserContext): Promise<void> => {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
  await context.close()
}

interface AxeResult {
  violations: { id: string; nodes: { html: string; failureSummary: string }[] }[]
}

/** The page as it is now: axe finds nothing, and nothing sticks out sideways, at both widths, in light and dark. */
export const checkLooks = async ({ page, complaints }: ConsoleTab, what: string): Promise<void> => {
  const { height } = page.viewportSize() ?? { height: 900 }
  // Evaluated, not added as a script: the page's policy forbids that.
  await page.evaluate(AXE)
  const { pathname } = new URL(page.url())
  const looks = lookedAt.has(pathname) ? LOOKS : [...LOOKS, ...OTHER_LOOKS]
  lookedAt.add(pathname)
  for (const { width, colorScheme, options } of looks) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    const look = `${what}, ${width} px, ${colorScheme}`
    const { violations } = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as AxeResult
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`),
    )
    assert.deepEqual(found, [], look)
    const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    assert.ok(Number(wide) <= 0, `${look}: scrolls sideways by ${wide} px`)
  }
  await page.setViewportSize({ width: 1280, height })
  await page.emulateMedia({ colorScheme: 'light' })
  assert.deepEqual(complaints, [], what)
}

/** Nothing of what was asked is in the address or kept, and the key is in the tab's session storage alone. */
export const checkPrivacy = async ({ page }: ConsoleTab, asked: readonly string[], key: string): Promise<void> => {
  const kept = (await page.evaluate(
    'JSON.stringify([location.href, document.cookie, { ...localStorage }, Object.entries(sessionStorage)])',
  )) as string
  const [address, cookie, local, session] = JSON.parse(kept) as [string, string, object, [string, string][]]
  for (const one of asked) assert.ok(!decodeURIComponent(kept).toLowerCase().includes(one.toLowerCase()), one)
  assert.ok(!address.includes(key))
  assert.deepEqual([cookie, local], ['', {}])
  assert.deepEqual(session, [['chasqui.clave', key]])
}

/** How much of the page has moved since it was opened (cumulative layout shift), also after a key was pressed. */
export const layoutShift = async ({ page }: ConsoleTab): Promise<number> =>
  (await page.evaluate(`new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0)))
      .observe({ type: 'layout-shift', buffered: true })
    // No entry, no call.
    setTimeout(() => resolve(0), 200)
  })`)) as number

/** Resolves when the page is drawn as it is now, and what follows a drawing is done: the focus may move then. */
export const drawn = ({ page }: Pick<ConsoleTab, 'page'>): Promise<unknown> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done))))')
