import { json } from '../replies.ts'
import type { PretendReply, PretendRequest, PretendUpstream } from '../upstream.ts'
import { otherDni, otherRuc, type PretendPerson, personOfDni } from '../world/people.ts'
import { addressLine, type PretendTaxpayer, pretendRegister, rucOf } from '../world/register/index.ts'

const TOKEN = 'sandbox-aggregator-a-token'
const CUT_AT = 20

/** A commercial service in the manner of decolecta v1. */
export const aggregatorA: PretendUpstream = {
  id: 'aggregator-a',
  settings: (address) => ({ CHASQUI_AGGREGATOR_A_URL: address, CHASQUI_AGGREGATOR_A_TOKEN: TOKEN }),
  handle: (request) => answer(request),
  faults: {
    redesigned: () => json({ resultado: { contribuyente: { identificador: 'X', denominacion: 'X' } }, version: 2 }),
    'other-record': (request) =>
      answer(request, (number) => (number.length === 8 ? otherDni(number) : otherRuc(number))),
  },
}

const answer = (request: PretendRequest, swap: (number: string) => string = (number) => number): PretendReply => {
  if (request.headers.authorization !== `Bearer ${TOKEN}`) return json({ message: 'Unauthorized' }, 401)
  const number = request.query.get('numero') ?? ''
  switch (request.path) {
    case '/v1/sunat/ruc':
      return taxpayerReply(number, swap, false)
    case '/v1/sunat/ruc/full':
      return taxpayerReply(number, swap, true)
    case '/v1/reniec/dni':
      return personReply(number, swap)
    default:
      return { status: 404, headers: { 'content-type': 'text/html' }, body: '<html><body>404</body></html>' }
  }
}

const taxpayerReply = (ruc: string, swap: (ruc: string) => string, isFull: boolean): PretendReply => {
  if (!/^[0-9]{11}$/.test(ruc) || rucOf(ruc.slice(0, 10)) !== ruc) return json({ message: 'ruc no valido' }, 422)
  const taxpayer = pretendRegister().find(swap(ruc))
  return taxpayer ? json(record(taxpayer, isFull)) : json({ message: 'not found' }, 404)
}

const personReply = (dni: string, swap: (dni: string) => string): PretendReply => {
  if (!/^[0-9]{8}$/.test(dni)) return json({ message: 'DNI no valido' }, 422)
  const person = personOfDni(swap(dni), 'aggregator')
  return person ? json(names(person)) : json({ message: 'not found' }, 404)
}

const names = ({ dni, apellidoPaterno, apellidoMaterno, nombres }: PretendPerson) => ({
  first_name: nombres,
  first_last_name: apellidoPaterno,
  second_last_name: apellidoMaterno,
  full_name: [apellidoPaterno, apellidoMaterno, nombres].filter(Boolean).join(' '),
  document_number: dni,
})

/** Cut, dashed and padded like the register it is made from. */
const record = (taxpayer: PretendTaxpayer, isFull: boolean) => {
  const { ruc, nombre, estado, condicion, locality, address, publishedTipo } = taxpayer
  return {
    razon_social: nombre,
    numero_documento: ruc,
    estado: estado.slice(0, CUT_AT),
    condicion: condicion.slice(0, CUT_AT) || '-',
    direccion: address ? `${addressLine(address)} ` : '-',
    ubigeo: locality?.ubigeo ?? '-',
    via_tipo: address?.tipoVia || '-',
    via_nombre: address?.nombreVia || '-',
    numero: address?.numero || '-',
    interior: address?.interior || '-',
    dpto: address?.departamento || '-',
    distrito: locality?.distrito ?? '',
    provincia: locality?.provincia ?? '',
    departamento: locality?.departamento ?? '',
    es_agente_retencion: false,
    es_buen_contribuyente: false,
    locales_anexos: null,
    ...(isFull && publishedTipo ? { tipo: publishedTipo } : {}),
  }
}
