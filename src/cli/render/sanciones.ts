import type { SanctionSearch } from '../../domain/records.ts'
import { countText, dateText, timeText } from './forms.ts'
import { notice, originLine, paragraphs, type ShownAnswer, table } from './layout.ts'

// As many as fit on a screen; `--json` prints all.
const MOST_ROWS = 40

/** The sanctions in force as a table, or one sentence when there are none. */
export const renderSanciones = ({ data, aviso, origins }: ShownAnswer<SanctionSearch>): string => {
  const asked = data.ruc ?? data.nombre ?? ''
  const count = countText(data.total, 'inhabilitación vigente', 'inhabilitaciones vigentes')
  const shown = data.sanciones.slice(0, MOST_ROWS)
  return paragraphs([
    data.sancionado ? `${asked}: ${count}` : `${asked}: sin inhabilitaciones vigentes`,
    data.sancionado && tableOf(shown),
    data.total > shown.length && `Se muestran ${shown.length}; las demás con --json`,
    notice(aviso),
    `Lista cargada: ${timeText(data.listaActualizada)}`,
    originLine(origins),
  ])
}

const tableOf = (sanciones: SanctionSearch['sanciones']): string =>
  table(
    sanciones.map((sanction) => [
      sanction.ruc,
      sanction.razonSocial,
      sanction.tipo,
      sanction.resolucion,
      sanction.periodo,
      dateText(sanction.desde),
      dateText(sanction.hasta),
      sanction.infraccion,
    ]),
    { head: ['RUC', 'Razón social', 'Tipo', 'Resolución', 'Periodo', 'Desde', 'Hasta', 'Infracción'] },
  )
