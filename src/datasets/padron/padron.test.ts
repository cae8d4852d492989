import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { zipOf } from '../../../sandbox/zip.ts'
import { repeated } from '../../../test/helpers/repeated.ts'
import { limaClock } from '../../domain/lima-time.ts'
import type { Failure } from '../../kernel/errors.ts'
import type { EditionFacts, RefreshJob } from '../editions/dataset.ts'
import { REGISTER_HEADER } from './fixtures/register-header.ts'
import { INDEX_FILE, RECORDS_FILE } from './format/index-file.ts'
import { loadImage } from './format/register-image.ts'
import { padronDataset, type Register } from './index.ts'
import { SearchPool } from './search/search-pool.ts'

const root = mkdtempSync(join(tmpdir(), 'padron-'))
after(() => rmSync(root, { recursive: true }))

const LINES = [
  '20000000125|COMERCIAL EJEMPLO - LIMA S.A.C.|ACTIVO|HABIDO|150131|AV.|LAS FLORES|URB.|SANTA FE|123|501|-|-|-|-|',
  '10000000120|DE LA ROSA QUISPE ANA MARIA|ACTIVO|HABIDO|-|-|-|-|-|-|-|-|-|-|-|',
  '20000003451|EJEMPLOS DEL SUR E.I.R.L.|BAJA MULT.INSCR. Y O|NO HALLADO SE MUDO D|040101|----|PANAMERICANA SUR|-|-|S/N|-|-|-|-|-|',
  '15000000121|MUÑOZ VDA DE PEÑA LUZ|ACTIVO|HABIDO|-|-|-|-|-|-|-|-|-|-|-',
  '17000000124|O"NEIL \\ SMITH JOHN|BAJA DE OFICIO|NO HABIDO|-|-|-|-|-|-|-|-|-|-|-|',
  '20000006786|"EL ÁGUILA" & HIJOS SOCIEDAD ANONIMA CERRADA|ACTIVO|NO HABIDO|-|-|-|-|-|-|-|-|-|-|-|',
  'cortada|X|Y',
]
const textOf = (lines: readonly string[]): Buffer =>
  Buffer.from(`${[REGISTER_HEADER, ...lines].join('\r\n')}\r\n`, 'latin1')

let serial = 0
interface Source {
  content: Buffer
  types?: Buffer
  branches?: Buffer
  inService?: EditionFacts | null
  floor?: number
  signal?: AbortSignal
}

/** Runs the five steps as the refresh does. */
const refresh = async (
  source: Source,
): Promise<{ facts: EditionFacts; dir: string; register: Register; phases: Set<string> }> => {
  const dir = join(root, `edition-${++serial}`)
  await mkdir(dir)
  const from = join(root, `source-${serial}`)
  writeFileSync(from, source.content)
  utimesSync(from, new Date('2026-11-10T03:00:00Z'), new Date('2026-11-10T03:00:00Z'))
  const typesFrom = source.types ? join(root, `types-${serial}`) : undefined
  if (typesFrom && source.types) writeFileSync(typesFrom, source.types)
  const branchesFrom = source.branches ? join(root, `branches-${serial}`) : undefined
  if (branchesFrom && source.branches) writeFileSync(branchesFrom, source.branches)
  const phases = new Set<string>()
  const job: RefreshJob = {
    ...{ dir, cacheDir: root, inService: source.inService ?? null, floor: source.floor ?? 1 },
    progress: { report: (phase) => void phases.add(phase) },
    signal: source.signal ?? new AbortController().signal,
  }
  const dataset = padronDataset({
    from,
    typesFrom,
    branchesFrom,
    clock: limaClock(undefined, { now: () => Date.parse('2026-11-15T12:00:00Z') }),
    searchThreads: 1,
  })
  const files = await dataset.fetch(job)
  assert.notEqual(files, 'unchanged')
  if (files === 'unchanged') throw new Error('unchanged')
  await dataset.verify(job, files)
  const facts = await dataset.build(job, await dataset.parse(job, files), files)
  dataset.check(job, facts)
  return { facts, dir, register: await dataset.open(dir, facts), phases }
}

