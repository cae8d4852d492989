import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderSanciones } from './sanciones.ts'

const data = { sancionado: false, total: 0, listaActualizada: '2026-11-01T12:00:00.000Z', sanciones: [] }

test('a supplier without sanctions is one sentence with the date of the list', () => {
  const text = renderSanciones({
    data: { ruc: '20000006786', ...data },
    origins: [{ provider: 'procurement-list', channel: 'list', edition: '2026-08-20' }],
  })
  assert.match(text, /^20000006786: sin inhabilitaciones vigentes\nLista cargada: 01\/11\/2026 07:00/)
  assert.match(text, /Fuente: Lista de inhabilitados, Tribunal de Contrataciones, edición\s+20\/08\/2026$/)
})

test('sanctions are a table where there is room, one card each where not, cut after 40', (t) => {
  const one = {
    ruc: '20000006786',
    razonSocial: 'EJEMPLOS Y OBRAS S.A.C.',
    tipo: 'Definitivo' as const,
    resolucion: '1234-2026-TCP-S4',
    periodo: 'DEFINITIVO',
    desde: '2026-07-31',
    hasta: '',
    infraccion: 'Presentar documentos falsos o adulterados a las entidades, o información inexacta',
  }
  const sanciones = Array.from({ length: 50 }, () => one)
  const columns = process.stdout.columns
  t.after(() => {
    process.stdout.columns = columns
  })
  const render = (width: number): string => {
    process.stdout.columns = width
    return renderSanciones({ data: { ...data, nombre: 'obras', sancionado: true, total: 50, sanciones } })
  }
  assert.match(render(140), /^obras: 50 inhabilitaciones vigentes/)
  assert.match(
    render(140),
    /20000006786 │ EJEMPLOS Y OBRAS S\.A\.C\. +│ Definitivo │ 1234-2026-TCP-S4 │ DEFINITIVO +│ 31\/07\/2026 │ –/,
  )
  assert.match(render(140), /Se muestran 40; las demás con --json/)
  assert.match(render(80), /RUC +20000006786\nRazón social +EJEMPLOS Y OBRAS S\.A\.C\.\nTipo +Definitivo\n/)
  for (const width of [60, 80, 110, 140]) {
    const widest = Math.max(
      ...render(width)
        .split('\n')
        .map((line) => line.length),
    )
    assert.ok(widest <= width, `${widest} characters in a terminal of ${width}`)
  }
})
