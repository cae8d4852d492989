import type { Static, TProperties, TSchema } from 'typebox'
import { Type } from '../../kernel/schema.ts'
import { LIST_IDS } from '../lists.ts'
import { Sanction } from './sanctions.ts'
import { choice, day, dayOrEmpty, digits, moment, nullable, text } from './schema.ts'
import { ScreeningMatch } from './screening.ts'
import { Taxpayer } from './taxpayers.ts'

/** What is checked of a supplier, in the order in which it is told. */
export const SUPPLIER_PARTS = ['registro', 'padrones', 'sanciones', 'judicial', 'listas', 'vinculados'] as const
export type SupplierPart = (typeof SUPPLIER_PARTS)[number]

export const PART_STATES = ['sin_hallazgos', 'hallazgo', 'sin_revisar', 'no_configurado'] as const
export type PartState = (typeof PART_STATES)[number]

/** The parts that were checked, each of which costs a unit. */
export const isChecked = (estado: PartState): boolean => estado === 'sin_hallazgos' || estado === 'hallazgo'

const part = <Finding extends TSchema, More extends TProperties>($id: string, finding: Finding, more: More) =>
  Type.Object(
    {
      estado: choice(
        PART_STATES,
        'sin_hallazgos y hallazgo: se revisó, y cuesta una unidad. sin_revisar: no se pudo revisar, y motivo dice por qué; no significa que no haya hallazgos. no_configurado: esta instalación no tiene ese dato',
      ),
      edicion: nullable(text('Edición de los datos; null si no se revisó o respondió una fuente en vivo')),
      revisado: nullable(moment('Cuándo se cargó esa edición; null si no se revisó o respondió una fuente en vivo')),
      motivo: text('En qué se apoya el resultado, o por qué no se revisó'),
      hallazgos: Type.Array(finding),
      ...more,
    },
    { $id },
  )

const RegisterFinding = Type.Object(
  {
    campo: choice(['estado', 'condicion', 'padron'], 'Qué dato del registro; padron: el RUC no figuraba ese día'),
    valor: text('Lo que dice el registro'),
  },
  { $id: 'HallazgoRegistro' },
)

const TaxListFinding = Type.Object(
  {
    padron: text('Padrón en el que figura'),
    desde: dayOrEmpty('Desde cuándo figura'),
    hasta: dayOrEmpty('Hasta cuándo figuró; vacía si sigue'),
    resolucion: text('Resolución'),
  },
  { $id: 'HallazgoPadron' },
)

const CONTRADICTORY = {
  fechasContradictorias: Type.Optional(
    Type.Boolean({ description: 'true cuando empieza después de terminar: debe mirarlo una persona' }),
  ),
}

const TribunalFinding = Type.Object({ ...Sanction.properties, ...CONTRADICTORY }, { $id: 'HallazgoTribunal' })

export const CourtOrder = Type.Object(
  {
    documento: text('RUC de una empresa; el documento de una persona va enmascarado si la clave no puede verlo'),
    nombre: text('Nombre tal como figura en la lista'),
    organo: text('Órgano jurisdiccional'),
    resolucion: text('Resolución'),
    desde: dayOrEmpty('Fecha de inicio, AAAA-MM-DD; vacía si la lista no la da'),
    hasta: dayOrEmpty('Fecha de fin, AAAA-MM-DD; vacía cuando es definitiva'),
    ...CONTRADICTORY,
    soloPorNombre: Type.Optional(
      Type.Boolean({
        description: 'true cuando la lista no da un RUC ni un DNI y coincide solo el nombre: debe mirarlo una persona',
      }),
    ),
  },
  { $id: 'InhabilitacionJudicial' },
)
export type CourtOrder = Static<typeof CourtOrder>

/** Somebody behind a supplier whom a sanctions list may have. */
export const LinkedParty = Type.Object(
  {
    nombre: text('Nombre o razón social tal como se declaró'),
    roles: Type.Array(choice(['socio', 'representante', 'organo']), { description: 'Qué es del proveedor' }),
    cargo: text('Cargo en el órgano de administración; vacío si no lo tiene'),
    tipoDocumento: text('Tipo de documento en palabras de la entidad'),
    documento: text('Documento, enmascarado (***45678) si es de una persona y la clave no puede verlo'),
    coincidencias: Type.Array(ScreeningMatch),
  },
  { $id: 'Vinculado' },
)
export type LinkedParty = Static<typeof LinkedParty>

const PARTS = {
  registro: part('ParteRegistro', RegisterFinding, {
    ficha: Type.Optional(Taxpayer),
  }),
  padrones: part('PartePadrones', TaxListFinding, {}),
  sanciones: part('ParteSanciones', TribunalFinding, {}),
  judicial: part('ParteJudicial', CourtOrder, {}),
  listas: part('ParteListas', ScreeningMatch, {}),
  vinculados: part('ParteVinculados', LinkedParty, {}),
}

export type PartOf<Part extends SupplierPart> = Static<(typeof PARTS)[Part]>

/** A supplier in one answer. It has no score, and nothing in it says that a supplier is clean. */
export const Supplier = Type.Object(
  {
    ruc: digits(11, 'RUC consultado'),
    fecha: day('Día al que se refiere la revisión'),
    razonSocial: text('Nombre registrado; vacío si no se pudo consultar el registro'),
    listas: Type.Optional(
      Type.Array(choice(LIST_IDS), {
        description: 'Las listas de sanciones consultadas, cuando la consulta las nombra',
      }),
    ),
    partes: Type.Partial(Type.Object(PARTS), { $id: 'PartesProveedor', description: 'Las partes pedidas' }),
    resumen: Type.Object(
      {
        hallazgos: Type.Integer({ minimum: 0, description: 'Cuántos hallazgos hay en todas las partes' }),
        sinRevisar: Type.Array(choice(SUPPLIER_PARTS), {
          description: 'Las partes pedidas que no se revisaron, también las no configuradas',
        }),
      },
      { $id: 'ResumenProveedor' },
    ),
  },
  { $id: 'RevisionProveedor' },
)
export type Supplier = Static<typeof Supplier>
