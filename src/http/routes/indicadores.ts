import { Type } from 'typebox'
import { Series } from '../../domain/records.ts'
import { endpoint, parameter, type Route } from '../route.ts'

const schema = endpoint({
  summary: 'Serie estadística del banco central',
  query: {
    codigo: parameter(
      'Código de serie o alias: tipo-cambio-venta, tipo-cambio-compra, inflacion, pbi, reservas, tasa-referencia',
    ),
    desde: Type.Optional(parameter('Fecha inicial AAAA-MM-DD')),
    hasta: Type.Optional(parameter('Fecha final AAAA-MM-DD; hoy en Lima si se omite')),
  },
  data: Series,
})

export const indicadoresRoute: Route = (app, { lookups, answering }) => {
  app.get('/indicadores', schema, answering(lookups.indicadores))
}
