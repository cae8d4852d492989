import { checkPromises, malformed, openEndpoint } from '../helpers/endpoint-table.ts'
import { ABSENT, COMPANY, FROM_REGISTER, GONE, PAST_REGISTER, YOUNG } from '../helpers/past-register.ts'

const RECORD = {
  numero: COMPANY,
  razonSocial: 'COMERCIAL EJEMPLO S.A.C.',
  estado: 'ACTIVO',
  condicion: 'HABIDO',
  direccion: 'AV. LAS FLORES NRO. 123',
  ubigeo: '150131',
  ...{ departamento: 'LIMA', provincia: 'LIMA', distrito: 'SAN ISIDRO', tipo: '' },
}
const valid = (vigencia: object) => ({
  ...FROM_REGISTER,
  also: { proveedor: 'taxauth-scraper', vigencia: { certeza: 'segura', siguiente: null, ...vigencia } },
})
const inMonth = (vigencia: object) => valid({ grano: 'mes', ...vigencia })
const MONTHLY = { ...RECORD, razonSocial: '', direccion: '' }
const lastPeriod = { desde: '2026-11-10', hasta: null }
const lostPeriod = { edicion: '2026-10-05', desde: '2026-10-05', hasta: '2026-10-05' }
const LOST = { ...RECORD, condicion: 'NO HABIDO' }

const ruc = await openEndpoint('ruc', { world: PAST_REGISTER })

