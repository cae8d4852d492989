/** What a person calls each question of the API. */
const NAMES: Readonly<Record<string, string>> = {
  aml: 'Revisión en listas OFAC y ONU',
  ruc: 'Contribuyente por RUC',
  dni: 'Nombres por DNI',
  persona: 'Personas por nombre o DNI',
  nombre: 'Empresas por razón social',
  sanciones: 'Proveedores inhabilitados',
  soat: 'SOAT de un vehículo',
  'tipo-cambio': 'Tipo de cambio',
  indicadores: 'Indicadores',
  'indicadores-buscar': 'Búsqueda de indicadores',
  lotes: 'Lotes',
}

/** A newer service may have questions that this version has no words for. */
export const endpointName = (endpoint: string): string =>
  Object.hasOwn(NAMES, endpoint) ? (NAMES[endpoint] as string) : endpoint
