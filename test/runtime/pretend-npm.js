// Stands for npm in the tests of `bin`: `npm ci` makes the packages of the lock file. Run as CommonJS, whatever the folder.
const fs = require('node:fs')
const { CALLS, NPM, NODE_ENV, npm_config_global: isGlobal, npm_config_dry_run: isDry } = process.env

const note = (line) => fs.appendFileSync(CALLS, `${line}\n`)

// Says how many builds there were when it began and when it ended.
const compiler = `
const fs = require('node:fs')
const builds = '.runtime/builds'
const whole = () => (fs.existsSync(builds) ? fs.readdirSync(builds) : []).filter((name) => !name.includes('.')).length
const before = whole()
const out = process.argv[process.argv.indexOf('--outDir') + 1]
fs.mkdirSync(out + '/src/cli', { recursive: true })
const end = () => {
  if (process.env.TSC === 'fails') process.exit(2)
  fs.copyFileSync('src/cli/main.ts', out + '/src/cli/main.js')
  fs.appendFileSync(process.env.CALLS, 'tsc, builds: ' + before + ' ' + whole() + '\\n')
}
setTimeout(end, 300)
`

const make = (name, entry) => {
  const folder = `node_modules/${name}`
  fs.mkdirSync(`${folder}/bin`, { recursive: true })
  if (name.startsWith('node-')) fs.symlinkSync(process.execPath, `${folder}/bin/node`)
  else {
    fs.writeFileSync(`${folder}/package.json`, '{}')
    fs.writeFileSync(`${folder}/bin/tsc`, compiler)
  }
  return [folder, entry]
}

const install = () => {
  const omitsDev = NODE_ENV === 'production' && !process.argv.includes('--include=dev')
  const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'))
  const wanted = Object.entries(packages).filter(([path, { dev, optional }]) => path && !optional && !(dev && omitsDev))
  const made = wanted.map(([path, entry]) => make(path.slice('node_modules/'.length), entry))
  fs.mkdirSync('node_modules/.bin', { recursive: true })
  fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(made) }))
  note(`npm ${process.argv[2]}: ${made.map(([, { integrity }]) => integrity)}`)
}

// As the true one: `npm ci` does not work for global packages, and writes nothing in a dry run.
if (NPM === 'fails' || isGlobal || isDry) process.exit(1)
fs.mkdirSync('node_modules', { recursive: true })
if (NPM === 'hangs') {
  note('npm hangs')
  setTimeout(() => {}, 6000)
} else setTimeout(install, 500)
