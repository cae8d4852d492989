import type { McpServer, StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { LIST_IDS } from '../domain/lists.ts'
import type { Screening } from '../domain/records.ts'
import type { Ask, Outcome } from '../endpoints/shared/outcome.ts'
import { Failure } from '../kernel/errors.ts'
import { plainText } from './endpoint-schemas.ts'

/** More names belong into a batch, which survives a hang-up. */
const MOST_NAMES = 50
const FIELDS = ['nombre', 'documento', 'tipo', 'nacimiento', 'pais'] as const

export const LIST_TOOL = 'revisar_lista'
const TITLE = 'Revisar una lista corta de nombres'
const DESCRIPTION = [
  `Compara hasta ${MOST_NAMES} nombres con las listas de sanciones OFAC y ONU, uno por uno, como aml. Para más nombres hay lotes.`,
  'Cada fila dice su resultado: exacto o parcial (hay coincidencias que una persona debe decidir), sin_coincidencias (en las ediciones que nombra; no es una aprobación) o no_revisado (no se pudo consultar, o con una sola palabra, con su motivo: nunca lo cuente como sin coincidencias). Si una fila trae aviso, repítalo.',
  'Si la cuota se agota en el medio, el resto queda no_revisado. Cuesta una unidad por nombre revisado; lo no revisado no cuesta.',
  'Contiene datos personales: úselos solo para lo que se pidió y no repita los que no hagan falta.',
].join(' ')

const text = (description: string) => ({ type: 'string', description })

const INPUT = {
  type: 'object',
  properties: {
    personas: {
      type: 'array',
      minItems: 1,
      maxItems: MOST_NAMES,
      description: 'A quiénes revisar, en orden',
      items: {
        type: 'object',
        properties: {
          nombre: text('Nombre completo o razón social, 3 caracteres como mínimo; puede faltar si hay documento'),
          documento: text('DNI, RUC u otro documento, si se conoce'),
          tipo: { ...text('Qué es'), enum: ['persona', 'empresa', 'nave', 'aeronave'] },
          nacimiento: text('AAAA, AAAA-MM o AAAA-MM-DD, si se conoce'),
          pais: text('Código de dos letras o nombre en español, si se conoce'),
        },
        additionalProperties: false,
      },
    },
    listas: text(`Listas que se consultan, separadas por comas: ${LIST_IDS.join(', ')}; US,UN si se omite`),
  },
  required: ['personas'],
  additionalProperties: false,
}

const RESULTS = ['exacto', 'parcial', 'sin_coincidencias', 'no_revisado'] as const

interface ListedRow {
  fila: number
  nombre: string
  resultado: (typeof RESULTS)[number]
  coincidencias?: number
  matches?: Screening['matches']
  ediciones?: string
  motivo?: string
  aviso?: string
}

const ROWS = {
  type: 'array',
  description: 'Una por cada elemento de la lista, en su orden',
  items: {
    type: 'object',
    properties: {
      fila: { type: 'integer', description: 'Posición en la lista, desde 1' },
      nombre: text('Nombre que se dio'),
      resultado: { ...text('Qué se halló'), enum: [...RESULTS] },
      coincidencias: { type: 'integer', description: 'Número de coincidencias' },
      matches: { type: 'array', description: 'Las coincidencias, con sus motivos', items: { type: 'object' } },
      ediciones: text('Ediciones de las listas que respondieron'),
      motivo: text('Por qué no se revisó'),
      aviso: text('Por qué el resultado dice menos de lo que parece'),
    },
    required: ['fila', 'nombre', 'resultado'],
  },
}

const OUTPUT = {
  type: 'object',
  properties: {
    estado: { ...text('error: la lista misma no sirve y no se revisó a nadie'), enum: ['ok', 'error'] },
    data: { type: 'object', properties: { filas: ROWS }, required: ['filas'] },
    error: { type: 'object', properties: { codigo: text('Código estable'), mensaje: text('Explicación') } },
  },
  required: ['estado'],
}

/** A tool that screens a short list: each name is a question of its own, with its own cost and its own outcome. */
export const registerListScreening = (
  server: McpServer,
  ask: Ask,
  schema: (json: Record<string, unknown>) => StandardSchemaWithJSON<unknown>,
): void => {
  server.registerTool(
    LIST_TOOL,
    {
      ...{ title: TITLE, description: DESCRIPTION, inputSchema: schema(INPUT), outputSchema: schema(OUTPUT) },
      annotations: {
        ...{ title: TITLE, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      },
    },
    async (args: unknown, { mcpReq: { signal } }) => {
      let people: Record<string, string>[]
      let listas: string | undefined
      try {
        people = readPeople(args)
        listas = readLists(args)
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        const failure = { codigo: 'parametro_invalido', mensaje: error.message, campo: error.campo }
        return resultOf(
          `${error.message}. No se revisó a nadie y no costó nada.`,
          { estado: 'error', error: failure },
          true,
        )
      }
      const filas: ListedRow[] = []
      // One after the other: a list is one caller's, and others ask at the same time.
      for (const [at, { nombre = '', ...rest }] of people.entries()) {
        const query = (): Record<string, string> => ({
          ...{ ...(nombre && { nombre }), ...rest, detalle: '1' },
          ...(listas && { listas }),
        })
        filas.push({ fila: at + 1, nombre, ...rowOf(await ask({ path: 'aml', query, signal })) })
      }
      return resultOf(summary(filas), { estado: 'ok', data: { filas } }, false)
    },
  )
}

const resultOf = (sentence: string, structuredContent: Record<string, unknown>, isError: boolean) => ({
  content: [
    { type: 'text' as const, text: sentence },
    { type: 'text' as const, text: JSON.stringify(structuredContent) },
  ],
  structuredContent,
  ...(isError && { isError }),
})

const refused = (mensaje: string): Failure => new Failure('invalid-input', mensaje, { campo: 'personas' })

/** Whether they are lists is for every question to say. */
const readLists = (args: unknown): string | undefined => {
  const { listas } = (args ?? {}) as { listas?: unknown }
  const said = Array.isArray(listas) ? listas.join(',') : listas === null ? '' : plainText(listas ?? '')
  if (said === null) throw new Failure('invalid-input', 'listas debe ser un texto', { campo: 'listas' })
  return said || undefined
}

const readPeople = (args: unknown): Record<string, string>[] => {
  const { personas } = (args ?? {}) as { personas?: unknown }
  if (!Array.isArray(personas) || personas.length === 0 || personas.length > MOST_NAMES)
    throw refused(`personas debe ser una lista de 1 a ${MOST_NAMES} elementos`)
  return personas.map((one, at) => {
    // Models often write a name alone.
    const given = typeof one === 'string' ? { nombre: one } : one
    const where = `el elemento ${at + 1} de personas`
    if (typeof given !== 'object' || given === null || Array.isArray(given))
      throw refused(`${where.replace('e', 'E')} debe ser un objeto`)
    const people = Object.entries(given).flatMap(([field, value]) => {
      if (value === null || value === '') return []
      if (!FIELDS.some((known) => known === field))
        throw refused(`En ${where} hay un campo que no existe; los que hay son ${FIELDS.join(', ')}`)
      const said = plainText(value)
      if (said === null) throw refused(`En ${where}, ${field} debe ser un texto`)
      return [[field, said] as const]
    })
    return Object.fromEntries(people)
  })
}

const rowOf = (outcome: Outcome): Omit<ListedRow, 'fila' | 'nombre'> => {
  if (outcome.estado !== 'ok')
    return { resultado: 'no_revisado', motivo: `${outcome.error.codigo}: ${outcome.error.mensaje}` }
  const { aviso } = outcome.body
  const { matches, total, descartadas } = outcome.body.data as Screening
  const ediciones = outcome.fuentes
    .map(({ proveedor, edicion, sinFecha }) =>
      `${proveedor} ${sinFecha ? 'sin fecha, copia del ' : ''}${edicion ?? ''}`.trim(),
    )
    .join('; ')
  // One word, or a document without a name: it clears nobody.
  if (total === 0 && aviso && !descartadas) return { resultado: 'no_revisado', motivo: aviso, ediciones }
  const told = aviso === undefined ? {} : { aviso }
  if (total === 0) return { resultado: 'sin_coincidencias', coincidencias: 0, ediciones, ...told }
  const isExact = matches.some(({ coincidencia }) => coincidencia === 'exacto')
  return { resultado: isExact ? 'exacto' : 'parcial', coincidencias: total, matches, ediciones, ...told }
}

const summary = (rows: readonly ListedRow[]): string => {
  const count = (...results: ListedRow['resultado'][]): number =>
    rows.filter(({ resultado }) => results.includes(resultado)).length
  return (
    `De ${rows.length}: ${count('exacto', 'parcial')} con coincidencias que debe decidir una persona, ` +
    `${count('sin_coincidencias')} sin coincidencias en las ediciones citadas, ${count('no_revisado')} sin revisar.`
  )
}
