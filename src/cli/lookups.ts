import type { Endpoint } from '../accounts/index.ts'
import type { DatasetId } from '../datasets/index.ts'
import type { Lookups } from '../services.ts'
import { renderAml } from './render/aml.ts'
import { renderListedSeries, renderRates, renderSeries } from './render/economic-data.ts'
import { printable, type ShownAnswer } from './render/layout.ts'
import { renderSanciones } from './render/sanciones.ts'
import { renderSoat } from './render/soat.ts'
import { renderCompanies, renderPersonNames, renderPersonSearch, renderTaxpayer } from './render/taxpayers.ts'

type Query = Record<string, string>

/** One endpoint as a command: its texts, its parameters, and how its answer is shown to a person. */
export interface LookupSpec {
  name: string
  path: string
  description: string
  argument?: { label: string; field: string; required: boolean; words?: boolean }
  options: readonly { flag: string; field: string; description: string }[]
  /** Commands inside this one. */
  inner?: readonly LookupSpec[]
  /** The datasets it reads; no others are opened. */
  datasets: readonly DatasetId[]
  lookup(lookups: Lookups): (query: Query) => ReturnType<Lookups[keyof Lookups]>
  render(answer: ShownAnswer<never>): string
}

const spec = <Name extends keyof Lookups>(
  path: Endpoint | `${Endpoint}/${string}`,
  key: Name,
  rest: Omit<LookupSpec, 'name' | 'path' | 'lookup' | 'render'> & {
    render: (answer: ShownAnswer<Awaited<ReturnType<Lookups[Name]>>['data']>) => string
  },
): LookupSpec => ({
  ...rest,
  name: path.replace(/^.*\//, ''),
  path: `/api/${path}`,
  lookup: (lookups) => lookups[key] as ReturnType<LookupSpec['lookup']>,
  render: (answer) => rest.render(printable(answer)),
})

const option = (flag: string, description: string): LookupSpec['options'][number] => ({
  flag,
  field: flag.replace(/^--/, '').replace(/ .*$/, ''),
  description,
})

/** The lookups, in the order in which `--help` lists them. */
export const LOOKUPS: readonly LookupSpec[] = [
  spec('ruc', 'ruc', {
    description: 'ficha de un contribuyente',
    argument: { label: 'ruc', field: 'numero', required: true },
    options: [option('--proveedor <id>', 'taxauth-scraper, aggregator-a o aggregator-b')],
    datasets: ['padron'],
    render: renderTaxpayer,
  }),
  spec('dni', 'dni', {
    description: 'nombres que corresponden a un DNI',
    argument: { label: 'dni', field: 'numero', required: true },
    options: [option('--proveedor <id>', 'taxauth-scraper, public-dni-directory, aggregator-a o aggregator-b')],
    datasets: ['padron'],
    render: renderPersonNames,
  }),
  spec('persona', 'persona', {
    description: 'personas por nombre o por DNI',
    options: [
      option('--nombre <texto>', 'apellidos y nombres, en cualquier orden'),
      option('--dni <número>', 'DNI de 8 dígitos'),
      option('--detalle', 'añade la ficha de las primeras cinco'),
    ],
    datasets: ['padron'],
    render: renderPersonSearch,
  }),
  spec('nombre', 'nombre', {
    description: 'empresas por su razón social',
    argument: { label: 'texto', field: 'q', required: true, words: true },
    options: [option('--limite <n>', 'cuántas como máximo, de 1 a 100')],
    datasets: ['padron'],
    render: renderCompanies,
  }),
  spec('tipo-cambio', 'tipoCambio', {
    description: 'tipo de cambio oficial de una fecha o de un mes',
    argument: { label: 'fecha', field: 'fecha', required: false },
    options: [option('--mes <mes>', 'cada día de un mes AAAA-MM, en lugar de una fecha')],
    datasets: [],
    render: renderRates,
  }),
  spec('indicadores', 'indicadores', {
    description: 'serie estadística del banco central',
    argument: { label: 'código', field: 'codigo', required: true },
    options: [
      option('--desde <fecha>', 'fecha inicial AAAA-MM-DD'),
      option('--hasta <fecha>', 'fecha final AAAA-MM-DD'),
    ],
    inner: [
      spec('indicadores/buscar', 'indicadoresBuscar', {
        description: 'busca series del banco central por su nombre, grupo o código',
        argument: { label: 'texto', field: 'q', required: true, words: true },
        options: [
          option('--frecuencia <frecuencia>', 'diaria, mensual, trimestral o anual'),
          option('--limite <n>', 'cuántas como máximo, de 1 a 50'),
        ],
        datasets: [],
        render: renderListedSeries,
      }),
    ],
    datasets: [],
    render: renderSeries,
  }),
  spec('sanciones', 'sanciones', {
    description: 'sanciones vigentes de un proveedor del Estado',
    options: [option('--ruc <ruc>', 'RUC de 11 dígitos'), option('--nombre <texto>', 'parte de la razón social')],
    datasets: ['sanciones'],
    render: renderSanciones,
  }),
  spec('soat', 'soat', {
    description: 'SOAT de una placa',
    argument: { label: 'placa', field: 'placa', required: true },
    options: [],
    datasets: [],
    render: renderSoat,
  }),
  spec('aml', 'aml', {
    description: 'revisión de un nombre en las listas de EE. UU. y la ONU',
    argument: { label: 'nombre', field: 'nombre', required: true, words: true },
    options: [
      option('--documento <n>', 'DNI o RUC asociado'),
      option('--tipo <tipo>', 'persona, empresa, nave o aeronave'),
      option('--nacimiento <fecha>', 'AAAA, AAAA-MM o AAAA-MM-DD'),
      option('--pais <país>', 'código de dos letras o nombre en español'),
      option('--detalle', 'añade puntaje, nombre coincidente, motivos y la ficha'),
    ],
    datasets: ['us', 'un'],
    render: renderAml,
  }),
]
