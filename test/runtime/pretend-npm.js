// Stands for npm in the tests of `bin`: `npm ci` makes the packages of the lock file. Run as CommonJS, whatever the folder.
const fs = require('node:fs')
const { CALLS, GO, NPM, NODE_ENV, npm_config_global: isGlobal, npm_config_dry_run: isDry } = process.env

const note = (line) => fs.appendFileSync(CALLS, `${line}\n`)

const make = (path) => {
  fs.mkdirSync(`${path}/bin`, { recursive: true })
  if (NPM === 'foreign-node') fs.writeFileSync(`${path}/bin/node`, 'of another C library', { mode: 0o755 })
  else fs.symlinkSync(process.execPath, `${path}/bin/node`)
}

const install = () => {
  const omitsDev = NODE_ENV === 'production' && !process.argv.includes('--include=dev')
  const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'))
  // As the true one: optional packages are those of the platform, and one that cannot be fetched is left out in silence.
  const isForUs = ({ os, cpu }) => os === process.platform && cpu === process.arch && NPM !== 'no-node'
  const made = Object.entries(packages).filter(
    ([path, entry]) => path && (entry.optional ? isForUs(entry) : !(entry.dev && omitsDev)),
  )
  if (made.length === 0) return
  fs.mkdirSync('node_modules/.bin', { recursive: true })
  for (const [path] of made) make(path)
  fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(made) }))
  note(`npm ci: ${made.map(([path]) => path.slice('node_modules/'.length))}`)
}

// As the true one: `npm ci` does not work for global packages, and writes nothing in a dry run.
if (NPM === 'fails' || isGlobal || isDry) process.exit(1)
if (GO) {
  note('npm waits')
  const endsMs = Date.now() + 60_000
  const wait = setInterval(() => {
    if (!fs.existsSync(GO) && Date.now() < endsMs) return
    clearInterval(wait)
    install()
  }, 20)
} else setTimeout(install, 200)
