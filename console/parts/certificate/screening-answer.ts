import type { CoincidenciaLista, FichaLista, Screening } from '../../client.ts'
import { count } from '../../format.ts'
import { editionWords } from '../../lists.ts'
import type { CertificateFacts } from '../../words/certificate.ts'
import { namedIn, partyFacts } from '../../words/parties.ts'
import { compare, hasSameDocument, LIST_NAMES, NAME_TYPES, outcomeOf } from '../../words/screening.ts'
import { type Block, text } from './blocks.ts'

/** So many hits are told with their reasons and the party's facts; of more, the signed text has all. */
const MOST_WHOLE = 5

/** The answer of a certified screening: the sentence, each hit with its reasons, and whom it names besides. */
export const screeningAnswer = ({ respuesta, aviso, fuentes, truncado }: CertificateFacts): Block[] => {
  const { matches = [], ...rest } = respuesta as Partial<Screening>
  const { sentence, note } = outcomeOf({ ...rest, matches }, aviso, editionWords(fuentes))
  return [
    text(matches.length === 0 ? sentence : `${sentence}.`, 'strong'),
    ...(note ? [text(note)] : []),
    ...(aviso && aviso !== sentence && aviso !== note ? [text(`Aviso del servicio: ${aviso}`)] : []),
    ...(truncado ? [text('Hubo más coincidencias que las que se muestran.')] : []),
    ...matches.flatMap((match, at) => hitBlocks(match, at, matches.length)),
    ...(matches.length > MOST_WHOLE ? [text(restWords(matches.length - MOST_WHOLE), 'quiet')] : []),
    ...namedIn({ ...rest, matches }).flatMap(({ words, total, parties }) => [
      text(`${words}:`),
      ...parties.map(({ nombre, fuente, referencia, motivo }) =>
        text(`– ${nombre}, ${LIST_NAMES[fuente]} n.º ${referencia}${motivo ? `: ${motivo}` : ''}`),
      ),
      ...(total > parties.length ? [text(`Las primeras ${parties.length} de ${total}.`)] : []),
    ]),
  ]
}

const restWords = (more: number): string =>
  `De ${count(more, 'coincidencia más', 'coincidencias más')} los motivos y la ficha están en el texto firmado.`

const hitBlocks = (match: CoincidenciaLista, at: number, total: number): Block[] => {
  const line = text(`${total > 1 ? `${at + 1}. ` : ''}${hitWords(match)}`, 'strong')
  if (at >= MOST_WHOLE || !match.motivos) return [line]
  const { nombreCoincidente, tipoNombre, ficha, motivos } = match
  const by =
    nombreCoincidente && `Coincide con «${nombreCoincidente}»${tipoNombre ? `, ${NAME_TYPES[tipoNombre]}` : ''}.`
  return [
    line,
    ...(by ? [text(by)] : []),
    {
      kind: 'table',
      caption: 'Palabra por palabra',
      heads: ['Consultado', 'Relación', 'En la lista'],
      rows: compare(motivos).map(({ what, asked, relation, note, listed }) => [
        what === 'Palabra' ? asked || '–' : `${what}: ${asked || '–'}`,
        note ? `${relation} (${note})` : relation,
        listed || '–',
      ]),
    },
    ...(ficha ? [{ kind: 'facts', rows: fileRows(ficha) } as const] : []),
  ]
}

/** A hit in one line. */
export const hitWords = (match: CoincidenciaLista): string => {
  const { nombre, fuente, referencia, programa, coincidencia, puntaje, titular } = match
  return [
    `${nombre} – ${LIST_NAMES[fuente]} n.º ${referencia ?? '–'}`,
    programa,
    `coincidencia ${coincidencia === 'exacto' ? 'exacta' : 'parcial'}`,
    puntaje !== undefined && `puntaje ${puntaje}`,
    titular && `titular ${titular}`,
    hasSameDocument(match) && 'documento igual',
  ]
    .filter(Boolean)
    .join(', ')
}

/** What the list says of the party; what it does not say is left out. */
const fileRows = (ficha: FichaLista) => [
  ...partyFacts(ficha).map(([label, values]) => ({ label, value: values.join('; ') })),
  ...(ficha.alias.length > 0 ? [{ label: 'Otros nombres', value: ficha.alias.join('; ') }] : []),
  ...(ficha.enlace ? [{ label: 'En el sitio de la lista', value: ficha.enlace }] : []),
]
