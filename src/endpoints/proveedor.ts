import { DEFAULT_LISTS, LIST_IDS, listRow } from '../domain/lists.ts'
import { SUPPLIER_PARTS, Supplier } from '../domain/records.ts'
import { Type } from '../kernel/schema.ts'
import type { Query } from './shared/clean-query.ts'
import { BAD_INPUT, endpoint, type LookupDeps, PERSONAL } from './shared/endpoint.ts'
import {
  DATE,
  dateParameter,
  flagParameter,
  listsParameter,
  partsParameter,
  rucParameter,
} from './shared/parameters.ts'

/** One unit for each part that may be checked; a RUC that does not exist costs one. */
const price = ({ partes }: Query): number => new Set(partes?.split(',') ?? SUPPLIER_PARTS).size

export const proveedor = endpoint({
  path: 'proveedor',
  title: 'Un proveedor y las personas detrás de él',
  summary: 'Un proveedor en una consulta, con las personas detrás de él',
  description:
    'Revisa a un proveedor por su RUC en todas las fuentes, parte por parte: `registro` (estado y condición), `padrones` (sujetos sin capacidad operativa y los demás padrones tributarios), `sanciones` ' +
    '(inhabilitaciones del tribunal), `judicial` (inhabilitaciones de jueces), `listas` (listas de sanciones OFAC y ONU, o las que nombre `listas`, por nombre registrado y RUC) y ' +
    '`vinculados` (socios, representantes y órganos de administración declarados, cada uno comparado con las listas). Cada parte dice su estado; la que no ' +
    'se pudo revisar es `sin_revisar` con su motivo, y las demás quedan en pie. `resumen.sinRevisar` nombra todo lo que no se revisó. No hay puntaje. ' +
    'Cuesta una unidad por cada parte revisada; sin cuota para todas las partes pedidas responde 429 y no consulta ninguna. 404 solo si el RUC no existe. ' +
    'Con `fecha` el registro es el de ese día, según las ediciones que se conocen (`campo` padron: no figuraba), y las inhabilitaciones las vigentes ese día; en `padrones` es hallazgo también quien entró después a la lista de sujetos sin capacidad operativa. Los documentos de personas van enmascarados (`***45678`) si la clave no puede verlos.',
  parameters: {
    ruc: rucParameter('RUC del proveedor, 11 dígitos'),
    fecha: Type.Optional(
      dateParameter('Día al que se refiere la revisión, AAAA-MM-DD, no futuro; hoy en Lima si se omite'),
    ),
    partes: Type.Optional(partsParameter('Partes que se revisan, separadas por comas; todas si se omite')),
    listas: Type.Optional(
      listsParameter('Listas de sanciones de `listas` y `vinculados`. Una que esta instalación no carga responde 502'),
    ),
    detalle: Type.Optional(
      flagParameter('1 o true: agrega la ficha del registro, y puntaje, motivos y ficha de cada coincidencia'),
    ),
  },
  data: Supplier,
  rules: { enOrden: ['fecha', 'hoy'] },
  failures: [...BAD_INPUT, 'not-found', 'dataset-unavailable'],
  dated: ({ fecha }, today): Record<string, string> => (fecha ? {} : { fecha: today }),
  datasets: [
    ...(['padron', 'agentes', 'ssco', 'sanciones', 'judiciales', 'vinculados'] as const),
    ...LIST_IDS.map((id) => listRow(id).dataset),
  ],
  price,
  // Over the lookups of single questions, which do not know each other.
  lookup: async () => {
    const { proveedorLookup } = await import('../lookups/proveedor.ts')
    const { findTaxpayer } = await import('../lookups/ruc.ts')
    const { amlLookup } = await import('../lookups/aml.ts')
    return (deps: LookupDeps) => proveedorLookup({ ...deps, taxpayerOf: findTaxpayer(deps), screen: amlLookup(deps) })
  },
  command: {
    description: 'un proveedor en todas las listas, con las personas detrás de él',
    argument: { field: 'ruc', subject: 'El RUC', description: 'RUC de 11 dígitos' },
    options: [
      ['--fecha <fecha>', `cómo estaba ese día, ${DATE}; hoy si no se indica`],
      ['--partes <lista>', 'solo estas partes, separadas por comas', SUPPLIER_PARTS],
      [
        '--listas <listas>',
        `listas de sanciones, con comas: ${LIST_IDS.join(',')}; ${DEFAULT_LISTS.join(',')} si se omite`,
        LIST_IDS,
      ],
      ['--detalle', 'añade la ficha y los motivos de cada coincidencia'],
    ],
    examples: [
      ['proveedor 20000000125', 'todo lo que se sabe de un proveedor'],
      ['proveedor 20000000125 --partes registro,sanciones', 'solo dos partes'],
      ['proveedor 20000000125 --alerta', 'para un script: termina con 4 si hay hallazgos o algo sin revisar'],
    ],
    isHit: ({ partes, resumen }: Supplier) =>
      resumen.hallazgos > 0 || Object.values(partes).some(({ estado }) => estado === 'sin_revisar'),
  },
  tool: [
    'Revisa a un proveedor del Perú por su RUC en una sola llamada: registro, padrones tributarios (es hallazgo figurar como sujeto sin capacidad operativa, SSCO), inhabilitaciones del tribunal y de jueces, listas de sanciones OFAC y ONU (listas pide otras: UE, UK, BID), y las personas vinculadas (socios, representantes, órganos), cada una comparada con esas listas.',
    'Cada parte dice su estado: hallazgo, sin_hallazgos (en la edición que nombra), sin_revisar (no se pudo revisar: nunca lo cuente como sin hallazgos) o no_configurado. Nombre siempre todo lo que está en resumen.sinRevisar. No escriba "limpio", "aprobado" ni "apto": no hay puntaje ni veredicto.',
    'Una coincidencia de listas o de vinculados no identifica a nadie: la decide una persona. fecha pregunta cómo estaba en un día pasado; partes limita lo que se revisa y lo que cuesta; detalle agrega motivos y fichas.',
    'estado "no_encontrado" significa que el RUC no existe.',
    'Las personas vinculadas son las que declaró el proveedor en su última inscripción aprobada: que no figure nadie no significa que no las tenga.',
    PERSONAL,
    'Cuesta una unidad por cada parte revisada, hasta seis; lo que no se revisó no cuesta.',
  ],
})