const ask = (register: Register, text: string) => register.searchNames({ text, persons: 10, companies: 10 })

test('an edition whose facts tell of other rows than it has is not opened', async () => {
  const { facts, dir, register } = await refresh({ content: textOf(LINES) })
  await register.close()
  const dataset = padronDataset({ from: dir, clock: limaClock(), searchThreads: 1 })
  await assert.rejects(dataset.open(dir, { ...facts, filas: 17_000_000 }), {
    kind: 'dataset-unavailable',
    message: /no es el de su edición/,
  })
})

test('a copy is of the day on which the publisher zipped it; a plain text does not say', async () => {
  const zipped = await zipOf('padron_reducido_ruc.txt', textOf(LINES), new Date('2026-05-04T12:00:00Z'))
  for (const [content, edicion, publicado] of [
    [zipped, '2026-05-04', '2026-05-04'],
    [textOf(LINES), '2026-11-09', null],
  ] as const) {
    const { facts, register } = await refresh({ content })
    assert.deepEqual([facts.edicion, facts.publicado], [edicion, publicado])
    await register.close()
  }
})

test('a zip becomes an edition that answers by RUC and by name', async () => {
  const content = await zipOf('padron_reducido_ruc.txt', textOf(LINES), new Date('2026-11-09T12:00:00Z'))
  const { facts, register, phases } = await refresh({ content })
  assert.equal(facts.filas, 6)
  assert.equal(facts.edicion, '2026-11-09')
  assert.equal(facts.descartadas, 1)
  assert.ok(phases.has('read') && phases.has('postings'))
  assert.deepEqual(register.byRuc('20000000125'), {
    numero: '20000000125',
    razonSocial: 'COMERCIAL EJEMPLO - LIMA S.A.C.',
    estado: 'ACTIVO',
    condicion: 'HABIDO',
    ubigeo: '150131',
    direccion: 'AV. LAS FLORES NRO. 123 INT. 501 URB. SANTA FE',
    tipo: '',
  })
  assert.equal(register.byRuc('20000003451')?.condicion, 'NO HALLADO SE MUDO DE DOMICILIO')
  assert.equal(register.byRuc('17000000124')?.razonSocial, 'O"NEIL \\ SMITH JOHN')
  assert.equal(register.byRuc('20000000124'), null)
  assert.equal((await ask(register, 'munoz pena')).persons.rows[0]?.numero, '15000000121')
  assert.equal((await ask(register, 'aguila e hijos sac')).companies.rows[0]?.numero, '20000006786')
  assert.equal((await ask(register, 'QUIPSE')).persons.rows[0]?.numero, '10000000120')
  await register.close()
})

test('a plain text without a last newline is read', async () => {
  const { facts, register } = await refresh({ content: Buffer.from(`${REGISTER_HEADER}\n${LINES[1]}`, 'latin1') })
  assert.equal(facts.filas, 1)
  await register.close()
})

test('the open-data register adds the type, whatever its encoding', async () => {
  const header = 'RUC,Estado,Condicion,Tipo,Actividad_Economica_CIIU_revision3_Principal,UBIGEO\n'
  const csv = `${header}20000000125,ACTIVO,HABIDO,"SOCIEDAD ANÓNIMA, CERRADA",X,1\n10000000120,ACTIVO,HABIDO,NO DISPONIBLE,X,1\n99,,,\n`
  for (const types of [Buffer.from(csv, 'utf8'), await zipOf('PadronRUC_202609.csv', Buffer.from(csv, 'latin1'))]) {
    const { facts, register } = await refresh({ content: textOf(LINES), types })
    assert.equal(register.byRuc('20000000125')?.tipo, 'SOCIEDAD ANÓNIMA, CERRADA')
    assert.equal(register.byRuc('10000000120')?.tipo, '')
    assert.equal(facts.extra?.conTipo, 2)
    await register.close()
  }
})

