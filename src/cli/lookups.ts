import type { Endpoint } from '../accounts/index.ts'
import type { DatasetId } from '../datasets/index.ts'
import type { ProviderId, SanctionSearch, Screening } from '../domain/records.ts'
import { COUNTRY_ROWS } from '../domain/screening/facts/country-table.ts'
import { FREQUENCIES, SERIES_ALIASES } from '../domain/series.ts'
import type { Lookups } from '../services.ts'
import { type Completes, FREE_TEXT, oneOf } from './completes.ts'
import { renderAml } from './render/aml.ts'
import { renderListedSeries, renderRates, renderSeries } from './render/economic-data.ts'
import { printable, type ShownAnswer } from './render/layout.ts'
import { renderSanciones } from './render/sanciones.ts'
import { renderSoat } from './render/soat.ts'
import { renderCompanies, renderPersonNames, renderPersonSearch, renderTaxpayer } from './render/taxpayers.ts'

type Query = Record<string, string>

export interface LookupArgument {
  label: string
  field: string
  /** How a sentence about it begins. */
  subject: string
  description: string
  required: boolean
  /** All words that follow belong to it, so that a name needs no quotes. */
  words?: boolean
  /** The parameter that it is when it has nothing but digits. */
  digits?: string
  completes?: Completes
}

export interface LookupOption {
  flag: string
  field: string
  description: string
  completes: Completes
}

/** One endpoint as a command: its texts, its parameters, and how its answer is shown to a person. */
export interface LookupSpec {
  name: string
  path: string
  description: string
  argument?: LookupArgument
  options: readonly LookupOption[]
  examples: readonly (readonly [line: string, does: string])[]
  /** Commands inside this one. */
  inner?: readonly LookupSpec[]
  /** The datasets it reads; no others are opened. */
  datasets: readonly DatasetId[]
  /** What `--alerta` watches for; commands without it have no such option. */
  isHit?(data: never): boolean
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
  path,
  lookup: (lookups) => lookups[key] as ReturnType<LookupSpec['lookup']>,
  render: (answer) => rest.render(printable(answer)),
})

const option = (flag: string, description: string, completes: Completes = FREE_TEXT): LookupOption => ({
  flag,
  field: flag.replace(/^--/, '').replace(/ .*$/, ''),
  description,
  completes,
})

const provider = (...ids: ProviderId[]): LookupOption =>
  option('--proveedor <id>', `pregunta solo a ${ids.slice(0, -1).join(', ')} o ${ids.at(-1)}`, oneOf(ids))

const DATE = 'AAAA-MM-DD o DD/MM/AAAA'
const COUNTRIES = COUNTRY_ROWS.match(/^[A-Z]{2}(?=\|)/gm) ?? []
const TYPES = ['persona', 'empresa', 'nave', 'aeronave']

