/** A disqualification as the tribunal's page prints it. A line break in `infraccion` or `otra` becomes `<br>`. */
export interface ExportedSanction {
  razonSocial: string
  ruc: string
  resolucion: string
  periodo: string
  desde: string
  hasta: string
  infraccion: string
  otra: string
  norma: string
  estado: string
}

export interface ExportedFine extends Omit<ExportedSanction, 'periodo'> {
  fecha: string
  monto: string
}

const NORMA = 'TUO de la Ley N° 30225 - D.S N° 082-2019-E.F'
const FALSE_PAPERS =
  '- j) Presentar documentos falsos o adulterados a las Entidades.\n- i) Presentar información inexacta.'

const sanction = (one: Partial<ExportedSanction>): ExportedSanction => ({
  razonSocial: '',
  ruc: '',
  resolucion: '',
  periodo: 'DEFINITIVO',
  desde: '31/07/2026',
  hasta: '',
  infraccion: FALSE_PAPERS,
  otra: '',
  norma: NORMA,
  estado: 'VIGENTE',
  ...one,
})

/** Invented suppliers, one for every case that a caller may want to see. The pretend list adds generated ones. */
export const SAMPLE_SANCTIONS: readonly ExportedSanction[] = [
  // Definitive, without an end and without a stated infraction.
  sanction({
    razonSocial: 'TALLERES LA PAUSA S.R.L.',
    ruc: '20000006786',
    resolucion: '1234-2026-TCP-S4',
    infraccion: '',
  }),
  // Two resolutions in force, one of them with one-digit days.
  sanction({
    razonSocial: 'CONSTRUCTORA ÑAUPARI & HIJOS S.R.L.',
    ruc: '20000009459',
    resolucion: '0456-2025-TCE-S2',
    periodo: '72 MESES',
    desde: '5/3/2025',
    hasta: '5/3/2031',
  }),
  sanction({
    razonSocial: 'CONSTRUCTORA ÑAUPARI & HIJOS S.R.L.',
    ruc: '20000009459',
    resolucion: '0788-2026-TCP-S1',
    periodo: '60 MESES',
    desde: '1/6/2026',
    hasta: '1/6/2031',
  }),
  // A consortium: one resolution, several suppliers, one of them a natural person.
  ...[
    ['SERVICIOS DEL SUR INVENTADO E.I.R.L.', '20000009700'],
    ['INGENIERÍA IMAGINADA S.A.', '20000012344'],
    ['PRUEBA FICTICIA ROSA ELENA', '10000000146'],
  ].map(([razonSocial = '', ruc = '']) =>
    sanction({
      razonSocial,
      ruc,
      resolucion: '0912-2025-TCE-S3',
      periodo: '66 MESES',
      desde: '15/11/2025',
      hasta: '15/5/2031',
      infraccion: '',
      otra: 'Incumplir la obligación de perfeccionar el contrato en consorcio',
    }),
  ),
  // Over since 2024: never in an answer.
  sanction({
    razonSocial: 'CUMPLIDA Y LIBRE S.A.C.',
    ruc: '20000023451',
    resolucion: '0007-2024-TCE-S1',
    periodo: '4 MESES Y 15 DIAS',
    desde: '9/1/2024',
    hasta: '24/5/2024',
    estado: 'NO VIGENTE',
  }),
  // Foreign suppliers: found by their names.
  sanction({ razonSocial: 'SUMINISTROS INVENTADOS GMBH', ruc: '999001', resolucion: '0008-2026-TCP-S1' }),
  sanction({ razonSocial: 'OBRAS FICTICIAS DEL NORTE LTD', ruc: 'EXTRANJERO', resolucion: '0009-2026-TCP-S1' }),
  // Its dates cannot be read; the list says it is in force.
  sanction({
    razonSocial: 'FECHA BORROSA S.A.C.',
    ruc: '20000034569',
    resolucion: '0010-2026-TCP-S5',
    periodo: '36 MESES',
    desde: 'POR NOTIFICAR',
    hasta: 'POR NOTIFICAR',
  }),
]

/** A supplier that was only fined: no disqualification. */
export const SAMPLE_FINES: readonly ExportedFine[] = [
  {
    ...sanction({ razonSocial: 'SOLO MULTADA S.A.C.', ruc: '20000045676', resolucion: '0100-2026-TCP-S3' }),
    desde: '',
    fecha: '1/2/2026',
    monto: '12,345.00',
  },
]
