import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { seededRandom } from '../../sandbox/random.ts'
import { rucCheckDigit } from '../../src/domain/ruc.ts'
import { givenNames, surnames, tradeWords, zipfPicker } from './words.ts'

const HEADER =
  'RUC|NOMBRE O RAZÓN SOCIAL|ESTADO DEL CONTRIBUYENTE|CONDICIÓN DE DOMICILIO|UBIGEO|TIPO DE VÍA|NOMBRE DE VÍA|CÓDIGO DE ZONA|' +
  'TIPO DE ZONA|NÚMERO|INTERIOR|LOTE|DEPARTAMENTO|MANZANA|KILÓMETRO|\n'
/** Shares of the published file: 84 % natural persons with a DNI, 2.5 % and 0.5 % without one, the rest companies. */
const SHARES = [
  [10, 0.84],
  [15, 0.025],
  [17, 0.005],
  [20, 0.13],
] as const
const NO_ADDRESS = '-|-|-|-|-|-|-|-|-|-|-|'
const FORMS = [
  'S.A.C.',
  'S.A.C.',
  'S.A.C.',
  'SAC',
  'E.I.R.L.',
  'E.I.R.L.',
  'EIRL',
  'S.R.L.',
  'S.A.',
  'S A C',
  'SOCIEDAD ANONIMA CERRADA',
  '',
  '',
]
const STATUSES = [
  [0.509, 'ACTIVO'],
  [0.911, 'BAJA DE OFICIO'],
  [0.973, 'BAJA DEFINITIVA'],
  [0.99, 'SUSPENSION TEMPORAL'],
  [0.999, 'BAJA MULT.INSCR. Y O'],
  [1, 'BAJA PROV. POR OFICI'],
] as const
const CONDITIONS = [
  [0.86, 'HABIDO'],
  [0.94, 'NO HABIDO'],
  [0.98, 'NO HALLADO'],
  [0.995, 'PENDIENTE'],
  [1, 'NO HALLADO SE MUDO D'],
] as const
const WRITE_EVERY = 20_000

/** Writes a made-up register of `rows` lines, with the oddities of the real one, as Latin-1 text. */
export const generateRegister = async (path: string, rows: number, seed = 20_261_115): Promise<void> => {
  const random = seededRandom(seed).next
  const person = personMaker(random)
  const company = companyMaker(random)
  const file = createWriteStream(path, { encoding: 'latin1', highWaterMark: 4 << 20 })
  let text = HEADER
  let left = rows
  for (const [prefix, share] of SHARES) {
    const count = prefix === 20 ? left : Math.min(left, Math.round(rows * share))
    left -= count
    const stride = Math.floor(99_000_000 / Math.max(count, 1))
    let number = 100_000
    for (let i = 0; i < count; i++) {
      number += 1 + Math.floor(random() * (stride * 2 - 1))
      const ten = `${prefix}${String(Math.min(number, 99_999_999 - count + i)).padStart(8, '0')}`
      text += `${ten}${rucCheckDigit(ten)}|${prefix === 20 ? company() : person()}\n`
      if (i % WRITE_EVERY === 0) {
        if (!file.write(text, 'latin1')) await once(file, 'drain')
        text = ''
      }
    }
  }
  // Broken lines exist: they are counted and left out.
  text += '2012345|CORTADA\n|SIN RUC|ACTIVO|HABIDO|-|\n'
  file.end(text, 'latin1')
  await once(file, 'finish')
}

const pickStatus = (random: () => number, table: readonly (readonly [number, string])[]): string => {
  const drawn = random()
  return table.find(([upTo]) => drawn < upTo)?.[1] ?? '-'
}

const personMaker = (random: () => number): (() => string) => {
  const surname = zipfPicker(surnames, 5, random)
  const given = zipfPicker(givenNames, 5, random)
  return () => {
    const drawn = random()
    const paternal = drawn < 0.012 ? 'DE LA CRUZ' : drawn < 0.016 ? `DEL ${surname()}` : surname()
    let name = `${paternal} ${surname()} ${given()}`
    if (random() < 0.72) name += ` ${given()}`
    if (drawn > 0.998) name = name.replace(' ', '-')
    return `${name}|${pickStatus(random, STATUSES)}|${random() < 0.93 ? 'HABIDO' : pickStatus(random, CONDITIONS)}|${NO_ADDRESS}`
  }
}

const companyMaker = (random: () => number): (() => string) => {
  const trade = zipfPicker(tradeWords, 4, random)
  const surname = zipfPicker(surnames, 5, random)
  return () => {
    let name = trade()
    const words = 1 + Math.floor(random() * 3)
    for (let i = 0; i < words; i++) name += ` ${random() < 0.25 ? surname() : trade()}`
    if (random() < 0.04) name += ` ${random() < 0.5 ? 'Y' : '&'} ${surname()}`
    if (random() < 0.02) name = `"${name}" \\ ${trade()} D'${surname()}`
    const form = FORMS[Math.floor(random() * FORMS.length)]
    if (form) name += ` ${form}`
    return `${name}|${pickStatus(random, STATUSES)}|${pickStatus(random, CONDITIONS)}|${address(random, trade)}`
  }
}

const address = (random: () => number, word: () => string): string => {
  const ubigeo = random() < 0.6 ? '150131' : '040101'
  const number = random() < 0.8 ? String(1 + Math.floor(random() * 3000)) : 'S/N'
  const zone = random() < 0.5 ? `URB.|${word()}` : '-|-'
  const flat = random() < 0.2 ? String(100 + Math.floor(random() * 900)) : '-'
  const street = random() < 0.9 ? `${random() < 0.5 ? 'AV.' : 'JR.'}|${word()}` : '----|-'
  return `${ubigeo}|${street}|${zone}|${number}|${flat}|-|-|-|-|`
}
