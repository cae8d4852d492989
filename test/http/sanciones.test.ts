import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { limaClock } from '../../src/domain/lima-time.ts'
import type { World } from '../helpers/app.ts'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { checkPromises, incomplete, malformed, NOON, openEndpoint } from '../helpers/endpoint-table.ts'
import { checkSharedPromises, checkTextParameter } from '../helpers/every-endpoint.ts'
import { installedAnswers } from '../helpers/installation.ts'
import { publish } from '../helpers/register-file.ts'

const path = join(temporaryFolder(), 'export.xls')
const recorded = new URL('../../src/datasets/procurement-sanctions/fixtures/export.xls', import.meta.url)
publish(path, readFileSync(recorded), '2026-08-20')

let now = Date.parse(NOON)
const clock = limaClock(undefined, { now: () => now })
const settings = { CHASQUI_PROCUREMENT_LIST: path }
const loaded = await installedAnswers(settings, ['sanciones'], clock)
const never = await installedAnswers({ ...settings, CHASQUI_REFRESH: 'off' }, ['sanciones'], clock)

const world: World = { lookups: { sanciones: loaded.lookups.sanciones } }
/** The same list, asked on another day. */
const on = (day: string): World => ({
  lookups: {
    sanciones: (query) => {
      now = Date.parse(`${day}T12:00:00-05:00`)
      const answer = loaded.lookups.sanciones(query)
      now = Date.parse(NOON)
      return answer
    },
  },
})

const DEFINITIVE = {
  ruc: '20000006786',
  razonSocial: 'EJEMPLOS Y OBRAS S.A.C.',
  tipo: 'Definitivo',
  resolucion: '1234-2026-TCP-S4',
  periodo: 'DEFINITIVO',
  desde: '2026-07-31',
  hasta: '',
  infraccion: '',
}
const TEMPORARY = {
  ruc: '20000009459',
  razonSocial: 'CONSTRUCTORA ÑAUPARI & HIJOS S.R.L.',
  tipo: 'Temporal',
  resolucion: '0456-2025-TCE-S2',
  periodo: '36 MESES',
  desde: '2025-03-05',
  hasta: '2028-03-05',
  infraccion: '- j) Presentar documentos falsos a las Entidades. - i) Presentar información inexacta.',
}
const result = (asked: Record<string, string>, sanciones: unknown[]) =>
  ({
    status: 200,
    data: {
      ...asked,
      sancionado: sanciones.length > 0,
      total: sanciones.length,
      listaActualizada: '2026-11-15T17:00:00.000Z',
      sanciones,
    },
    source: 'procurement-list; channel=list; edition="2026-08-20"; kind=export',
    cache: 'private, max-age=3600',
    cost: 1,
  }) as const

const openPath = join(temporaryFolder(), 'whatever.xls')
publish(
  openPath,
  Buffer.from(
    `FECHA_CORTE|RUC|NOMBRE_RAZONODENOMINACIONSOCIAL|FECHA_INICIO|FECHA_FIN|NUMERO_RESOLUCION|ID_MOTIVO_INFRACCION|DE_MOTIVO_INFRACCION
20261002|20000006786|EJEMPLOS Y OBRAS S.A.C.|19980806||074-1998-TL|12|RESCISIÓN DEL CONTRATO
20261002|20000009017|NEGOCIOS EJEMPLO S.A.C.|20210110|20210410|0567-2020-TCE-S2|241,|Incumplir
20261002|20000012344|EJEMPLO AL REVES S.A.C.|20271218|20231218|0009-2023-TCE-S1|241,|Incumplir
20261002|99000000001|OBRAS EJEMPLO NAVARRA S.L.|20240501|20270501|0890-2024-TCE-S1|202|Documentos falsos
`,
    'latin1',
  ),
  '2026-11-01',
)
const openData = await installedAnswers({ CHASQUI_PROCUREMENT_LIST: openPath }, ['sanciones'], clock)
const openWorld: World = { lookups: { sanciones: openData.lookups.sanciones } }
const openResult = (asked: Record<string, string>, sanciones: unknown[]) => ({
  ...result(asked, sanciones),
  source: 'procurement-list; channel=list; edition="2026-10-02"; kind=open-data',
  world: openWorld,
})
const OPEN_DEFINITIVE = {
  ...{ ...DEFINITIVE, resolucion: '074-1998-TL', desde: '1998-08-06' },
  infraccion: 'RESCISIÓN DEL CONTRATO',
}
const FOREIGN = {
  ...{ ruc: '99000000001', razonSocial: 'OBRAS EJEMPLO NAVARRA S.L.', tipo: 'Temporal', periodo: '36 MESES' },
  ...{ resolucion: '0890-2024-TCE-S1', desde: '2024-05-01', hasta: '2027-05-01', infraccion: 'Documentos falsos' },
}

const sanciones = await openEndpoint('sanciones', { world })

