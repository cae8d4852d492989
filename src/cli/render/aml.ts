import { listRow } from '../../domain/lists.ts'
import type { Screening, ScreeningMatch, ScreeningReason } from '../../domain/records.ts'
import { partyFileLines } from './aml-party-file.ts'
import { terminalColumns, wrapText } from './fit.ts'
import { countText, dateText, timeText } from './forms.ts'
import { notice, originLine, paragraphs, type ShownAnswer } from './layout.ts'

const TYPES: Record<string, string> = { individual: 'persona', entity: 'entidad', vessel: 'nave', aircraft: 'aeronave' }
const NAMES = { principal: 'nombre principal', alias: 'alias', 'alias-debil': 'alias débil' } as const

const REASONS: Record<ScreeningReason['tipo'], (reason: ScreeningReason) => string> = {
  igual: ({ lista }) => `${lista}: igual`,
  variante: ({ consulta, lista }) => `${consulta} es otra escritura de ${lista}`,
  sonido: ({ consulta, lista }) => `${consulta} suena como ${lista}`,
  parecida: ({ consulta, lista }) => `${consulta} se parece a ${lista}`,
  inicial: ({ consulta, lista }) => `${consulta} y ${lista}: una es la inicial de la otra`,
  unidas: ({ consulta, lista }) => `${consulta} y ${lista}: unidas o separadas de otra manera`,
  'sin-peso': ({ consulta, lista }) => `${lista ?? consulta}: no cuenta`,
  falta: ({ lista }) => `${lista}: falta en la consulta`,
  sobra: ({ consulta }) => `${consulta}: no figura en la lista`,
  'alias-debil': ({ consulta }) => `${consulta}: figura en un alias débil`,
  'documento-igual': ({ consulta }) => `documento ${consulta}: el mismo`,
  'documento-distinto': ({ consulta, lista }) => `documento ${consulta}: la lista tiene ${lista ?? 'otro'}`,
  tipo: ({ consulta, lista = '' }) => `tipo ${consulta}: la lista dice ${TYPES[lista] ?? lista}`,
  nacimiento: ({ consulta, lista }) => `nacimiento ${dateText(consulta)}: la lista dice ${dateText(lista)}`,
  pais: ({ consulta, lista }) => `país ${consulta}: la lista dice ${lista}`,
}

/** The matches of a screening in Spanish sentences, best first; with the reasons when they were asked for. */
export const renderAml = ({ data, aviso, origins }: ShownAnswer<Screening>): string =>
  paragraphs([
    headline(data, aviso !== undefined),
    data.titulares && `Titulares: ${data.titulares.join('; ')}`,
    ...data.matches.map(matchLines),
    discardedLines(data),
    data.truncado && `Se muestran las primeras ${data.total}; precise el nombre para ver las demás`,
    notice(aviso),
    data.listas && `Listas consultadas: ${data.listas.map((id) => listRow(id).short).join(', ')}`,
    `Listas cargadas: ${timeText(data.listasActualizadas)}`,
    data.politica && `Reglas de comparación: ${data.politica}`,
    originLine(origins),
  ])

const headline = ({ query, total, ...known }: Screening, hasNotice: boolean): string => {
  const { documento, tipo, nacimiento, pais } = known
  const about = [
    documento && `documento ${documento}`,
    tipo,
    nacimiento && `nacimiento ${dateText(nacimiento)}`,
    pais && `país ${pais}`,
  ].filter(Boolean)
  const asked = query === '' ? about.join(', ') : about.length > 0 ? `${query} (${about.join(', ')})` : query
  if (total === 0) return `${asked}: ${hasNotice ? 'nadie queda descartado' : 'sin coincidencias'}`
  return `${asked}: ${countText(total, 'coincidencia', 'coincidencias')}`
}

/** Similar names that the facts of the question have removed, and why. */
const discardedLines = ({ descartadas = [], descartadasTotal = descartadas.length }: Screening): string =>
  descartadas.length === 0
    ? ''
    : [
        `  Descartadas por los datos: ${descartadasTotal}`,
        ...descartadas.map(({ nombre, fuente, referencia, motivo }) =>
          wrapText(
            `    ${nombre} (${listRow(fuente).short}, entrada ${referencia}): ${motivo}`,
            terminalColumns(),
            '      ',
          ),
        ),
      ].join('\n')

/** A match with its reasons. */
export const matchLines = (match: ScreeningMatch): string => {
  const level = match.coincidencia === 'exacto' ? 'EXACTA ' : 'parcial'
  const score = match.puntaje === undefined ? '' : ` ${String(match.puntaje).padStart(3)}`
  const kind = match.tipo ? `, ${TYPES[match.tipo] ?? match.tipo}` : ''
  const programme = match.programa ? ` [${match.programa}]` : ''
  const first = `  ${level}${score}  ${match.nombre} (${listRow(match.fuente).short}${kind})${programme}`
  const [columns, indent] = [terminalColumns(), '           ']
  return [
    ...[first, ...detailLines(match)].map((line) => wrapText(line, columns, `${indent}  `)),
    ...(match.ficha ? partyFileLines(match.ficha, columns, indent) : []),
  ].join('\n')
}

const detailLines = (match: ScreeningMatch): string[] => {
  const { nombreCoincidente, tipoNombre, referencia, titular, motivos, mismaParte = [] } = match
  if (nombreCoincidente === undefined) return []
  const through = tipoNombre ? ` (${NAMES[tipoNombre]})` : ''
  return [
    `           coincide: ${nombreCoincidente}${through}; entrada ${referencia ?? ''}`,
    ...(mismaParte.length === 0
      ? []
      : [
          `           la misma parte: ${mismaParte.map((one) => `${listRow(one.fuente).short} ${one.referencia}`).join('; ')}`,
        ]),
    ...(titular === undefined ? [] : [`           titular: ${titular}`]),
    ...(motivos ?? []).map((reason) => `           - ${REASONS[reason.tipo](reason)}${weightOf(reason)}`),
  ]
}

const weightOf = ({ peso }: ScreeningReason): string => (peso ? ` (${peso > 0 ? '+' : ''}${peso})` : '')
