import type { Static } from 'typebox'
import { Type } from '../../kernel/schema.ts'
import { choice, day, digitsOrEmpty, nullable, text } from './schema.ts'

const listing = (what: string) =>
  Type.Object(
    {
      estado: choice(
        ['si', 'no', 'sin_datos'],
        'sin_datos: la lista no está cargada o no llega hasta ese día; nunca significa no',
      ),
      desde: nullable(day('Desde cuándo, según la lista')),
      hasta: nullable(day('Última edición en que figuró, si ya salió; la salida fue después')),
      resolucion: nullable(text('Resolución que lo dispuso')),
      edicion: nullable(day('Edición de la lista que responde')),
    },
    { description: what },
  )

/** Whether a taxpayer is on the tax authority's small registers; only with `detalle=1`. */
export const TaxListings = Type.Object(
  {
    agenteRetencion: listing('Agente de retención del IGV'),
    agentePercepcion: listing('Agente de percepción, venta interna'),
    agentePercepcionCombustible: listing('Agente de percepción, combustible'),
    buenContribuyente: listing('Buen contribuyente'),
    sinCapacidadOperativa: listing('Sujeto sin capacidad operativa (SSCO); desde es el día de su publicación'),
  },
  { description: 'Padrones tributarios; solo con `detalle=1`' },
)

export const Activity = nullable(
  Type.Object(
    {
      ciiu: text('Actividad económica principal'),
      trabajadores: nullable(Type.Integer({ description: 'Número de trabajadores declarado' })),
      comercioExterior: text('Actividad de comercio exterior'),
      facturacion: text('Sistema de facturación'),
      contabilidad: text('Sistema de contabilidad'),
      edicion: text('Mes del padrón de datos abiertos'),
    },
    {
      description:
        'Actividad económica según el padrón mensual de datos abiertos, también con `fecha`; null si no está cargado o no lo tiene, y entonces no se sabe. Solo con `detalle=1`',
    },
  ),
)

export const Branches = nullable(
  Type.Array(
    Type.Object({
      direccion: text('Dirección del anexo'),
      ubigeo: digitsOrEmpty(6, 'Código de ubicación'),
      departamento: text('Departamento'),
      provincia: text('Provincia'),
      distrito: text('Distrito'),
    }),
    {
      description:
        'Establecimientos anexos de ahora, también con `fecha`; null si no están cargados; vacío si el archivo no tiene ninguno. Solo con `detalle=1`',
    },
  ),
)

/** The lists as people know them. */
export const TAX_LIST_NAMES: Readonly<Record<keyof Static<typeof TaxListings>, string>> = {
  agenteRetencion: 'Agente de retención',
  agentePercepcion: 'Agente de percepción',
  agentePercepcionCombustible: 'Percepción de combustible',
  buenContribuyente: 'Buen contribuyente',
  sinCapacidadOperativa: 'Sin capacidad operativa',
}
