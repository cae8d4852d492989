/** What a column of a purchase register means, beside the supplier's document. */
export const PURCHASE_ROLES = [
  ...(['fecha', 'serie', 'numeroComprobante', 'monto', 'moneda', 'marcaNoHabido', 'car'] as const),
] as const
type PurchaseRole = (typeof PURCHASE_ROLES)[number] | 'comprobante'

/** Columns of another voucher, another date or somebody's document. */
const OTHER =
  /MODIFIC|REFERENC|ORIGINAL|DETRACC|RETENC|VENC|VCTO|DOMICILIADO|CREDITO FISCAL|PROVEEDOR|IDENTIDAD|CLIENTE/

const NUMBER = 'N(?:UMERO|UM|RO|O)?'

/** Headers of each role, folded; the first patterns first in a file that fits several. */
const PATTERNS: Record<PurchaseRole, readonly RegExp[]> = {
  fecha: [
    /^(?:FECHA|FEC|F) (?:DE )?(?:LA )?EMISION\b/,
    /^EMISION$/,
    /^(?:FECHA|FEC|F) (?:DEL? )?(?:LA )?(?:COMPROBANTE|FACTURA|DOCUMENTO|DOC|CP|CDP|COMPRA)\b/,
    /^FECHA$/,
  ],
  comprobante: [
    /^TIPO (?:DE )?(?:COMPROBANTE|CP|CDP)\b/,
    /^COMPROBANTE DE PAGO(?: O DOCUMENTO)? TIPO\b/,
    /^TIPO(?: DOC(?:UMENTO)?)?$/,
  ],
  serie: [new RegExp(`^(?:${NUMBER} (?:DE )?)?SERIE\\b`), /^COMPROBANTE DE PAGO(?: O DOCUMENTO)? SERIE\b/],
  numeroComprobante: [
    new RegExp(`^${NUMBER} CP O DOC`),
    new RegExp(`^${NUMBER} (?:DEL? )?(?:COMPROBANTE|CP|CDP|FACTURA)\\b`),
    new RegExp(`^${NUMBER}$`),
  ],
  monto: [
    /^IMPORTE TOTAL\b/,
    /^TOTAL (?:CP|COMPROBANTE|FACTURA|DOCUMENTO)\b/,
    /^MONTO TOTAL\b/,
    /^(?:PRECIO |VALOR )?TOTAL$/,
    /^(?:IMPORTE|MONTO)$/,
  ],
  moneda: [/^MONEDA\b/, /^(?:TIPO|CODIGO|COD) (?:DE )?(?:LA )?MONEDA\b/],
  // PLE: the tax authority's own flag for a supplier that was NO HABIDO on the date of issue.
  marcaNoHabido: [/^ERROR 2$/],
  car: [/^CAR(?: SUNAT)?$/],
}

/** The column of each role: one, because an empty cell must not be filled from a column of something else. */
export const purchaseColumns = (headers: readonly string[]): Record<PurchaseRole, readonly number[]> =>
  Object.fromEntries(
    Object.entries(PATTERNS).map(([role, patterns]) => [role, bestColumn(headers, patterns)]),
  ) as unknown as Record<PurchaseRole, readonly number[]>

const bestColumn = (headers: readonly string[], patterns: readonly RegExp[]): number[] => {
  for (const pattern of patterns) {
    const column = headers.findIndex((header) => !OTHER.test(header) && pattern.test(header))
    if (column >= 0) return [column]
  }
  return []
}