const BRANCHES_HEADER =
  ' RUC|UBIGEO|tipo vía|nombre vía|código zona|tipo zona|número|kilómetro|interior|lote|departamento|manzana|'
const branch = (ruc: string, kilometre = '-') => `${ruc}|150122|AV.|EJEMPLO|URB.|SANTA CRUZ|450|${kilometre}|201|-|-|-|`

test('activities and branches are joined by RUC: none in the file is none, no file is null', async () => {
  const types = Buffer.from(
    [
      'RUC,Estado,Condicion,Tipo,Actividad_Economica_CIIU_revision3_Principal,Actividad_Economica_CIIU_revision3_Secundaria,Actividad_Economica_CIIU_revision4_Principal,NroTrab,TipoFacturacion,TipoContabilidad,ComercioExterior,UBIGEO,Departamento,Provincia,Distrito,PERIODO_PUBLICACION',
      '20000000125,ACTIVO,HABIDO,S.A.C.,VIEJA,X,CONSULTORÍA,0,MANUAL,COMPUTARIZADO,IMPORTADOR,150131,LIMA,LIMA,SAN ISIDRO,202609',
      '20000003451,ACTIVO,HABIDO,S.A.C.,VIEJA,X,NO DISPONIBLE,NO DISPONIBLE,MANUAL,MANUAL,SIN ACTIVIDAD,150131,A,B,C,202609',
    ].join('\n'),
  )
  const lines = [branch('20000000125'), branch('20000000125', '12.5'), branch('20000000125'), branch('20000999998')]
  const branches = Buffer.from(`${[BRANCHES_HEADER, ...lines].join('\n')}\n`, 'latin1')
  const zip = await zipOf('padron_reducido_local_anexo.txt', branches)
  for (const file of [branches, zip]) {
    const { facts, register } = await refresh({ content: textOf(LINES), types, branches: file })
    assert.equal(facts.extra?.anexos, 4)
    assert.deepEqual(register.detailOf('20000000125'), {
      actividad: {
        ...{ ciiu: 'CONSULTORÍA', trabajadores: 0, comercioExterior: 'IMPORTADOR', facturacion: 'MANUAL' },
        ...{ contabilidad: 'COMPUTARIZADO', edicion: '2026-09' },
      },
      anexos: [
        { ubigeo: '150122', direccion: 'AV. EJEMPLO NRO. 450 INT. 201 URB. SANTA CRUZ' },
        { ubigeo: '150122', direccion: 'AV. EJEMPLO NRO. 450 INT. 201 KM. 12.5 URB. SANTA CRUZ' },
      ],
    })
    const { actividad, anexos } = register.detailOf('20000003451')
    assert.deepEqual([actividad?.ciiu, actividad?.trabajadores, anexos], ['VIEJA', null, []])
    assert.deepEqual(register.detailOf('10000000120'), { actividad: null, anexos: [] })
    await register.close()
  }
  const before = { ...inService, extra: { ...inService.extra, anexos: 100 } }
  for (const [file, facts] of [
    [Buffer.from(`${BRANCHES_HEADER}\n`, 'latin1'), null],
    [Buffer.from('RUC;UBIGEO\n'), null],
    [zip.subarray(0, -40), null],
    [branches, before],
  ] as const) {
    const { register } = await refresh({ content: textOf(LINES), types, branches: file, inService: facts })
    assert.equal(register.detailOf('20000000125').anexos, null)
    await register.close()
  }
})

test('without types that can be read, the register is loaded without them', async () => {
  const cut = (await zipOf('PadronRUC_202609.csv', Buffer.from('RUC,Estado,Condicion,Tipo,X\n'))).subarray(0, -20)
  for (const types of ['{"error":"x"}', 'RUC;Estado\n', '<p>Mantenimiento</p>', '\0'.repeat(600), cut]) {
    const { facts, register } = await refresh({ content: textOf(LINES), types: Buffer.from(types) })
    assert.equal(facts.extra?.conTipo, null)
    assert.equal(register.byRuc('20000000125')?.tipo, '')
    await register.close()
  }
})