checkPromises(sanciones, [
  {
    when: 'a supplier disqualified for good',
    ask: '?ruc=20000006786',
    ...result({ ruc: '20000006786' }, [DEFINITIVE]),
  },
  {
    when: 'a supplier disqualified for a time',
    ask: '?ruc=20000009459',
    ...result({ ruc: '20000009459' }, [TEMPORARY]),
  },
  {
    when: 'ruc wins over nombre',
    ask: '?ruc=20000006786&nombre=naupari',
    ...result({ ruc: '20000006786' }, [DEFINITIVE]),
  },
  {
    when: 'ruc wins over a bad nombre',
    ask: '?nombre=x&ruc=20000006786',
    ...result({ ruc: '20000006786' }, [DEFINITIVE]),
  },
  {
    when: 'ruc wins over an unreadable nombre',
    ask: '?nombre=%00&ruc=20000006786',
    ...result({ ruc: '20000006786' }, [DEFINITIVE]),
  },
  {
    when: 'ruc wins over a nombre that is too long',
    ask: `?nombre=${'x'.repeat(300)}&ruc=20000006786`,
    ...result({ ruc: '20000006786' }, [DEFINITIVE]),
  },
  {
    when: 'ruc wins over a nombre given twice',
    ask: '?nombre=ab&nombre=cd&ruc=20000006786',
    ...result({ ruc: '20000006786' }, [DEFINITIVE]),
  },
  { when: 'an empty ruc is none', ask: '?ruc=&nombre=naupari', ...result({ nombre: 'naupari' }, [TEMPORARY]) },
  { when: 'any part of the name, Ñ typed as N', ask: '?nombre=aupari', ...result({ nombre: 'aupari' }, [TEMPORARY]) },
  {
    when: 'the name with its Ñ and its ampersand',
    ask: '?nombre=ñaupari %26 hijos',
    ...result({ nombre: 'ñaupari & hijos' }, [TEMPORARY]),
  },
  { when: 'a decomposed Ñ is an Ñ', ask: '?nombre=n\u0303aupari', ...result({ nombre: 'ñaupari' }, [TEMPORARY]) },
  { when: 'no sanction of that supplier', ask: '?ruc=20000000125', ...result({ ruc: '20000000125' }, []) },
  { when: 'no sanction of that name', ask: '?nombre=inexistente', ...result({ nombre: 'inexistente' }, []) },
  {
    when: 'a name of exactly 200 characters is searched for',
    ask: `?nombre=${'x'.repeat(200)}`,
    ...result({ nombre: 'x'.repeat(200) }, []),
  },
  { when: 'a fine is no disqualification', ask: '?ruc=20000012344', ...result({ ruc: '20000012344' }, []) },
  {
    when: 'a sanction that is over is left out',
    ask: '?nombre=ficticias',
    ...result({ nombre: 'ficticias' }, []),
  },
  {
    when: 'in force on its first day',
    ask: '?ruc=20000009459',
    world: on('2025-03-05'),
    ...result({ ruc: '20000009459' }, [TEMPORARY]),
  },
  {
    when: 'not in force on the day before',
    ask: '?ruc=20000009459',
    world: on('2025-03-04'),
    ...result({ ruc: '20000009459' }, []),
  },
  {
    when: 'in force on its last day',
    ask: '?ruc=20000009459',
    world: on('2028-03-05'),
    ...result({ ruc: '20000009459' }, [TEMPORARY]),
  },
  {
    when: 'not in force on the day after',
    ask: '?ruc=20000009459',
    world: on('2028-03-06'),
    ...result({ ruc: '20000009459' }, []),
  },
  {
    when: 'an answer about today is good until midnight in Lima',
    ask: '?ruc=20000000125',
    at: '2026-11-15T23:50:00-05:00',
    ...result({ ruc: '20000000125' }, []),
    cache: 'private, max-age=600',
  },
  ...incomplete([
    ['neither ruc nor nombre', '', 'ruc'],
    ['both empty', '?ruc=&nombre=', 'ruc'],
  ]),
  ...malformed([
    ['10 digits', '?ruc=2000000678', 'ruc'],
    ['12 digits', '?ruc=200000067860', 'ruc'],
    ['digits that are not ASCII', '?ruc=２００００００６７８６', 'ruc'],
    ['an unreadable ruc is not saved by a good nombre', '?ruc=%00&nombre=naupari', 'ruc'],
    ['a bad ruc is not saved by a good nombre', '?ruc=2000&nombre=naupari', 'ruc'],
    ['2 characters', '?nombre=ab', 'nombre'],
    ['no letter or digit', '?nombre=...', 'nombre'],
  ]),
  {
    when: 'a list that was never loaded',
    ask: '?ruc=20000006786',
    world: { lookups: { sanciones: never.lookups.sanciones } },
    ...{ status: 502, codigo: 'lista_no_cargada', cost: 0 },
  },
])

checkSharedPromises(sanciones, { good: '?ruc=20000006786', bad: '?ruc=1', lookup: 'sanciones', cost: 1 })
checkTextParameter(sanciones, '?ruc=20000006786', 'ruc')
checkTextParameter(sanciones, '?nombre=naupari', 'nombre')

checkPromises(sanciones, [
  { when: 'open data: for good', ask: '?ruc=20000006786', ...openResult({ ruc: '20000006786' }, [OPEN_DEFINITIVE]) },
  { when: 'open data: over', ask: '?ruc=20000009017', ...openResult({ ruc: '20000009017' }, []) },
  { when: 'open data: an agency code is no RUC', ask: '?ruc=99000000001', ...openResult({ ruc: '99000000001' }, []) },
  { when: 'open data: a foreign supplier', ask: '?nombre=navarra', ...openResult({ nombre: 'navarra' }, [FOREIGN]) },
  {
    when: 'open data: a start after its end is told, and nothing is swapped',
    ask: '?ruc=20000012344',
    ...openResult({ ruc: '20000012344' }, []),
    also: {
      aviso:
        'fechas_contradictorias: la lista da un inicio posterior al fin y no se sabe si rige (0009-2023-TCE-S1, del 18/12/2027 al 18/12/2023)',
    },
  },
])
