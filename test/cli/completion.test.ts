import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { FAULTS } from '../../sandbox/main.ts'
import { upstreams } from '../../sandbox/upstreams/index.ts'
import { FAULTS as OFFERED_FAULTS, UPSTREAMS } from '../../src/cli/commands/sandbox.ts'
import { LOOKUPS } from '../../src/cli/lookups.ts'
import { DNI_PROVIDERS, RUC_PROVIDERS } from '../../src/domain/records.ts'
import { SCOPES } from '../../src/endpoints/index.ts'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { runInProcess } from '../helpers/command-line.ts'

const folder = temporaryFolder()
mkdirSync(join(folder, 'carpeta'))
writeFileSync(join(folder, 'carta con espacio.txt'), '')
const ZSH_CAPTURE = fileURLToPath(new URL('./shells/zsh-capture.zsh', import.meta.url))

const scripts: Record<string, string> = {}
for (const shell of ['bash', 'zsh', 'fish']) {
  scripts[shell] = join(folder, `chasqui.${shell}`)
  writeFileSync(scripts[shell], (await runInProcess({}, 'completion', shell)).out)
}

const run = (program: string, ...args: string[]): string => {
  const { stdout, stderr, status } = spawnSync(program, args, { encoding: 'utf8', cwd: folder, timeout: 60_000 })
  assert.equal(status, 0, stderr)
  return stdout
}

/** What each shell offers for the words; the last one is what stands under the cursor. */
const OFFERS: Record<string, (words: readonly string[]) => string[]> = {
  bash: (words) => {
    // As bash hands them over: `=` parts words.
    const parted = words.flatMap((word) => (word === '' ? [''] : word.split(/(=)/).filter(Boolean)))
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an array of bash
    const program = 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _chasqui; printf "%s\\n" "${COMPREPLY[@]}"'
    return run('bash', '--norc', '-c', program, scripts.bash as string, 'chasqui', ...parted).split('\n')
  },
  zsh: (words) => run('zsh', '-f', ZSH_CAPTURE, scripts.zsh as string, ['chasqui', ...words].join(' ')).split('\n'),
  fish: (words) =>
    run('fish', '--no-config', '-c', `source ${scripts.fish}; complete -C '${['chasqui', ...words].join(' ')}'`)
      .split('\n')
      .map((line) => line.replace(/\t.*$/, '')),
}

const LISTS = 'padron sanciones us un'
const ROWS: readonly (readonly [line: string, offered: string, not?: string])[] = [
  ['', 'serve data keys ruc dni persona aml health completion help', 'create sync'],
  ['ke', 'keys', 'ruc'],
  ['keys ', 'create list revoke usage', 'serve --json'],
  ['keys create --', '--name --quota --endpoints --expires --json --help', '--detalle'],
  ['keys create --endpoints ', SCOPES.join(' ')],
  ['ruc 20000000125 --proveedor ', RUC_PROVIDERS.join(' '), 'public-dni-directory'],
  ['dni --proveedor ', DNI_PROVIDERS.join(' ')],
  ['lote --', '--tipo --salida --columna-nombre --hoja --sin-cabecera --alerta', '--detalle'],
  ['data sync ', LISTS],
  ['data sync padron --sandbox u', 'us un', 'padron'],
  ['aml juan perez --tipo ', 'persona empresa nave aeronave'],
  ['aml juan perez --pais ', 'PE US CO'],
  ['indicadores ', 'buscar inflacion pbi reservas'],
  ['indicadores buscar --frecuencia ', 'diaria mensual trimestral anual'],
  ['sandbox fault ', UPSTREAMS.join(' ')],
  ['sandbox fault central-bank ', OFFERED_FAULTS.join(' '), 'padron'],
  ['completion ', 'bash zsh fish'],
  ['store copy sqlite ', 'sqlite postgres'],
  ['help keys ', 'create list'],
]

for (const [shell, offer] of Object.entries(OFFERS)) {
  const isHere = spawnSync(shell, ['--version']).status === 0
  describe(`completion in ${shell}`, { skip: isHere ? false : `${shell} is not at hand` }, () => {
    for (const [line, offered, not = ''] of ROWS) {
      test(`chasqui ${line}⇥ offers ${offered}`, () => {
        const found = offer(line.split(' '))
        for (const word of offered.split(' ')) assert.ok(found.includes(word), `${word} is not in ${found}`)
        for (const word of not.split(' ').filter(Boolean)) assert.ok(!found.includes(word), word)
      })
    }

    test('files and folders are offered where one is meant, and names are left alone', () => {
      const files = offer(['backup', 'car']).map((one) => one.replaceAll('\\', '').replace(/\/$/, ''))
      assert.ok(files.includes('carta con espacio.txt') && files.includes('carpeta'), String(files))
      const folders = offer(['data', 'publish', 'car']).map((one) => one.replace(/\/$/, ''))
      assert.ok(folders.includes('carpeta') && !folders.some((one) => one.includes('carta')), String(folders))
      assert.deepEqual(offer(['persona', 'car']).filter(Boolean), [])
    })

    test('a value may follow an equals sign, and a list goes on after its comma', () => {
      const provider = offer(['ruc', '1', '--proveedor=agg']).map((one) => one.replace(/^--proveedor=/, ''))
      assert.ok(provider.includes('aggregator-a') && !provider.includes('taxauth-scraper'), String(provider))
      const endpoint = offer(['keys', 'create', '--endpoints', 'ruc,d']).map((one) => one.replace(/^ruc,/, ''))
      assert.deepEqual(endpoint.filter(Boolean), ['dni'])
    })
  })
}

test('every script knows every lookup, its options and their values', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { out, code } = await runInProcess({}, 'completion', shell)
    assert.equal(code, 0)
    for (const { name, options } of LOOKUPS) {
      assert.ok(out.includes(name), name)
      for (const { field, completes } of options) {
        assert.ok(out.includes(shell === 'fish' ? `-l ${field}` : `--${field}`), `${shell} ${name} ${field}`)
        if ('values' in completes) for (const value of completes.values) assert.ok(out.includes(value), value)
      }
    }
  }
})

test('the closed values that are offered are those that are taken', () => {
  assert.deepEqual([...UPSTREAMS].sort(), upstreams.map(({ id }) => id).sort())
  assert.deepEqual(OFFERED_FAULTS, ['none', ...FAULTS])
  const valuesOf = (name: string, field: string): unknown =>
    LOOKUPS.find((one) => one.name === name)?.options.find((one) => one.field === field)?.completes
  assert.deepEqual(valuesOf('ruc', 'proveedor'), { kind: 'values', values: [...RUC_PROVIDERS] })
  assert.deepEqual(valuesOf('dni', 'proveedor'), { kind: 'values', values: [...DNI_PROVIDERS] })
})
