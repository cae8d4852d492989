import { parseDomicile } from '../../domain/address.ts'
import { stripAccents } from '../../domain/names/normalise.ts'
import { joinNames, splitRegisteredName } from '../../domain/names/split.ts'
import type { PersonNames, Taxpayer } from '../../domain/records.ts'
import { repairMixedEncoding } from '../../domain/registry-text.ts'
import { dniOfRuc, isNaturalPersonRuc } from '../../domain/ruc.ts'
import { expandCondicion, expandEstado, shortEstado } from '../../domain/taxpayer-status.ts'
import { localityOf, ubigeoOf } from '../../domain/ubigeo.ts'
import { asksForChallenge, saysRejected } from '../../kernel/bot-wall.ts'
import { byTag, type Document, isCutShort, linesOf, readHtml, textOf } from '../../kernel/http/html.ts'
import { upstreamBlocked, upstreamChanged, upstreamUnavailable } from '../../kernel/upstream-failures.ts'
import { tellsOfTrouble } from '../proof.ts'
import type { ListedTaxpayer } from '../source.ts'
import { readList, readListNumber } from './list-page.ts'
import { type RecordPage, readRecord } from './record-page.ts'

type Page =
  | { kind: 'record'; record: RecordPage }
  | { kind: 'list'; rows: ListedTaxpayer[]; truncated: boolean; listNumber: string | undefined }
  | { kind: 'none'; of: NoneOf; sentence: string }

/** The record of one RUC; null when the page says there is none. */
export const parseTaxpayer = (text: string, ruc: string, arrivedWhole?: boolean): Taxpayer | null => {
  const page = readPage(text, arrivedWhole)
  if (page.kind === 'none') return checkNone(page, 'ruc', ruc)
  if (page.kind !== 'record') throw upstreamChanged('a list where a record was asked for')
  return toTaxpayer(page.record, ruc)
}

/** The result list of a name; null when it is empty. */
export const parseNameList = (
  text: string,
  arrivedWhole?: boolean,
): { rows: ListedTaxpayer[]; truncated: boolean } | null => {
  const page = readPage(text, arrivedWhole)
  if (page.kind === 'none') throw upstreamChanged('says none of a number where a name was asked for')
  if (page.kind === 'record') return { rows: [toListed(page.record)], truncated: false }
  return page.rows.length === 0 ? null : { rows: page.rows, truncated: page.truncated }
}

interface DniList {
  rows: ListedTaxpayer[]
  /** Opens one of the records without a new query. */
  listNumber: string | undefined
}

/** The RUCs of one DNI, as many as the person has; null when there is none. */
export const parseDniList = (text: string, dni: string, arrivedWhole?: boolean): DniList | null => {
  const page = readPage(text, arrivedWhole)
  if (page.kind === 'none') return checkNone(page, 'dni', dni)
  if (page.kind === 'record') {
    checkDocument(page.record, dni)
    return { rows: [toListed(page.record)], listNumber: undefined }
  }
  if (page.rows.some(({ numero }) => !isNaturalPersonRuc(numero) || isRucOfAnotherDni(numero, dni))) {
    throw upstreamChanged('a list of another person')
  }
  // A DNI without a RUC has a sentence of its own. An empty list is how the site answers a name.
  if (page.rows.length === 0) throw upstreamChanged('an empty list where a number was asked for')
  return { rows: page.rows, listNumber: page.listNumber }
}

/** The names of the person of a record. Only its document line separates them: SURNAMES, GIVEN NAMES. */
export const parsePersonRecord = (text: string, ruc: string, dni: string, arrivedWhole?: boolean): PersonNames => {
  const page = readPage(text, arrivedWhole)
  if (page.kind !== 'record' || page.record.numero !== ruc) throw upstreamChanged('not the record asked for')
  const { documento, razonSocial } = page.record
  checkDocument(page.record, dni)
  const withComma = /^\S.*? (?:- )+([^\s,-][^,]*,\s*[^\s,][^,]*)$/.exec(documento)?.[1]
  const parts = splitRegisteredName(withComma ?? razonSocial)
  if (!parts.nombres || !parts.apellidoPaterno) throw upstreamChanged('a person without surname or given name')
  return { numero: dni, ...parts, nombreCompleto: joinNames(parts) }
}