const good = await zipOf('padron_reducido_ruc.txt', textOf(LINES))
const inService = { edicion: '2026-11-01', filas: 6, sha256: '', cargado: '', extra: { columnas: { ubigeo: 2 } } }
const altered = Buffer.from(good)
altered[80]! ^= 0x10
// The zip writer refuses such a name, so it is put in afterwards.
const named = await zipOf('ab/evil.txt', textOf(LINES))
const outside = Buffer.from(named.toString('latin1').replaceAll('ab/evil.txt', '../evil.txt'), 'latin1')
const refusals: [string, Source, RegExp][] = [
  ['a cut zip', { content: good.subarray(0, good.length - 30) }, /incompleto o dañado/],
  ['an altered zip', { content: altered }, /incompleto o dañado/],
  ['a web page', { content: Buffer.from('<!doctype html><html>Mantenimiento</html>') }, /página en lugar del archivo/],
  ['an entry outside the zip', { content: outside }, /archivo esperado|dañado/],
  ['another entry', { content: await zipOf('other.txt', textOf(LINES)) }, /archivo esperado/],
  ['another header', { content: Buffer.from('RUC|NOMBRE|ESTADO\n1|2|3\n') }, /cabecera/],
  ['fewer rows than the floor', { content: good, floor: 7 }, /incompleto: 6 filas/],
  ['half the rows', { content: good, inService: { ...inService, filas: 12 } }, /incompleto/],
  ['a file that repeats one line', { content: textOf(Array(20).fill(LINES[1])), floor: 6 }, /incompleto: 1 filas/],
  ['a text cut inside its last line', { content: textOf(LINES.slice(0, 3)).subarray(0, -40) }, /cortado/],
  ['more than five broken lines', { content: textOf([...LINES, ...Array(5).fill('X|Y')]) }, /6 filas no se pudieron/],
  [
    'lines that lost their newlines',
    { content: textOf([LINES[0] ?? '', LINES.slice(1, 6).join(''), LINES.slice(1).join('')]) },
    /filas no se pudieron/,
  ],
  ['all names empty', { content: textOf(LINES.map((line) => line.replace(/\|[^|]*/, '|-'))) }, /razonSocial vacía/],
  [
    'a column that came empty',
    { content: textOf(LINES.map((line) => line.replace(/1501..|0401../, '-'))), inService },
    /ubigeo vacía/,
  ],
]
for (const [what, source, sentence] of refusals)
  test(`${what} is refused`, async () => {
    await assert.rejects(refresh(source), (error: Error) => {
      assert.match(error.message, sentence)
      return error.name === 'Failure'
    })
  })

test('a build can be stopped', async () => {
  const stop = new AbortController()
  const running = refresh({ content: good, signal: stop.signal })
  stop.abort()
  await assert.rejects(running)
})

test('a damaged or cut file is refused wherever it was damaged', async () => {
  const { facts, dir, register } = await refresh({ content: good })
  await register.close()
  const dataset = padronDataset({ clock: limaClock('2026-11-15') })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(INDEX_FILE, RECORDS_FILE),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      fc.boolean(),
      async (file, at, flip, cut) => {
        const path = join(dir, file)
        const whole = readFileSync(path)
        const offset = at % whole.length
        const damaged = Buffer.from(whole)
        damaged[offset]! ^= flip
        writeFileSync(path, damaged)
        if (cut) truncateSync(path, offset)
        try {
          await assert.rejects(
            dataset.open(dir, facts),
            { name: 'Failure', kind: 'dataset-unavailable' },
            `${file} byte ${offset}`,
          )
        } finally {
          writeFileSync(path, whole)
        }
      },
    ),
    { numRuns: repeated(40) },
  )
})

