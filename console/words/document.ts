/** What people write before a number: `RUC:`, `D.N.I. N° `, `Pasaporte `. */
const LABEL =
  /^(?:R\.?U\.?C|D\.?N\.?I|L\.?E|C\.?E|NIT|CUIT|RIF|RFC|IMO|PASAPORTE|PASSPORT|C[EÉ]DULA|CARN[EÉ]T?(?: DE EXTRANJER[IÍ]A)?|DOC(?:UMENTO)?)(?![\p{L}])[\s.:#]*(?:N(?:RO|[UÚ]MERO)?(?![\p{L}])[\s.:°º]*)?/iu

/** A document as the service takes it: without its label and the spaces and points that people and sheets put into it. */
export const compactDocument = (typed: string): string =>
  typed
    .trim()
    .replace(LABEL, '')
    .replace(/\p{Pd}|−/gu, '-')
    .replace(/[\s.,'/°º\u200b-\u200f\ufeff]/g, '')
    .replace(/^-+|-+$/g, '')

/** The document in a text that is nothing else, such as `DNI 12.345.678` or `AB 123456`; null for a name. */
export const readDocument = (typed: string): string | null => {
  const text = typed.trim().replace(LABEL, '')
  const isOne = /^[A-Z]{0,3}[\d\s.\p{Pd}]*[A-Z]?$/iu.test(text) || !/[^A-Z\d\p{Pd}]/iu.test(text)
  const document = compactDocument(typed)
  const digits = document.replace(/\D/g, '').length
  return isOne && digits >= 5 && /^[A-Z\d-]{5,20}$/i.test(document) ? document : null
}
