import type { Static } from 'typebox'
import { Type } from '../../kernel/schema.ts'
import { choice, digits, digitsOrEmpty, knownText, text } from './schema.ts'
import { Activity, Branches, TaxListings } from './taxpayer-detail.ts'

const SHORT_ESTADOS = ['ACTIVO', 'BAJA', 'SUSPENDIDO']
const CONDICIONES = ['HABIDO', 'NO HABIDO', 'NO HALLADO']

export const Taxpayer = Type.Object(
  {
    numero: digits(11, 'RUC consultado, 11 dígitos'),
    razonSocial: text('Nombre o razón social registrada'),
    estado: knownText(
      SHORT_ESTADOS,
      'Estado del contribuyente: ACTIVO, BAJA, SUSPENDIDO; otro texto cuando ninguno de los tres es cierto',
    ),
    condicion: knownText(CONDICIONES, 'Condición del domicilio fiscal: HABIDO, NO HABIDO y otras'),
    direccion: text('Dirección fiscal completa; vacía para personas naturales'),
    ubigeo: digitsOrEmpty(6, 'Código de ubicación de 6 dígitos (INEI); vacío si no se conoce'),
    departamento: text('Departamento del domicilio'),
    provincia: text('Provincia del domicilio'),
    distrito: text('Distrito del domicilio'),
    tipo: text('Tipo de contribuyente'),
    padrones: Type.Optional(TaxListings),
    actividad: Type.Optional(Activity),
    anexos: Type.Optional(Branches),
  },
  { $id: 'Contribuyente' },
)
export type Taxpayer = Static<typeof Taxpayer>

export const PersonMatch = Type.Object(
  {
    dni: digitsOrEmpty(8, 'DNI contenido en el RUC de persona natural; vacío para RUC que empiezan en 15 o 17'),
    ruc: digitsOrEmpty(11, 'RUC de persona natural; vacío si la persona no tiene RUC'),
    nombreCompleto: text('Nombre registrado: apellidos y luego nombres'),
    apellidoPaterno: text('Apellido paterno'),
    apellidoMaterno: text('Apellido materno'),
    nombres: text('Nombres'),
    estado: knownText(
      ['ACTIVO', 'BAJA DEFINITIVA', 'SUSPENSION TEMPORAL', ''],
      'Estado del contribuyente, texto completo; vacío si la persona no tiene RUC',
    ),
    condicion: knownText(
      [...CONDICIONES, ''],
      'Condición del domicilio, texto completo; vacía si la persona no tiene RUC',
    ),
    ficha: Type.Optional(Taxpayer),
  },
  { $id: 'CoincidenciaPersona' },
)
export type PersonMatch = Static<typeof PersonMatch>

export const PersonSearch = Type.Object(
  {
    criterio: choice(['nombre', 'dni'], 'Criterio de búsqueda usado'),
    query: text('Texto de búsqueda tal como se usó'),
    total: Type.Integer({ description: 'Número de coincidencias devueltas' }),
    matches: Type.Array(PersonMatch),
    truncado: Type.Boolean({ description: 'true cuando hubo más coincidencias que las devueltas' }),
    fuente: Type.Literal('taxauth-scraper'),
    aviso: Type.Optional(text('Aviso, por ejemplo cuántos RUC de empresas se omitieron')),
  },
  { $id: 'BusquedaPersona' },
)
export type PersonSearch = Static<typeof PersonSearch>

export const CompanyMatch = Type.Object(
  {
    numero: digits(11, 'RUC encontrado'),
    razonSocial: text('Nombre o razón social completa'),
    estado: knownText(SHORT_ESTADOS, 'ACTIVO, BAJA, SUSPENDIDO; otro texto cuando ninguno de los tres es cierto'),
    condicion: knownText(CONDICIONES, 'HABIDO, NO HABIDO y otras'),
  },
  { $id: 'CoincidenciaEmpresa' },
)
export type CompanyMatch = Static<typeof CompanyMatch>

export const PersonNames = Type.Object(
  {
    numero: digits(8, 'DNI consultado, 8 dígitos'),
    nombres: text('Nombres'),
    apellidoPaterno: text('Apellido paterno'),
    apellidoMaterno: text('Apellido materno'),
    nombreCompleto: text('Apellido paterno, apellido materno y nombres'),
  },
  { $id: 'NombresPersona' },
)
export type PersonNames = Static<typeof PersonNames>