test('questions asked together are all answered, and none after the register is closed', async () => {
  const { register } = await refresh({ content: good })
  const answers = await Promise.all(Array.from({ length: 30 }, () => ask(register, 'EJEMPLO')))
  assert.ok(answers.every(({ companies }) => companies.total === 2))
  await register.close()
  await assert.rejects(ask(register, 'EJEMPLO'), { kind: 'dataset-unavailable' })
})

test('a search thread that dies fails its question and is replaced', async () => {
  const { dir, register } = await refresh({ content: good })
  await register.close()
  const script = join(root, 'search-worker.mjs')
  writeFileSync(
    script,
    `import { threadId } from 'node:worker_threads'
    import { serveTasks } from '${new URL('../../kernel/worker.ts', import.meta.url)}'
    const search = ({ text }) => (text === 'die' ? process.exit(1) : threadId)
    serveTasks(() => ({ open: () => undefined, search }))`,
  )
  const pool = new SearchPool(1, pathToFileURL(script))
  pool.warmUp()
  pool.open(await loadImage(dir))
  const search = (text: string) => pool.search({ text, persons: 1, companies: 1 })
  const first = await search('live')
  await assert.rejects(search('die'), { kind: 'dataset-unavailable' })
  assert.notEqual(await search('live'), first)
  await pool.close()
})

test('a search that fails in its thread says where it failed, and never what was searched', async () => {
  const script = join(root, 'failing-worker.mjs')
  writeFileSync(
    script,
    `import { serveTasks } from '${new URL('../../kernel/worker.ts', import.meta.url)}'
    serveTasks(() => ({ search: ({ text }) => { throw new RangeError('cannot read ' + text) } }))`,
  )
  const pool = new SearchPool(1, pathToFileURL(script))
  await assert.rejects(pool.search({ text: 'ROSA LIMA', persons: 1, companies: 1 }), (error: Failure) => {
    assert.equal(error.kind, 'dataset-unavailable')
    assert.match(error.detail ?? '', /RangeError/)
    assert.doesNotMatch(JSON.stringify([error.message, error.detail, error.cause]), /ROSA/)
    return true
  })
  await pool.close()
})

test('a search is rejected as overloaded when too many are waiting', async () => {
  const script = join(root, 'blocked-worker.mjs')
  writeFileSync(
    script,
    `import { serveTasks } from '${new URL('../../kernel/worker.ts', import.meta.url)}'
    serveTasks(() => ({ search: () => new Promise(() => undefined) }))`,
  )
  const pool = new SearchPool(1, pathToFileURL(script))
  const search = () => pool.search({ text: 'ROSA', persons: 1, companies: 1 })
  // One is under way and a thousand wait.
  const waiting = Promise.allSettled(Array.from({ length: 1_001 }, search))
  await assert.rejects(search(), { kind: 'overloaded', retryAfterMs: 1_000 })
  await pool.close()
  for (const outcome of await waiting) assert.equal(outcome.status, 'rejected')
})

test('a line with the text of another one behind it is not read as one row', async () => {
  const { facts, register } = await refresh({ content: textOf([`${LINES[0]}${LINES[1]}`, LINES[2] ?? '']) })
  assert.deepEqual([facts.filas, facts.descartadas], [1, 2])
  assert.equal(register.byRuc('20000000125'), null)
  await register.close()
})

test('blank lines and an end mark are no lost rows', async () => {
  const { facts, register } = await refresh({
    content: Buffer.concat([textOf([...LINES.slice(0, 3), '', '   ']), Buffer.from('\x1a')]),
  })
  assert.deepEqual([facts.filas, facts.descartadas], [3, 0])
  await register.close()
})

test('a file that is cut while it is in use fails, and never gives the record of somebody else', async () => {
  const { dir, register } = await refresh({ content: textOf(LINES) })
  assert.equal(register.byRuc('20000000125')?.ubigeo, '150131')
  truncateSync(join(dir, RECORDS_FILE), 0)
  assert.throws(() => register.byRuc('20000003451'), { kind: 'dataset-unavailable' })
  await register.close()
})
