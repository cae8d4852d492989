import { type Random, seededRandom } from '../../sandbox/random.ts'
import { inventParties, type PretendParty } from '../../sandbox/world/listed-parties.ts'
import { pretendRegister, rucOf } from '../../sandbox/world/register/index.ts'

/** One request of the comparison. */
export interface WireQuestion {
  path: string
  method?: string
  headers?: Record<string, string>
}

const LETTERS = 'AEIOSNRL'

/** One letter lost, added or replaced. */
const withTypo = (text: string, random: Random): string => {
  const at = random.below(text.length)
  const letter = LETTERS[random.below(LETTERS.length)] as string
  return text.slice(0, at) + random.pick(['', letter, letter + text[at]]) + text.slice(at + 1)
}

const query = (endpoint: string, parameters: Record<string, string>): string =>
  `/api/${endpoint}?${new URLSearchParams(parameters)}`

const date = (random: Random): string =>
  `20${random.pick(['24', '25', '26', '27'])}-${String(1 + random.below(12)).padStart(2, '0')}-${String(1 + random.below(31)).padStart(2, '0')}`

const nameOf = ({ surnames, name }: PretendParty): string => `${surnames} ${name}`.trim()

type Maker = (random: Random) => string

/** One maker per kind of question, and how many of it are asked of every thousand. */
const makers = (): readonly [number, Maker][] => {
  const { taxpayers } = pretendRegister()
  const taxpayer = (random: Random) => random.pick(taxpayers)
  const parties = inventParties(400, 1, 7)
  const misspelt = (text: string, random: Random): string => (random.chance(0.4) ? withTypo(text, random) : text)
  const dni = (random: Random): string => String(random.below(4_000)).padStart(8, '0')
  return [
    [250, (random) => query('ruc', { numero: taxpayer(random).ruc })],
    [50, (random) => query('ruc', { numero: rucOf(`20${String(random.below(99_999)).padStart(8, '0')}`) })],
    [
      20,
      (random) => query('ruc', { numero: taxpayer(random).ruc, proveedor: random.pick(['aggregator-a', 'otro', '']) }),
    ],
    [60, (random) => query('dni', { numero: dni(random) })],
    [120, (random) => query('persona', { nombre: misspelt(taxpayer(random).nombre, random).slice(0, 190) })],
    [40, (random) => query('persona', { dni: dni(random), detalle: random.pick(['1', '0', 'x']) })],
    [120, (random) => query('nombre', { q: misspelt(taxpayer(random).nombre, random).slice(0, 190) })],
    [
      60,
      (random) =>
        query(
          'sanciones',
          random.chance(0.5) ? { ruc: taxpayer(random).ruc } : { nombre: taxpayer(random).nombre.slice(0, 12) },
        ),
    ],
    [
      40,
      (random) =>
        query('soat', { placa: `${random.pick(['ABC', 'REN', 'VEN', 'ANU', 'T2C'])}-${100 + random.below(900)}` }),
    ],
    [60, (random) => query('tipo-cambio', { fecha: date(random) })],
    [20, (random) => query('tipo-cambio', { mes: date(random).slice(0, 7) })],
    [
      20,
      (random) =>
        query('indicadores/buscar', { q: random.pick(['pbi', 'tipo de cambio', 'inflasion', 'PD046', 'zz']) }),
    ],
    [
      40,
      (random) =>
        query('indicadores', {
          codigo: random.pick(['pbi', 'inflacion', 'reservas', 'PD04640PD', 'PN00000XX', 'nada']),
          desde: date(random),
        }),
    ],
    [
      140,
      (random) =>
        query('aml', { nombre: misspelt(nameOf(random.pick(parties)), random), detalle: random.pick(['0', '1']) }),
    ],
  ]
}

/** Ways to ask besides a plain GET with a good key. */
const VARIANTS: readonly Omit<WireQuestion, 'path'>[] = [
  { headers: { accept: 'application/problem+json' } },
  { method: 'HEAD' },
  { method: 'POST' },
  { headers: { authorization: 'chq_live_nada' } },
]

/** The same questions for the same number, over all endpoints: good, bad, repeated and in every variant. */
export const wireQuestions = (count: number): WireQuestion[] => {
  const random = seededRandom(count)
  const made = makers().flatMap(([share, make]) =>
    Array.from({ length: Math.ceil((count * share) / 1_000) }, () => make(random)),
  )
  const odd = ['/', '/api', '/nada', '/api/nada', '/api/ruc', '/api/aml?nombre=', '/healthz', '/readyz']
  const spoiled = made.slice(0, 100).flatMap((path) => [`${path}&numero=1`, `${path}&x=1`, `${path}%00`])
  const repeated = Array.from({ length: count / 10 }, () => random.pick(made))
  return [...odd, ...made, ...spoiled, ...repeated].map((path, at) =>
    at % 5 === 4 ? { path, ...VARIANTS[at % VARIANTS.length] } : { path },
  )
}
