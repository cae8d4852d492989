import type { DatasetId } from '../datasets/index.ts'
import type { Lookups } from '../services.ts'
import { renderAml } from './render/aml.ts'
import { renderCompanies } from './render/companies.ts'
import { renderExchangeRate } from './render/exchange-rate.ts'
import { renderPersonNames, renderPersonSearch } from './render/persons.ts'
import { printable } from './render/printable.ts'
import { renderSanciones } from './render/sanciones.ts'
import { renderSeries } from './render/series.ts'
import type { ShownAnswer } from './render/shown-answer.ts'
import { renderSoat } from './render/soat.ts'
import { renderTaxpayer } from './render/taxpayer.ts'

type Query = Record<string, string>

/** One endpoint as a command: its words, what it asks, and how its answer is shown to a person. */
export interface LookupShape {
  name: string
  path: string
  description: string
  argument?: { label: string; field: string; required: boolean; words?: boolean }
  options: readonly { flag: string; field: string; description: string }[]
  /** The mirrored lists it reads; the others stay closed. */
  datasets: readonly DatasetId[]
  lookup(lookups: Lookups): (query: Query) => ReturnType<Lookups[keyof Lookups]>
  render(answer: ShownAnswer<never>): string
}

const shape = <Name extends keyof Lookups>(
  name: string,
  key: Name,
  rest: Omit<LookupShape, 'name' | 'path' | 'lookup' | 'render'> & {
    render: (answer: ShownAnswer<Awaited<ReturnType<Lookups[Name]>>['data']>) => string
  },
): LookupShape => ({
  ...rest,
  name,
  path: `/api/${name}`,
  lookup: (lookups) => lookups[key] as ReturnType<LookupShape['lookup']>,
  render: (answer) => rest.render(printable(answer)),
})

const option = (flag: string, description: string): LookupShape['options'][number] => ({
  flag,
  field: flag.replace(/^--/, '').replace(/ .*$/, ''),
  description,
})

export const LOOKUPS: readonly LookupShape[] = [
  shape('ruc', 'ruc', {
    description: 'ficha de un contribuyente',
    argument: { label: 'ruc', field: 'numero', required: true },
    options: [option('--proveedor <id>', 'taxauth-scraper, aggregator-a o aggregator-b')],
    datasets: ['padron'],
    render: renderTaxpayer,
  }),
  shape('dni', 'dni', {
    description: 'nombres que corresponden a un DNI',
    argument: { label: 'dni', field: 'numero', required: true },
    options: [option('--proveedor <id>', 'taxauth-scraper, public-dni-directory, aggregator-a o aggregator-b')],
    datasets: ['padron'],
    render: renderPersonNames,
  }),
  shape('persona', 'persona', {
    description: 'personas por nombre o por DNI',
    options: [
      option('--nombre <texto>', 'apellidos y nombres, en cualquier orden'),
      option('--dni <número>', 'DNI de 8 dígitos'),
      option('--detalle', 'añade la ficha de las primeras cinco'),
    ],
    datasets: ['padron'],
    render: renderPersonSearch,
  }),
  shape('nombre', 'nombre', {
    description: 'empresas por su razón social',
    argument: { label: 'texto', field: 'q', required: true, words: true },
    options: [option('--limite <n>', 'cuántas como máximo, de 1 a 100')],
    datasets: ['padron'],
    render: renderCompanies,
  }),
  shape('tipo-cambio', 'tipoCambio', {
    description: 'tipo de cambio oficial de una fecha',
    argument: { label: 'fecha', field: 'fecha', required: false },
    options: [],
    datasets: [],
    render: renderExchangeRate,
  }),
  shape('indicadores', 'indicadores', {
    description: 'serie estadística del banco central',
    argument: { label: 'código', field: 'codigo', required: true },
    options: [
      option('--desde <fecha>', 'fecha inicial AAAA-MM-DD'),
      option('--hasta <fecha>', 'fecha final AAAA-MM-DD'),
    ],
    datasets: [],
    render: renderSeries,
  }),
  shape('sanciones', 'sanciones', {
    description: 'sanciones vigentes de un proveedor del Estado',
    options: [option('--ruc <ruc>', 'RUC de 11 dígitos'), option('--nombre <texto>', 'parte de la razón social')],
    datasets: ['sanciones'],
    render: renderSanciones,
  }),
  shape('soat', 'soat', {
    description: 'SOAT de una placa',
    argument: { label: 'placa', field: 'placa', required: true },
    options: [],
    datasets: [],
    render: renderSoat,
  }),
  shape('aml', 'aml', {
    description: 'revisión de un nombre en las listas de EE. UU. y la ONU',
    argument: { label: 'nombre', field: 'nombre', required: true, words: true },
    options: [
      option('--documento <n>', 'DNI o RUC asociado'),
      option('--detalle', 'añade puntaje, nombre coincidente y motivos'),
    ],
    datasets: ['us', 'un'],
    render: renderAml,
  }),
]
