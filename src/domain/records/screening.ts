import type { Static } from 'typebox'
import { Type } from '../../kernel/schema.ts'
import { LIST_IDS } from '../lists.ts'
import { ListedPartyFile } from './listed-party.ts'
import { choice, moment, text } from './schema.ts'

/** One typed reason of a screening match: what a word, a document or a fact of the question did with the listed name. */
export const ScreeningReason = Type.Object(
  {
    tipo: choice(
      [
        'igual',
        'variante',
        'sonido',
        'parecida',
        'inicial',
        'unidas',
        'sin-peso',
        'falta',
        'sobra',
        'alias-debil',
        'documento-igual',
        'documento-distinto',
        'tipo',
        'nacimiento',
        'pais',
      ],
      'Qué pasó con la palabra, el documento o el dato: igual; variante de escritura; suena igual; parecida; inicial; palabras unidas o ' +
        'separadas; sin peso (partícula, título o forma jurídica); falta en la consulta; sobra en la consulta; figura en un alias ' +
        'débil; documento igual o distinto; tipo, nacimiento o país, a favor o en contra según el signo de peso',
    ),
    consulta: Type.Optional(text('Palabra, documento o dato de la consulta')),
    lista: Type.Optional(text('Palabra, documento o dato de la lista, tal como figura')),
    peso: Type.Optional(Type.Number({ description: 'Bits a favor (positivo) o en contra (negativo)' })),
  },
  { $id: 'MotivoCoincidencia' },
)
export type ScreeningReason = Static<typeof ScreeningReason>

/** How a list names a party. */
const LISTED_PARTY = {
  nombre: text('Nombre tal como figura en la lista'),
  fuente: choice(LIST_IDS, 'Lista de origen'),
  referencia: text('Número de entrada de la lista'),
}

export const ScreeningMatch = Type.Object(
  {
    nombre: text('Nombre tal como figura en la lista'),
    fuente: choice(LIST_IDS, 'Lista de origen'),
    programa: Type.Optional(text('Programa de sanciones')),
    tipo: Type.Optional(choice(['individual', 'entity', 'vessel', 'aircraft'], 'Qué es quien figura en la lista')),
    coincidencia: choice(['exacto', 'parcial'], 'Nivel de coincidencia'),
    puntaje: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, description: 'Puntaje de 0 a 100 (con detalle)' })),
    nombreCoincidente: Type.Optional(text('Nombre o alias que coincidió (con detalle)')),
    tipoNombre: Type.Optional(choice(['principal', 'alias', 'alias-debil'], 'Qué nombre coincidió (con detalle)')),
    motivos: Type.Optional(Type.Array(ScreeningReason)),
    referencia: Type.Optional(text('Número de entrada de la lista (con detalle)')),
    mismaParte: Type.Optional(
      Type.Array(Type.Object({ fuente: LISTED_PARTY.fuente, referencia: LISTED_PARTY.referencia }), {
        description:
          'La misma parte en otras listas: mismo número de la ONU, o un nombre completo igual y una fecha de nacimiento o un documento iguales (con detalle y listas)',
      }),
    ),
    titular: Type.Optional(text('De varios titulares, aquel con el que coincide (con detalle)')),
    ficha: Type.Optional(ListedPartyFile),
  },
  { $id: 'CoincidenciaLista' },
)
export type ScreeningMatch = Static<typeof ScreeningMatch>

/** A listed party of a similar name that what else is known of the customer has removed. */
export const DiscardedMatch = Type.Object(
  {
    ...LISTED_PARTY,
    motivo: text('Qué dato la descartó: lo consultado frente a lo que dice la lista'),
  },
  { $id: 'CoincidenciaDescartada' },
)
export type DiscardedMatch = Static<typeof DiscardedMatch>

export const Screening = Type.Object(
  {
    query: text('Nombre consultado, normalizado; vacío si se preguntó solo por el documento'),
    documento: Type.Optional(text('Documento consultado')),
    tipo: Type.Optional(choice(['persona', 'empresa', 'nave', 'aeronave'], 'Tipo consultado')),
    nacimiento: Type.Optional(text('Fecha de nacimiento consultada')),
    pais: Type.Optional(text('País consultado')),
    listas: Type.Optional(
      Type.Array(choice(LIST_IDS), { description: 'Las listas consultadas, cuando la consulta las nombra' }),
    ),
    total: Type.Integer({ description: 'Número de coincidencias' }),
    listasActualizadas: moment('Fecha y hora ISO de la última carga de las listas'),
    politica: Type.Optional(
      text(
        'Identificador de las reglas y tablas que decidieron; cambia cuando una respuesta puede cambiar (con detalle)',
      ),
    ),
    truncado: Type.Optional(Type.Boolean({ description: 'true cuando se cortaron resultados' })),
    titulares: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Los titulares por los que se preguntó, cuando son varios (con detalle)',
      }),
    ),
    unaPalabra: Type.Optional(
      Type.Object(
        {
          palabra: text('La única palabra que dice de quién se trata'),
          partes: Type.Integer({ minimum: 0, description: 'Partes de las listas que la llevan en su nombre' }),
          llevan: Type.Array(Type.Object(LISTED_PARTY), {
            description: 'Las primeras de esas partes, 20 como máximo',
          }),
        },
        {
          $id: 'UnaPalabra',
          description: 'La consulta tiene una sola palabra que identifica: no descarta a nadie (con detalle)',
        },
      ),
    ),
    descartadas: Type.Optional(
      Type.Array(DiscardedMatch, {
        description: 'Coincidencias parciales que los datos del cliente descartaron, 20 como máximo (con detalle)',
      }),
    ),
    descartadasTotal: Type.Optional(
      Type.Integer({ description: 'Cuántas son, cuando son más de las que se muestran (con detalle)' }),
    ),
    matches: Type.Array(ScreeningMatch),
  },
  { $id: 'Screening' },
)
export type Screening = Static<typeof Screening>