checkPromises(ruc, [
  {
    when: 'the day of the last edition',
    ask: `?numero=${COMPANY}&fecha=2026-11-14`,
    ...valid({ edicion: '2026-11-14', ...lastPeriod }),
    data: RECORD,
  },
  {
    when: 'between two editions that say the same',
    ask: `?numero=${COMPANY}&fecha=2026-11-12`,
    ...valid({ edicion: '2026-11-10', ...lastPeriod }),
    data: RECORD,
  },
  {
    when: 'after the last edition nobody knows yet',
    ask: `?numero=${COMPANY}&fecha=2026-11-15`,
    ...valid({ edicion: '2026-11-14', ...lastPeriod, certeza: 'entre_ediciones' }),
    data: RECORD,
  },
  {
    when: 'between two editions that differ, with what the next one says otherwise',
    ask: `?numero=${COMPANY}&fecha=2026-10-20`,
    ...valid({
      ...lostPeriod,
      certeza: 'entre_ediciones',
      siguiente: { edicion: '2026-11-10', cambios: ['condicion'] },
    }),
    data: LOST,
  },
  {
    when: 'the day before the next edition',
    ask: `?numero=${COMPANY}&fecha=2026-11-09`,
    ...valid(lostPeriod),
    data: LOST,
  },
  {
    when: 'the day of an edition before one that differs',
    ask: `?numero=${COMPANY}&fecha=2026-10-01`,
    ...valid({ edicion: '2026-10-01', desde: '2026-10-01', hasta: '2026-10-01' }),
    data: { ...RECORD, estado: 'BAJA', condicion: 'NO HALLADO', direccion: 'JR. OTRO NRO. 9' },
  },
  {
    when: 'all fields that the next edition changes are named',
    ask: `?numero=${COMPANY}&fecha=2026-10-02`,
    ...valid({
      ...{ edicion: '2026-10-01', desde: '2026-10-01', hasta: '2026-10-01', certeza: 'entre_ediciones' },
      siguiente: { edicion: '2026-10-05', cambios: ['estado', 'condicion', 'direccion'] },
    }),
    data: { ...RECORD, estado: 'BAJA', condicion: 'NO HALLADO', direccion: 'JR. OTRO NRO. 9' },
  },
  {
    when: 'it leaves the register in the next edition',
    ask: `?numero=${GONE}&fecha=2026-10-20`,
    ...valid({
      ...{ edicion: '2026-10-05', desde: '2026-10-01', hasta: '2026-10-05', certeza: 'entre_ediciones' },
      siguiente: { edicion: '2026-11-10', cambios: ['retiro'] },
    }),
    data: { ...RECORD, numero: GONE },
  },
  {
    when: 'before our first edition',
    ask: `?numero=${YOUNG}&fecha=2026-09-30`,
    ...{
      status: 422,
      codigo: 'sin_historia',
      campo: 'fecha',
      mensaje: /empieza el 01\/10\/2026; .* 05\/2026/,
      cost: 0,
    },
  },
  {
    when: 'before the first monthly copy that has it, though another copy exists',
    ask: `?numero=${GONE}&fecha=2026-06-30`,
    ...{ status: 422, codigo: 'sin_historia', campo: 'fecha', mensaje: /no dicen nada de este RUC/, cost: 0 },
  },
  {
    when: 'between two monthly copies that say the same',
    ask: `?numero=${COMPANY}&fecha=2026-06-15`,
    ...inMonth({ edicion: '2026-05-01', desde: '2026-05-01', hasta: '2026-07-31' }),
    data: MONTHLY,
  },
  {
    when: 'in the month before a copy that differs',
    ask: `?numero=${COMPANY}&fecha=2026-07-15`,
    ...inMonth({
      ...{ edicion: '2026-07-01', desde: '2026-05-01', hasta: '2026-07-31', certeza: 'entre_ediciones' },
      siguiente: { edicion: '2026-08-01', cambios: ['condicion'] },
    }),
    data: MONTHLY,
  },
  {
    when: 'in the month of the first copy, on nobody knows which side of it',
    ask: `?numero=${GONE}&fecha=2026-07-15`,
    ...inMonth({ edicion: '2026-07-01', desde: '2026-07-01', hasta: '2026-08-31', certeza: 'entre_ediciones' }),
    data: { ...MONTHLY, numero: GONE },
  },
  {
    when: 'after the last monthly copy, before an edition that says the same',
    ask: `?numero=${GONE}&fecha=2026-09-15`,
    ...inMonth({ edicion: '2026-08-01', desde: '2026-07-01', hasta: '2026-08-31' }),
    data: { ...MONTHLY, numero: GONE },
  },
  {
    when: 'after the last monthly copy, before an edition that differs',
    ask: `?numero=${COMPANY}&fecha=2026-09-15`,
    ...inMonth({
      ...{ edicion: '2026-08-01', desde: '2026-08-01', hasta: '2026-08-31', certeza: 'entre_ediciones' },
      siguiente: { edicion: '2026-10-01', cambios: ['estado', 'condicion'] },
    }),
    data: { ...MONTHLY, condicion: 'NO HABIDO' },
  },
  {
    when: 'it had not appeared yet',
    ask: `?numero=${YOUNG}&fecha=2026-10-20`,
    ...{ status: 404, codigo: 'no_encontrado', mensaje: /aún no figuraba.*desde la del 14\/11\/2026/, cost: 1 },
  },
  {
    when: 'it was gone',
    ask: `?numero=${GONE}&fecha=2026-11-11`,
    ...{ status: 404, codigo: 'no_encontrado', mensaje: /ya no figuraba en la edición del padrón del 10/, cost: 1 },
  },
  {
    when: 'it never was there',
    ask: `?numero=${ABSENT}&fecha=2026-11-11`,
    ...{ status: 404, codigo: 'no_encontrado', mensaje: /tampoco/, cost: 1 },
  },
  {
    when: 'without a register nothing is known',
    ask: `?numero=${COMPANY}&fecha=2026-11-11`,
    world: { register: 'not loaded' },
    ...{ status: 502, codigo: 'lista_no_cargada', cost: 0 },
  },
  ...malformed([
    ['a day after today', `?numero=${COMPANY}&fecha=2026-11-16`, 'fecha'],
    ['a day that does not exist', `?numero=${COMPANY}&fecha=2026-02-30`, 'fecha'],
    ['no day at all', `?numero=${COMPANY}&fecha=ayer`, 'fecha'],
    ['a provider, which knows no past', `?numero=${COMPANY}&fecha=2026-11-11&proveedor=aggregator-a`, 'proveedor'],
  ]),
])