/** Decides by content, because every page has status 200. The order matters: one page may match several checks. */
const readPage = (text: string, arrivedWhole?: boolean): Page => {
  const source = repairMixedEncoding(text)
  const page = readHtml(source)
  const shown = stripAccents(textOf(page))
  if (saysRejected(shown) && shown.length < 400) throw upstreamUnavailable('firewall page')
  if (isErrorPage(page, shown)) throw upstreamUnavailable('error page')
  if (isCutShort(text, arrivedWhole)) throw upstreamUnavailable('page cut short')
  const record = readRecord(page, source)
  if (record) return { kind: 'record', record }
  const list = readList(page, source)
  if (list) return { kind: 'list', ...list, listNumber: readListNumber(page) }
  const none = readNone(page)
  if (none && tellsOfTrouble(shown)) throw upstreamUnavailable('says none, and tells of trouble')
  if (none) return none
  if (asksForChallenge(text)) throw upstreamBlocked('challenge in place of a result')
  throw upstreamChanged('neither record nor list')
}

type NoneOf = 'dni' | 'ruc'

// Whole sentences: inside a longer one the words may mean something else. A letter with an accent may arrive damaged,
// as any one or two characters.
const NONE: readonly (readonly [NoneOf, RegExp])[] = [
  [
    'dni',
    /^(?:EL )?(?:SISTEMA RUC )?NO REGISTRA UN N\S{0,2}MERO DE RUC PARA EL (?:DNI|DOCUMENTO(?: NACIONAL)?(?: DE IDENTIDAD)?)(?: N\S{0,6})? [0-9]{8}(?: CONSULTADO)?\.?$/,
  ],
  [
    'ruc',
    /^(?:EL )?N\S{0,2}MERO DE RUC [0-9]{11} CONSULTADO NO ES V\S{0,2}LIDO\.?(?: DEBE VERIFICAR EL N\S{0,2}MERO[A-Z ]{0,40}\.?)?$/,
  ],
]

const readNone = (page: Document): (Page & { kind: 'none' }) | null => {
  for (const line of linesOf(page)) {
    const sentence = stripAccents(line)
    const of = NONE.find(([, pattern]) => pattern.test(sentence))?.[0]
    if (of) return { kind: 'none', of, sentence }
  }
  return null
}

const isErrorPage = (page: Document, shown: string): boolean => {
  if (/HA RETORNADO EL SIGUIENTE PROBLEMA|SURGIERON PROBLEMAS/.test(shown)) return true
  const title = stripAccents(byTag(page, 'title').map(textOf).join(' '))
  return /PAGINA DE ERROR/.test(title) || (/PAGINA DE MENSAJES/.test(title) && !readNone(page))
}

/** "None" counts only for the number that was asked for, and as the answer to that question. */
const checkNone = ({ of, sentence }: { of: NoneOf; sentence: string }, wanted: NoneOf, numero: string): null => {
  const [named] = sentence.match(/[0-9]{8,}/) ?? []
  if (of !== wanted || named !== numero) throw upstreamChanged('says none of another number')
  return null
}

const isRucOfAnotherDni = (ruc: string, dni: string): boolean => ruc.startsWith('10') && dniOfRuc(ruc) !== dni

const checkDocument = ({ numero, documento }: RecordPage, dni: string): void => {
  const shown = /^\W*DNI\b\D{0,5}([0-9]{8})\b/i.exec(documento)?.[1]
  const proven = shown ? shown === dni : dniOfRuc(numero) === dni
  if (!proven || isRucOfAnotherDni(numero, dni)) throw upstreamChanged('a record of another person')
}

const toListed = ({ numero, razonSocial, estado }: RecordPage): ListedTaxpayer => ({
  numero,
  razonSocial,
  estado: expandEstado(estado),
})

const toTaxpayer = (record: RecordPage, ruc: string): Taxpayer => {
  if (record.numero !== ruc) throw upstreamChanged('a record of another number')
  const { direccion, ...printed } = parseDomicile(record.domicilio)
  const ubigeo = ubigeoOf(printed.departamento, printed.provincia, printed.distrito)
  return {
    numero: record.numero,
    razonSocial: record.razonSocial,
    estado: shortEstado(record.estado),
    condicion: expandCondicion(record.condicion),
    direccion,
    ubigeo,
    ...(ubigeo ? localityOf(ubigeo) : printed),
    tipo: record.tipo,
  }
}
