// Finds a Chromium, or fetches one: the browser inside an ordinary package, compressed.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'
import { fetchedPackage } from './fetched-package.js'

const brotli = promisify(brotliDecompress)
const PIN = {
  name: '@sparticuz/chromium',
  version: '153.0.0',
  integrity: 'sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==',
}
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

// Its own sandbox needs rights that a container does not give, and it refuses to run as root with it.
const ARGS = ['--no-sandbox', '--disable-gpu']
// That of the machine may be none that exists: under `LANG=C.UTF-8` a page is told `en-US@posix`.
const LANGUAGE = { LC_ALL: 'es_PE.UTF-8', LANGUAGE: 'es_PE' }

/** A browser without a window: that of the machine, else or with `TEST_FETCHED_BROWSER` the fetched one. Close it. */
export const openBrowser = async (): Promise<Browser> => {
  const own = process.env.TEST_FETCHED_BROWSER ? null : systemBrowser()
  const { executablePath, env } = own ?? (await fetchedBrowser())
  return chromium.launch({ executablePath, env: { ...process.env, ...LANGUAGE, ...env }, args: ARGS })
}

interface Program {
  executablePath: string
  env: Record<string, string>
}

const systemBrowser = (): Program | null => {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  const executablePath = [...paths, ...ELSEWHERE].find((path) => existsSync(path))
  return executablePath ? { executablePath, env: {} } : null
}

const fetchedBrowser = async (): Promise<Program> => {
  const platform = `${process.platform}-${process.arch}`
  if (platform !== 'linux-x64')
    throw new Error(`no Chromium is on the PATH, and none is published for ${platform}: install the system's package`)
  const folder = await fetchedPackage('Chromium', PIN, unpack)
  return { executablePath: programIn(folder), env: environmentIn(folder) }
}

const programIn = (folder: string): string => join(folder, 'unpacked', 'chromium')

/** Libraries that a small system lacks come with it. */
const environmentIn = (folder: string): Record<string, string> => ({ LD_LIBRARY_PATH: join(folder, 'unpacked', 'lib') })

/** Waits without blocking this process, which shows others meanwhile that it is at work (`bin/lock.js`). */
const unpack = async (folder: string): Promise<boolean> => {
  const target = join(folder, 'unpacked')
  mkdirSync(target)
  const inflate = async (name: string): Promise<Buffer> => brotli(readFileSync(join(folder, 'bin', name)))
  writeFileSync(programIn(folder), await inflate('chromium.br'))
  chmodSync(programIn(folder), 0o755)
  for (const name of ['al2023.tar.br', 'swiftshader.tar.br'])
    if (spawnSync('tar', ['-x', '-C', target], { input: await inflate(name) }).status !== 0) return false
  const env = { ...process.env, ...environmentIn(folder) }
  return spawnSync(programIn(folder), ['--version'], { env }).status === 0
}
