// What a certificate on the screen and one on paper are made of.

/** One line of facts; deeper ones are indented. */
export interface SheetRow {
  label: string
  value: string
  depth?: number
}

/** What a section of a certificate is made of, whether it is shown on the screen or written as a PDF. */
export type Block =
  | { kind: 'text'; text: string; look?: 'strong' | 'quiet' | 'sum' }
  | { kind: 'facts'; rows: readonly SheetRow[] }
  | { kind: 'table'; caption: string; heads: readonly string[]; rows: readonly (readonly string[])[] }

export const text = (words: string, look?: 'strong' | 'quiet' | 'sum'): Block =>
  look ? { kind: 'text', text: words, look } : { kind: 'text', text: words }
