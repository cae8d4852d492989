/** What stands at the foot of a sheet in the place of a name, with or without numbers: sums, counts, page numbers. */
const FOOT =
  /^[^\p{L}]*(?:(?:SUB[\s-]?)?TOTAL(?:ES)?(?: GENERAL(?:ES)?| FINAL(?:ES)?| ACUMULADO| PARCIAL| (?:DE )?(?:REGISTROS|FILAS|CLIENTES|PROVEEDORES|PERSONAS|EMPRESAS))?|SUMAS?(?: TOTAL(?:ES)?)?|GRAN TOTAL|VIENEN|VAN|P[AÁ]G(?:INA)?S?(?:[^\p{L}]+DE)?|PAGE(?:[^\p{L}]+OF)?|FIN (?:DEL? )?(?:REPORTE|LISTADO|LISTA|DOCUMENTO|ARCHIVO))[^\p{L}]*(?:(?:S\/|US\$|USD|PEN)[^\p{L}]*)?$/iu

/** A number that somebody has: shorter ones are counts. */
const DOCUMENT = /[0-9](?:[^0-9]?[0-9]){6}/

/** Whether a row sums up others. A company may be called TOTAL: it has a document. */
export const isTotalRow = (nombre: string, documents: readonly string[]): boolean =>
  FOOT.test(nombre) && !documents.some((text) => DOCUMENT.test(text))
