import type { Lote } from '../client.ts'

/** What each kind of batch is called. */
export const BATCH_KINDS: Readonly<Record<Lote['tipo'], string>> = {
  aml: 'Listas de sanciones',
  sanciones: 'Lista de inhabilitados',
  ruc: 'Padrón',
  proveedor: 'Proveedor completo',
  compras: 'Compras',
  vigilados: 'Vigilados',
}
