import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { repeated } from '../../../../test/helpers/repeated.ts'
import type { EditionFacts } from '../../editions/dataset.ts'
import { isOpenData } from '../indexing/text/open-data.ts'
import { carryHistory, insertMonth } from './carry-history.ts'
import { openHistory } from './history.ts'
import { loadHistory } from './history-list.ts'

const root = mkdtempSync(join(tmpdir(), 'months-'))
after(() => rmSync(root, { recursive: true }))

let serial = 0
const newFolder = (): string => {
  const dir = join(root, String(++serial))
  mkdirSync(dir)
  return dir
}

const HEADER =
  'RUC,Estado,Condicion,Tipo,Actividad_Economica_CIIU_revision3_Principal,Actividad_Economica_CIIU_revision3_Secundaria,Actividad_Economica_CIIU_revision4_Principal,NroTrab,TipoFacturacion,TipoContabilidad,ComercioExterior,UBIGEO,Departamento,Provincia,Distrito,PERIODO_PUBLICACION'
const line = (ruc: string, estado: string, condicion: string, period: string, activity = 'OTRAS ACTIVIDADES') =>
  `${ruc},${estado},${condicion},SOCIEDAD ANONIMA,${activity},NO DISPONIBLE,NO DISPONIBLE,12,MANUAL,MANUAL,SIN ACTIVIDAD,150131,LIMA,LIMA,SAN ISIDRO,${period}`

const write = (text: string, encoding: BufferEncoding = 'latin1'): string => {
  const path = join(newFolder(), 'copia.csv')
  writeFileSync(path, text, encoding)
  return path
}

interface Edition {
  dir: string
  facts: EditionFacts
}

/** An edition in service without any past. */
const first = async (): Promise<Edition> => {
  const dir = newFolder()
  const facts = { edicion: '2026-11-14', filas: 0, sha256: '', cargado: '' }
  return { dir, facts: { ...facts, historia: await carryHistory({ dir, edicion: facts.edicion, before: null }) } }
}

const insert = async (into: Edition, path: string, wanted?: string): Promise<Edition> => {
  const dir = newFolder()
  const { historia } = await insertMonth(path, wanted, into, dir, () => {})
  return historia ? { dir, facts: { ...into.facts, historia } } : into
}

/** What each RUC is said to be, by month. */
const saidOf = ({ dir, facts }: Edition, rucs: readonly string[]) => {
  const loaded = loadHistory(dir, facts)
  assert.equal(loaded.error, null)
  const history = openHistory(loaded, () => null)
  try {
    return rucs.map((ruc) =>
      history.sightingsOf(ruc).map(({ mes, row }) => [mes, row.estado, row.condicion, row.ubigeo].join(' ')),
    )
  } finally {
    history.close()
  }
}

const RUCS = ['10000000120', '15000000017', '20000000125', '20000003451', '20000006786']
const MONTHS = ['202208', '202512', '202601', '202602', '202609']
const ESTADOS = ['ACTIVO', 'BAJA DE OFICIO', 'SUSPENSION TEMPORAL']

test('months in any order, any number of times, say what their files say, and an absence says nothing', async () => {
  const copy = fc.record({
    period: fc.constantFrom(...MONTHS),
    said: fc.array(fc.option(fc.constantFrom(...ESTADOS), { nil: null }), { minLength: 5, maxLength: 5 }),
  })
  const copies = fc
    .uniqueArray(copy, { selector: ({ period }) => period, minLength: 1 })
    .filter((all) => all.every(({ said }) => said.some(Boolean)))
  await fc.assert(
    fc.asyncProperty(
      copies.chain((all) =>
        fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: all.length })),
      ),
      async ([all, order]) => {
        let edition = await first()
        for (const { period, said } of [...order, ...all]) {
          const lines = said.flatMap((estado, at) =>
            estado ? [line(RUCS[at] as string, estado, 'HABIDO', period)] : [],
          )
          edition = await insert(edition, write(`${[HEADER, ...lines].join('\n')}\n`))
        }
        const sorted = all.toSorted((one, other) => (one.period < other.period ? -1 : 1))
        assert.deepEqual(
          saidOf(edition, RUCS),
          RUCS.map((ruc, at) =>
            sorted.flatMap(({ period, said }) =>
              said[at]
                ? [
                    `${period.slice(0, 4)}-${period.slice(4)} ${said[at]} HABIDO ${ruc.startsWith('20') ? '150131' : ''}`,
                  ]
                : [],
            ),
          ),
        )
      },
    ),
    { numRuns: repeated(12) },
  )
})

test('a monthly file is read whatever its separator, line ends, quotes, cut values and repeated lines', async () => {
  const [company = '', other = ''] = RUCS.slice(2)
  const lines = [line(company, 'ACTIVO', 'NO HALLADO SE MUDO D', '202609'), line(other, 'ACTIVO', 'HABIDO', '202609')]
  const expected = ['2026-09 ACTIVO NO HALLADO SE MUDO DE DOMICILIO 150131']
  const texts = {
    plain: [HEADER, ...lines].join('\n'),
    'CR LF and a mark of UTF-8': `\ufeff${[HEADER, ...lines, ''].join('\r\n')}`,
    pipes: [HEADER, ...lines].join('\n').replaceAll(',', '|'),
    'a last separator': [HEADER, ...lines].map((one) => `${one},`).join('\n'),
    repeated: [HEADER, ...lines, ...lines].join('\n'),
    'a comma in an activity': [HEADER, line(company, 'ACTIVO', 'NO HALLADO SE MUDO D', '202609', 'CRÍA, OTROS')].join(
      '\n',
    ),
    quoted: [HEADER, line(company, '"ACTIVO"', '"NO HALLADO SE MUDO D"', '202609', '"CRÍA, OTROS"')].join('\n'),
  }
  for (const [what, text] of Object.entries(texts)) {
    const path = write(text, what.includes('UTF-8') ? 'utf8' : 'latin1')
    assert.ok(await isOpenData(path), what)
    assert.deepEqual(saidOf(await insert(await first(), path, '2026-09'), [company]), [expected], what)
  }
})

test('a file of another month, of two months, of nobody or of broken lines is refused', async () => {
  const [ruc = ''] = RUCS.slice(2)
  const good = line(ruc, 'ACTIVO', 'HABIDO', '202609')
  for (const [text, wanted, problem] of [
    [[HEADER, good], '2026-08', /es del mes 2026-09, no del 2026-08/],
    [[HEADER, good, line(ruc, 'ACTIVO', 'HABIDO', '202608')], undefined, /cambió de formato/],
    [[HEADER], undefined, /cambió de formato/],
    [[HEADER.replace(',Condicion', ''), good], undefined, /cambió de formato/],
    [[HEADER, good, ...Array<string>(9).fill('20000000125,ACTIVO,HAB')], undefined, /no se pudieron leer/],
    [[HEADER, line(ruc, 'ACTIVO', 'HABIDO', '202612')], undefined, /posterior a la edición en servicio/],
  ] as [string[], string | undefined, RegExp][])
    await assert.rejects(insert(await first(), write(text.join('\n')), wanted), problem)
})
