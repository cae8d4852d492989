// The header as published; `*` stands for an accented letter, which copies of the file spell in every way there is.
const HEADER =
  'RUC|NOMBRE O RAZ*N SOCIAL|ESTADO DEL CONTRIBUYENTE|CONDICI*N DE DOMICILIO|UBIGEO|TIPO DE V*A|NOMBRE DE V*A|' +
  'C*DIGO DE ZONA|TIPO DE ZONA|N*MERO|INTERIOR|LOTE|DEPARTAMENTO|MANZANA|KIL*METRO'

/** Short names of the columns, for counts and log lines. */
export const COLUMNS = [
  ...['ruc', 'razonSocial', 'estado', 'condicion', 'ubigeo', 'tipoVia', 'nombreVia'],
  ...['codigoZona', 'tipoZona', 'numero', 'interior', 'lote', 'departamento', 'manzana', 'kilometro'],
] as const

/** How many of them come before the ubigeo and the parts of the address. */
export const LEADING_COLUMNS = 4

const PATTERNS = HEADER.split('|').map((name) => new RegExp(`^${name.replaceAll('*', '.{0,2}')}$`, 'iu'))

/** Is this the header line of the register, whatever happened to its accents? */
export const isHeader = (line: string): boolean => {
  const cells = line
    .replace(/^(?:\ufeff|ï»¿)/, '')
    .replace(/\r$/, '')
    .split('|')
  if (cells.length === COLUMNS.length + 1 && cells.at(-1)?.trim() === '') cells.pop()
  return (
    cells.length === COLUMNS.length && PATTERNS.every((pattern, place) => pattern.test((cells[place] ?? '').trim()))
  )
}
