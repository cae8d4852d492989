import type { Static, TSchema } from 'typebox'
import { Type } from '../../kernel/schema.ts'
import { byListDataset } from '../lists.ts'
import { PROVIDER_IDS, type ProviderId } from './providers.ts'
import { choice, day, moment, nullable } from './schema.ts'

/** What `/api/health` says of a mirrored dataset. */
export const DatasetHealth = Type.Object({
  edicion: nullable(
    Type.String({
      description: 'Fecha de la edición en servicio: la que da su editor; si no da ninguna, la de la copia',
    }),
  ),
  publicado: nullable(Type.String({ description: 'Fecha que da el editor; null si no da ninguna' })),
  copia: Type.Boolean({
    description: 'true cuando se lee de un archivo de esta instalación, que puede no ser el último del editor',
  }),
  filas: nullable(Type.Integer({ description: 'Filas o entradas de la edición' })),
  descartadas: nullable(Type.Integer({ description: 'Filas de la fuente que no se pudieron leer' })),
  cargado: nullable(moment('Fecha y hora ISO de la carga')),
  revisado: nullable(moment('Fecha y hora ISO de la última consulta exitosa a la fuente')),
  sha256: nullable(Type.String({ description: 'SHA-256 de lo que publicó la fuente' })),
  antiguedadHoras: nullable(
    Type.Number({ description: 'Horas desde la carga; de una copia, desde la fecha de su edición' }),
  ),
  configurado: Type.Boolean({ description: 'Si se indicó de dónde obtenerlo' }),
  atrasado: Type.Boolean({
    description: 'true cuando la fuente no se pudo consultar tres veces seguidas, o la copia es así de antigua',
  }),
  error: nullable(Type.String({ description: 'Motivo del último rechazo o fallo de carga' })),
  historia: Type.Optional(
    Type.Object(
      {
        desde: day('Primera edición que se conoce'),
        ediciones: Type.Integer({ description: 'Cuántas se conocen' }),
        error: nullable(Type.String({ description: 'Qué se perdió de la historia' })),
      },
      { description: 'Historia de las ediciones; ausente donde no se guarda' },
    ),
  ),
  observacionesSinLeer: Type.Optional(
    Type.Integer({
      description: 'Observaciones de las listas que no se pudieron interpretar; se dan tal cual en la ficha',
    }),
  ),
})
export type DatasetHealth = Static<typeof DatasetHealth>

/** What `/api/health` says of a live provider. */
export const ProviderHealth = Type.Object({
  estado: choice(
    ['ok', 'degradado', 'bloqueado', 'sin_configurar'],
    'Cómo está la fuente; ok también mientras no se le preguntó nada (ultimoExito es entonces null)',
  ),
  captchaBlocked: Type.Boolean({
    description: 'true mientras la fuente exige una verificación, también cuando falta la cuenta que la evita',
  }),
  ultimoExito: nullable(moment('Fecha y hora ISO; null si nunca respondió')),
  ultimoError: nullable(moment('Fecha y hora ISO; null si nunca falló')),
  circuito: choice(
    ['cerrado', 'abierto', 'semiabierto'],
    'Si se le pregunta: cerrado, sí; abierto, no; semiabierto, a prueba',
  ),
  configurado: Type.Boolean({ description: 'Si esta instalación puede usar la fuente' }),
})
export type ProviderHealth = Static<typeof ProviderHealth>

const everyProvider = <Schema extends TSchema>(schema: Schema) =>
  Type.Object(Object.fromEntries(PROVIDER_IDS.map((id) => [id, schema])) as Record<ProviderId, Schema>)

/** The whole answer of `/api/health`. */
export const Health = Type.Object({
  ok: Type.Literal(true),
  data: Type.Object({
    estado: choice(['ok', 'degradado'], 'degradado cuando falta o falla algo configurado'),
    version: Type.String({ description: 'Versión del programa' }),
    modo: choice(['live', 'sandbox'], 'live con fuentes reales, sandbox con datos inventados'),
    iniciado: moment('Fecha y hora ISO del arranque'),
    hoyFijado: Type.Optional(day('Fecha que un ajuste fija como hoy; ausente cuando rige el reloj')),
    politica: Type.String({ description: 'Identificador de las reglas y tablas con que decide /api/aml' }),
    almacen: Type.Object({
      tipo: choice(['sqlite', 'postgres'], 'Dónde están las cuentas y la cuota'),
      estado: choice(['ok', 'no_disponible'], 'Si se puede usar'),
    }),
    publicacion: Type.Optional(
      Type.Object(
        {
          publicado: nullable(moment('Fecha y hora ISO de la última publicación lograda')),
          error: nullable(Type.String({ description: 'Motivo del último fallo' })),
        },
        { description: 'Publicación de las ediciones; ausente cuando no se pidió' },
      ),
    ),
    // In the order of the answer, and all optional: the serialiser would write required ones first.
    datasets: Type.Partial(
      Type.Object({
        padron: DatasetHealth,
        sanciones: DatasetHealth,
        judiciales: DatasetHealth,
        vinculados: DatasetHealth,
        ...byListDataset(() => DatasetHealth),
        agentes: DatasetHealth,
        ssco: DatasetHealth,
        ubigeo: DatasetHealth,
      }),
    ),
  }),
  providers: everyProvider(ProviderHealth),
})
export type Health = Static<typeof Health>