/** The lookups, in the order in which `--help` lists them. */
export const LOOKUPS: readonly LookupSpec[] = [
  spec('ruc', 'ruc', {
    description: 'ficha de un contribuyente',
    argument: { label: 'ruc', field: 'numero', subject: 'El RUC', description: 'RUC de 11 dígitos', required: true },
    options: [provider('taxauth-scraper', 'aggregator-a', 'aggregator-b')],
    examples: [
      ['ruc 20000000125', 'la ficha de un contribuyente'],
      ['ruc 20000000125 --json', 'lo mismo, para un programa'],
    ],
    datasets: ['padron'],
    render: renderTaxpayer,
  }),
  spec('dni', 'dni', {
    description: 'nombres que corresponden a un DNI',
    argument: { label: 'dni', field: 'numero', subject: 'El DNI', description: 'DNI de 8 dígitos', required: true },
    options: [provider('taxauth-scraper', 'public-dni-directory', 'aggregator-a', 'aggregator-b')],
    examples: [
      ['dni 00000012', 'los nombres de una persona'],
      ['dni 00000012 --proveedor public-dni-directory', 'según un proveedor determinado'],
    ],
    datasets: ['padron'],
    render: renderPersonNames,
  }),
  spec('persona', 'persona', {
    description: 'personas por nombre o por DNI',
    argument: {
      label: 'nombre',
      field: 'nombre',
      subject: 'El nombre',
      description: 'apellidos y nombres en cualquier orden, o un DNI',
      ...{ required: false, words: true, digits: 'dni' },
    },
    options: [
      option('--nombre <texto>', 'lo mismo, como opción'),
      option('--dni <número>', 'DNI de 8 dígitos'),
      option('--detalle', 'añade la ficha de las primeras cinco'),
    ],
    examples: [
      ['persona ana de la rosa', 'personas con esos nombres'],
      ['persona 00000012 --detalle', 'la persona de un DNI, con su ficha'],
    ],
    datasets: ['padron'],
    render: renderPersonSearch,
  }),
  spec('nombre', 'nombre', {
    description: 'empresas por su razón social',
    argument: {
      label: 'texto',
      field: 'q',
      subject: 'La razón social',
      description: 'palabras de la razón social',
      ...{ required: true, words: true },
    },
    options: [option('--limite <n>', 'cuántas como máximo, de 1 a 100')],
    examples: [['nombre comercial ejemplo --limite 5', 'las cinco primeras empresas con esas palabras']],
    datasets: ['padron'],
    render: renderCompanies,
  }),
  spec('tipo-cambio', 'tipoCambio', {
    description: 'tipo de cambio oficial de una fecha o de un mes',
    argument: {
      label: 'fecha',
      field: 'fecha',
      subject: 'La fecha',
      description: `${DATE}; hoy si no se indica`,
      required: false,
    },
    options: [option('--mes <mes>', 'cada día de un mes, AAAA-MM o MM/AAAA, en lugar de una fecha')],
    examples: [
      ['tipo-cambio', 'el de hoy'],
      ['tipo-cambio 01/10/2026', 'el de una fecha'],
      ['tipo-cambio --mes 2026-10', 'el de cada día de un mes'],
    ],
    datasets: [],
    render: renderRates,
  }),
  spec('indicadores', 'indicadores', {
    description: 'serie estadística del banco central',
    argument: {
      label: 'código',
      field: 'codigo',
      subject: 'El código',
      description: `código de la serie, o ${[...SERIES_ALIASES.keys()].join(', ')}`,
      required: true,
      completes: oneOf(SERIES_ALIASES.keys()),
    },
    options: [option('--desde <fecha>', `fecha inicial, ${DATE}`), option('--hasta <fecha>', `fecha final, ${DATE}`)],
    examples: [
      ['indicadores inflacion', 'una serie por su nombre corto'],
      ['indicadores PD04640PD --desde 2026-10-01 --hasta 2026-10-31', 'una serie por su código, entre dos fechas'],
    ],
    inner: [
      spec('indicadores/buscar', 'indicadoresBuscar', {
        description: 'busca series del banco central por su nombre, grupo o código',
        argument: {
          label: 'texto',
          field: 'q',
          subject: 'El texto',
          description: 'palabras del nombre o del grupo, o el comienzo de un código',
          ...{ required: true, words: true },
        },
        options: [
          option('--frecuencia <frecuencia>', 'diaria, mensual, trimestral o anual', oneOf(FREQUENCIES)),
          option('--limite <n>', 'cuántas como máximo, de 1 a 50'),
        ],
        examples: [['indicadores buscar tipo de cambio --frecuencia diaria', 'series diarias del tipo de cambio']],
        datasets: [],
        render: renderListedSeries,
      }),
    ],
    datasets: [],
    render: renderSeries,
  }),
  spec('sanciones', 'sanciones', {
    description: 'sanciones vigentes de un proveedor del Estado',
    argument: {
      label: 'nombre',
      field: 'nombre',
      subject: 'El nombre',
      description: 'parte de la razón social, o un RUC',
      ...{ required: false, words: true, digits: 'ruc' },
    },
    options: [option('--ruc <ruc>', 'RUC de 11 dígitos'), option('--nombre <texto>', 'parte de la razón social')],
    examples: [
      ['sanciones 20000009459', 'las de un proveedor'],
      ['sanciones --ruc 20000009459 --alerta', 'para un script: termina con 4 si tiene alguna'],
    ],
    datasets: ['sanciones'],
    isHit: ({ sancionado }: SanctionSearch) => sancionado,
    render: renderSanciones,
  }),
  spec('soat', 'soat', {
    description: 'SOAT de una placa',
    argument: {
      label: 'placa',
      field: 'placa',
      subject: 'La placa',
      description: 'placa con guion o sin él',
      required: true,
    },
    options: [],
    examples: [['soat ABC-123', 'el certificado vigente de un vehículo']],
    datasets: [],
    render: renderSoat,
  }),
  spec('aml', 'aml', {
    description: 'revisión de un nombre en las listas de EE. UU. y la ONU',
    argument: {
      label: 'nombre',
      field: 'nombre',
      subject: 'El nombre',
      description: 'nombre o razón social; solo cifras es un documento',
      ...{ required: false, words: true, digits: 'documento' },
    },
    options: [
      option('--documento <n>', 'DNI, RUC u otro documento; basta sin nombre'),
      option('--tipo <tipo>', 'persona, empresa, nave o aeronave', oneOf(TYPES)),
      option('--nacimiento <fecha>', `AAAA, AAAA-MM, ${DATE}`),
      option('--pais <país>', 'código de dos letras o nombre en español', oneOf(COUNTRIES)),
      option('--detalle', 'añade puntaje, nombre coincidente, motivos y la ficha'),
    ],
    examples: [
      ['aml zenobio tarquillo --tipo persona --detalle', 'un nombre, con los motivos de cada coincidencia'],
      ['aml zenobio tarquillo --alerta', 'para un script: termina con 4 si hay coincidencias o un aviso'],
    ],
    datasets: ['us', 'un'],
    isHit: ({ total }: Screening) => total > 0,
    render: renderAml,
  }),
]
