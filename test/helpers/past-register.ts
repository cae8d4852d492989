import { row } from './taxpayers.ts'

// Editions of 1 October, 5 October, 10 November and 14 November; monthly copies of May, July and August.
export const COMPANY = '20000000125'
export const YOUNG = '20000003451'
export const GONE = '20000006786'
export const ABSENT = '20000999998'
const { numero: _, tipo: __, ...company } = row(COMPANY, 'COMERCIAL EJEMPLO S.A.C.')
/** What the register says of the company now, said on 5 October, and said on 1 October. */
export const now = company
export const lost = { ...now, condicion: 'NO HABIDO' }
export const elsewhere = { ...now, estado: 'BAJA DE OFICIO', condicion: 'NO HALLADO', direccion: 'JR. OTRO NRO. 9' }
/** A monthly copy has no names. */
export const monthly = { ...now, razonSocial: '', direccion: '' }

/** A register with a past, for a world. */
export const PAST_REGISTER = {
  register: [row(COMPANY, now.razonSocial), row(YOUNG, now.razonSocial)],
  past: {
    [COMPANY]: [
      { desde: '2026-10-01', row: elsewhere },
      { desde: '2026-10-05', row: lost },
      { desde: '2026-11-10', row: now },
    ],
    [YOUNG]: [
      { desde: '2026-10-01', row: null },
      { desde: '2026-11-14', row: now },
    ],
    [GONE]: [
      { desde: '2026-10-01', row: now },
      { desde: '2026-11-10', row: null },
    ],
    [ABSENT]: [{ desde: '2026-10-01', row: null }],
  },
  monthly: {
    [COMPANY]: [
      { mes: '2026-05', row: monthly },
      { mes: '2026-07', row: monthly },
      { mes: '2026-08', row: { ...monthly, condicion: 'NO HABIDO' } },
    ],
    [GONE]: [
      { mes: '2026-07', row: monthly },
      { mes: '2026-08', row: monthly },
    ],
  },
}

/** What every answer of that register says of itself. */
export const FROM_REGISTER = {
  status: 200,
  source: 'taxauth-scraper; channel=register; edition="2026-11-14"',
  cache: 'private, max-age=3600',
  cost: 1,
} as const
