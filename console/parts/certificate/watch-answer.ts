import type { VigilanciaInformeRespuesta } from '../../client.ts'
import { count, formatDate, formatMoment, formatNumber } from '../../format.ts'
import { editionsByList } from '../../lists.ts'
import type { CertificateFacts } from '../../words/certificate.ts'
import { DECISIONS, reportRows } from '../../words/watch.ts'
import { type Block, text } from './blocks.ts'

type Report = Omit<VigilanciaInformeRespuesta['data'], 'movimientos' | 'truncado'>

/** What a certificate says of the watch in a period: counts, the rounds with their editions, who decided how often. */
export const watchAnswer = ({ respuesta }: CertificateFacts): Block[] => {
  const report = respuesta as Report
  const { desde, hasta, vigilados, rondas, decisiones, eventos, completo } = report
  return [
    text(
      `Del ${formatDate(desde)} al ${formatDate(hasta)}: ${count(vigilados.alFinal, 'vigilado', 'vigilados')} al final, ${count(rondas.length, 'ronda de revisión', 'rondas de revisión')}.`,
      'strong',
    ),
    ...(completo ? [] : [text('Faltan los primeros días: sus eventos ya no se conservan.')]),
    { kind: 'facts', rows: reportRows(report).map(([label, value]) => ({ label, value: formatNumber(value) })) },
    {
      kind: 'table',
      caption: 'Rondas de revisión',
      heads: ['Terminó (Lima)', 'Ediciones', 'Vigilados', 'Sin revisar'],
      rows: rondas.map((one) => [
        formatMoment(one.fecha),
        editionsByList(one.ediciones),
        formatNumber(one.vigilados),
        formatNumber(one.sinRevisar),
      ]),
    },
    {
      kind: 'table',
      caption: 'Decisiones',
      heads: ['Persona', 'Decisión', 'Veces', 'Propuestas'],
      rows: decisiones.map(({ persona, decision, total, propuestas }) => [
        persona,
        DECISIONS[decision].done,
        formatNumber(total),
        formatNumber(propuestas),
      ]),
    },
    ...(eventos
      ? [
          text(
            `Se basa en los eventos ${formatNumber(eventos.primero)} a ${formatNumber(eventos.ultimo)}. Suma del último:`,
          ),
          text(eventos.hash, 'sum'),
        ]
      : []),
  ]
}
