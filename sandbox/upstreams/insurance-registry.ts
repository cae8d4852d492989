import { seededRandom } from '../random.ts'
import { json, slashed } from '../replies.ts'
import type { PretendReply, PretendRequest, PretendUpstream } from '../upstream.ts'
import { addDays, limaToday } from '../world/calendar.ts'
import { PLATE_SAMPLES } from '../world/plates.ts'

const TOKEN = 'sandbox-insurance-token'
const PATH = /^\/consulta-soat\/api\/certificados\/placa\/([A-Z0-9]{6,7})$/
const INSURERS = ['Seguros Ejemplo', 'La Previsora Inventada', 'Aseguradora del Ensayo', 'Mutual de Muestra'] as const
const USES = ['PARTICULAR', 'TAXI', 'CARGA', 'TRANSPORTE ESCOLAR'] as const
const CLASSES = ['AUTOMOVIL', 'CAMIONETA RURAL', 'MOTOCICLETA', 'NO ENCONTRADO'] as const

/** The insurers' certificate service, as its partners use it. */
export const insuranceRegistry: PretendUpstream = {
  id: 'insurance-registry',
  settings: (address) => ({ CHASQUI_INSURANCE_URL: address, CHASQUI_INSURANCE_TOKEN: TOKEN }),
  handle: (request, today = limaToday()) => answer(request, today),
  faults: {
    redesigned: () => json({ certificados: { vigentes: [], historicos: [] }, version: 2 }),
    'other-record': (request, today = limaToday()) =>
      answer(request, today, (plate) => (plate === 'XYZ987' ? 'XYZ986' : 'XYZ987')),
  },
}

const answer = (
  request: PretendRequest,
  today: string,
  swap: (plate: string) => string = (plate) => plate,
): PretendReply => {
  const { path, headers } = request
  const plate = PATH.exec(path)?.[1]
  if (!plate) return { status: 404, headers: { 'content-type': 'text/html' }, body: '<html><h1>404</h1></html>' }
  if (headers.authorization !== `Bearer ${TOKEN}`) return json({ message: 'Unauthenticated.' }, 401)
  if (!headers['x-referrer'] || !headers['x-source']) return json({ message: 'Acceso no autorizado' }, 403)
  switch (plate) {
    case PLATE_SAMPLES.verification:
      return json({ message: 'The given data was invalid.', errors: { captcha: ['El captcha es obligatorio.'] } }, 422)
    case PLATE_SAMPLES.failing:
      return json({ message: 'Server Error' }, 500)
    case PLATE_SAMPLES.tooMany:
      return json({ message: 'Too Many Attempts.' }, 429)
    default:
      return json(certificates(swap(plate), today))
  }
}

type History = 'inForce' | 'expired' | 'annulled' | 'renewed' | 'uninsured'

const historyOf = (plate: string): History => {
  const sample = Object.entries(PLATE_SAMPLES).find(([, own]) => own === plate)?.[0]
  if (sample) return sample as History
  const histories: History[] = ['inForce', 'inForce', 'inForce', 'renewed', 'expired', 'annulled', 'uninsured']
  return seededRandom(seedOf(plate)).pick(histories)
}

const seedOf = (plate: string): number => [...plate].reduce((seed, letter) => seed * 31 + letter.charCodeAt(0), 7)

/** The latest policies of each: how many days ago they began, and their state. */
const POLICIES: Record<History, readonly [daysAgo: number, estado: string][]> = {
  inForce: [
    [120, 'VIGENTE'],
    [485, 'VENCIDO'],
  ],
  // The registry goes on saying VIGENTE for a while.
  expired: [[400, 'VIGENTE']],
  annulled: [
    [60, 'ANULADO'],
    [425, 'VENCIDO'],
  ],
  renewed: [
    [335, 'VIGENTE'],
    [-30, 'VIGENTE'],
  ],
  uninsured: [],
}

const certificates = (plate: string, today: string): object[] =>
  POLICIES[historyOf(plate)].map(([daysAgo, estado], i) => {
    const random = seededRandom(seedOf(plate) + i)
    const start = addDays(today, -daysAgo)
    return {
      NombreCompania: random.pick(INSURERS),
      NumeroPoliza: String((seedOf(plate) % 1_000_000) + i).padStart(24, '0'),
      CodigoUnicoPoliza: String((seedOf(plate) % 1_000_000) + i).padStart(25, '0'),
      Placa: plate,
      // One channel in two prints ISO dates.
      FechaInicio: random.onceIn(2) ? slashed(start) : start,
      FechaFin: slashed(addDays(start, 365)),
      Estado: estado,
      TipoCertificado: random.pick(['DIGITAL', 'FISICO', 'ELECTRONICO']),
      NombreUsoVehiculo: random.pickByRank(USES),
      NombreClaseVehiculo: random.pickByRank(CLASSES),
      FechaCreacion: slashed(addDays(start, -2)),
      FechaAnulacion: estado === 'ANULADO' ? slashed(addDays(start, 10)) : null,
      NombreContratante: 'PERSONA INVENTADA DEL SANDBOX',
      NumeroSerieMotor: 'MOTOR0INVENTADO',
    }
  })
