// The header as published. `*` stands for an accented letter, which copies of the file encode in many ways.
const HEADER =
  'RUC|NOMBRE O RAZ*N SOCIAL|ESTADO DEL CONTRIBUYENTE|CONDICI*N DE DOMICILIO|UBIGEO|TIPO DE V*A|NOMBRE DE V*A|' +
  'C*DIGO DE ZONA|TIPO DE ZONA|N*MERO|INTERIOR|LOTE|DEPARTAMENTO|MANZANA|KIL*METRO'

/** The columns of the register's text. These short names appear in counts and log lines. */
export const COLUMNS = [
  ...['ruc', 'razonSocial', 'estado', 'condicion', 'ubigeo', 'tipoVia', 'nombreVia'],
  ...['codigoZona', 'tipoZona', 'numero', 'interior', 'lote', 'departamento', 'manzana', 'kilometro'],
] as const
/** How many of them come before the ubigeo and the cells of the address. */
export const LEADING_COLUMNS = 4

const PATTERNS = HEADER.split('|').map((name) => new RegExp(`^${name.replaceAll('*', '.{0,2}')}$`, 'iu'))

/** Is this the header line of the register, in whatever encoding? */
export const isHeader = (line: string): boolean => {
  const cells = line
    .replace(/^(?:\ufeff|ï»¿)/, '')
    .replace(/\r$/, '')
    .split('|')
  if (cells.length === COLUMNS.length + 1 && cells.at(-1)?.trim() === '') cells.pop()
  return cells.length === COLUMNS.length && PATTERNS.every((pattern, n) => pattern.test((cells[n] ?? '').trim()))
}
