import { SanctionSearch } from '../domain/records.ts'
import { Type } from '../kernel/schema.ts'
import { AWAY, BAD_INPUT, COST, endpoint } from './shared/endpoint.ts'
import { nameParameter, rucParameter } from './shared/parameters.ts'

export const sanciones = endpoint({
  path: 'sanciones',
  title: 'Inhabilitaciones para contratar con el Estado',
  summary: 'Sanciones vigentes de un proveedor del Estado',
  description:
    'Da las inhabilitaciones vigentes hoy en Lima según la lista del tribunal de contrataciones; las multas no son inhabilitaciones. `Chasqui-Source` dice en `kind` si responde con los datos abiertos del OECE (`open-data`, que no tienen multas) o con la exportación del tribunal (`export`). Envíe `ruc` o ' +
    '`nombre`; con ambos se usa `ruc`. Sin sanciones responde 200 con `sancionado` false y `total` 0: no es un 404.',
  parameters: {
    ruc: Type.Optional(rucParameter('RUC de 11 dígitos; prevalece sobre nombre', 'listed')),
    nombre: Type.Optional(nameParameter('Razón social, 3 caracteres como mínimo', 'COMERCIAL EJEMPLO')),
  },
  data: SanctionSearch,
  extras: {
    aviso: Type.Optional(
      Type.String({
        description:
          'fechas_contradictorias: sanciones cuyo inicio es posterior a su fin; no se sabe si rigen y no se cuentan',
      }),
    ),
  },
  rules: { alMenosUno: ['ruc', 'nombre'] },
  failures: [...BAD_INPUT, 'dataset-unavailable'],
  ignoredWhen: { nombre: 'ruc' },
  datasets: ['sanciones'],
  lookup: async () => (await import('../lookups/sanciones.ts')).sancionesLookup,
  command: {
    description: 'sanciones vigentes de un proveedor del Estado',
    argument: {
      field: 'nombre',
      subject: 'El nombre',
      description: 'parte de la razón social, o un RUC',
      words: true,
      digits: 'ruc',
    },
    options: [
      ['--ruc <ruc>', 'RUC de 11 dígitos'],
      ['--nombre <texto>', 'parte de la razón social'],
    ],
    examples: [
      ['sanciones 20000009459', 'las de un proveedor'],
      ['sanciones --ruc 20000009459 --alerta', 'para un script: termina con 4 si tiene alguna'],
    ],
    isHit: ({ sancionado }: SanctionSearch) => sancionado,
  },
  tool: [
    'Dice si un proveedor del Estado peruano tiene hoy una inhabilitación vigente del tribunal de contrataciones, por ruc (exacto, preferible) o por nombre (parte de la razón social).',
    'total 0 significa que no figura ninguna inhabilitación vigente en la lista cargada (listaActualizada); las vencidas y las multas no se cuentan. Si hay aviso con fechas_contradictorias, repítalo: esa sanción no se cuenta y no se descarta. Para listas internacionales use aml.',
    AWAY,
    'Por nombre pueden aparecer empresas de nombre parecido: compare el RUC.',
    COST,
  ],
})
