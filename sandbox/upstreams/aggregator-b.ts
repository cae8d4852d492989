import { json } from '../replies.ts'
import type { PretendReply, PretendRequest, PretendUpstream } from '../upstream.ts'
import { otherDni, otherRuc, type PretendPerson, personOfDni } from '../world/people.ts'
import { addressLine, type PretendTaxpayer, pretendRegister } from '../world/register/index.ts'

const TOKEN = 'sandbox-aggregator-b-token'

const enveloped = (data: object | null): PretendReply =>
  json({
    ...(data ? { success: true, data } : { success: false, message: 'No se encontraron registros' }),
    time: 0.05,
    source: 'apiperu.dev',
  })

/** A commercial service in the manner of apiperu.dev: it answers an unknown number with status 200. */
export const aggregatorB: PretendUpstream = {
  id: 'aggregator-b',
  settings: (address) => ({ CHASQUI_AGGREGATOR_B_URL: address, CHASQUI_AGGREGATOR_B_TOKEN: TOKEN }),
  handle: (request) => answer(request),
  faults: {
    redesigned: () => json({ success: true, data: [{ id: 1, type: 'taxpayer', attributes: {} }] }),
    'other-record': (request) =>
      answer(request, (number) => (number.length === 8 ? otherDni(number) : otherRuc(number))),
  },
}

const answer = (request: PretendRequest, swap: (number: string) => string = (number) => number): PretendReply => {
  if (request.headers.authorization !== `Bearer ${TOKEN}`) return json({ message: 'Unauthenticated.' }, 401)
  const [, kind, number = ''] = /^\/api\/(ruc|dni)\/([0-9]+)$/.exec(request.path) ?? []
  if (!kind) return json({ message: 'The route could not be found.' }, 404)
  if (number.length !== (kind === 'ruc' ? 11 : 8)) return json({ message: 'The given data was invalid.' }, 422)
  if (kind === 'dni') return enveloped(names(personOfDni(swap(number), 'aggregator')))
  return enveloped(record(pretendRegister().find(swap(number))))
}

const names = (person: PretendPerson | null) =>
  person && {
    numero: person.dni,
    nombre_completo: `${[person.apellidoPaterno, person.apellidoMaterno].filter(Boolean).join(' ')}, ${person.nombres}`,
    nombres: person.nombres,
    apellido_paterno: person.apellidoPaterno,
    apellido_materno: person.apellidoMaterno,
    codigo_verificacion: Number(person.dni) % 10,
    ubigeo_sunat: '',
    ubigeo: [null, null, null],
    direccion: '',
  }

const record = (taxpayer: PretendTaxpayer | null) => {
  if (!taxpayer) return null
  const { ruc, nombre, estado, condicion, locality, address } = taxpayer
  const street = address ? addressLine(address) : ''
  return {
    ruc,
    nombre_o_razon_social: nombre,
    estado,
    condicion,
    direccion: street,
    direccion_completa: locality
      ? `${street}, ${locality.departamento} - ${locality.provincia} - ${locality.distrito}`
      : '',
    departamento: locality?.departamento ?? '',
    provincia: locality?.provincia ?? '',
    distrito: locality?.distrito ?? '',
    ubigeo_sunat: locality?.ubigeo ?? '',
    ubigeo: locality ? [locality.ubigeo.slice(0, 2), locality.ubigeo.slice(0, 4), locality.ubigeo] : [null, null, null],
    es_agente_de_retencion: 'NO',
    es_buen_contribuyente: 'NO',
  }
}
