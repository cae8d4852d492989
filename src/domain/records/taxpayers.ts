import type { Static } from 'typebox'
import { Type } from '../../kernel/schema.ts'
import { choice, text } from './schema.ts'

export const Taxpayer = Type.Object(
  {
    numero: text('RUC consultado, 11 dígitos'),
    razonSocial: text('Nombre o razón social registrada'),
    estado: text('Estado del contribuyente: ACTIVO, BAJA, SUSPENDIDO'),
    condicion: text('Condición del domicilio fiscal: HABIDO, NO HABIDO y otras'),
    direccion: text('Dirección fiscal completa; vacía para personas naturales'),
    ubigeo: text('Código de ubicación de 6 dígitos (INEI)'),
    departamento: text('Departamento del domicilio'),
    provincia: text('Provincia del domicilio'),
    distrito: text('Distrito del domicilio'),
    tipo: text('Tipo de contribuyente'),
  },
  { $id: 'Contribuyente' },
)
export type Taxpayer = Static<typeof Taxpayer>

export const PersonMatch = Type.Object(
  {
    dni: text('DNI contenido en el RUC de persona natural; vacío para RUC que empiezan en 15 o 17'),
    ruc: text('RUC de persona natural; vacío si la persona no tiene RUC'),
    nombreCompleto: text('Nombre registrado: apellidos y luego nombres'),
    apellidoPaterno: text('Apellido paterno'),
    apellidoMaterno: text('Apellido materno'),
    nombres: text('Nombres'),
    estado: text('Estado del contribuyente, texto completo'),
    condicion: text('Condición del domicilio, texto completo'),
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
    numero: text('RUC encontrado'),
    razonSocial: text('Nombre o razón social completa'),
    estado: text('ACTIVO, BAJA, SUSPENDIDO'),
    condicion: text('HABIDO, NO HABIDO y otras'),
  },
  { $id: 'CoincidenciaEmpresa' },
)
export type CompanyMatch = Static<typeof CompanyMatch>

export const PersonNames = Type.Object(
  {
    numero: text('DNI consultado, 8 dígitos'),
    nombres: text('Nombres'),
    apellidoPaterno: text('Apellido paterno'),
    apellidoMaterno: text('Apellido materno'),
    nombreCompleto: text('Apellido paterno, apellido materno y nombres'),
  },
  { $id: 'NombresPersona' },
)
export type PersonNames = Static<typeof PersonNames>
