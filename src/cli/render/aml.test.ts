import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListedPartyFile } from '../../domain/records.ts'
import { renderAml } from './aml.ts'

const data = { query: 'ZENOBIO CHUQUIPOMA', listasActualizadas: '2026-11-13T10:00:00.000Z' }

test('no match is one sentence', () => {
  const text = renderAml({ data: { ...data, total: 0, matches: [] } })
  assert.match(text, /^ZENOBIO CHUQUIPOMA: sin coincidencias\nListas cargadas: 13\/11\/2026 05:00$/)
})

test('a match shows its list, its score and its reasons', () => {
  const text = renderAml({
    data: {
      ...data,
      ...{ documento: '00000174', tipo: 'persona', nacimiento: '1960', pais: 'PE', total: 1, truncado: true },
      politica: '0123456789abcdef',
      matches: [
        {
          ...{
            nombre: 'CHUQUIPOMA, Zenobio',
            fuente: 'US',
            programa: 'SDGT',
            tipo: 'individual',
            coincidencia: 'parcial',
          },
          ...{ puntaje: 87, nombreCoincidente: 'CHUQUIPOMA, Z', tipoNombre: 'alias', referencia: '7' },
          motivos: [
            { tipo: 'sonido', consulta: 'CHUKIPOMA', lista: 'CHUQUIPOMA', peso: 14.3 },
            { tipo: 'falta', lista: 'TARQUILLO', peso: -4.5 },
            { tipo: 'documento-distinto', consulta: '00000174', lista: '00000175' },
            { tipo: 'tipo', consulta: 'persona', lista: 'individual', peso: 1 },
            { tipo: 'nacimiento', consulta: '1960', lista: 'circa 1975', peso: -11 },
            { tipo: 'pais', consulta: 'PE', lista: 'Peru', peso: 6 },
          ],
        },
      ],
    },
  })
  assert.equal(
    text,
    [
      'ZENOBIO CHUQUIPOMA (documento 00000174, persona, nacimiento 1960, país PE): 1',
      'coincidencia',
      '  parcial  87  CHUQUIPOMA, Zenobio (OFAC, persona) [SDGT]',
      '           coincide: CHUQUIPOMA, Z (alias); entrada 7',
      '           - CHUKIPOMA suena como CHUQUIPOMA (+14.3)',
      '           - TARQUILLO: falta en la consulta (-4.5)',
      '           - documento 00000174: la lista tiene 00000175',
      '           - tipo persona: la lista dice persona (+1)',
      '           - nacimiento 1960: la lista dice circa 1975 (-11)',
      '           - país PE: la lista dice Peru (+6)',
      'Se muestran las primeras 1; precise el nombre para ver las demás',
      'Listas cargadas: 13/11/2026 05:00',
      'Reglas de comparación: 0123456789abcdef',
    ].join('\n'),
  )
})

const FILE: ListedPartyFile = {
  ...{ tipo: 'vessel', nacimientos: [], lugaresNacimiento: [], nacionalidades: [], paises: ['Panama', 'Peru'] },
  direcciones: ['Av. de la Quimera 1200, Of. 501, Lima 15999, Peru', 'Puerto Inventado, Panama'],
  ...{ programas: ['TCO'], alias: ['LUCERO'], vinculos: [], cargos: [], incluidoEl: '2014-05-13' },
  documentos: [{ tipo: 'Passport', numero: 'A1', pais: 'Peru', nota: 'issued 1999' }],
  particularidades: [{ nombre: 'MMSI', valor: '000004242' }],
  observaciones: 'Secondary sanctions risk: a rule with a long name that does not fit on one line of a terminal',
  enlace: 'https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list',
}

test('the file of a party fits 80 columns and has no line for an empty field', () => {
  const match = { nombre: 'ESTRELLA', fuente: 'UN', coincidencia: 'exacto', ficha: FILE } as const
  const text = renderAml({ data: { ...data, total: 1, matches: [match] } })
  assert.deepEqual(text.split('\n').slice(1, -1), [
    '  EXACTA   ESTRELLA (ONU)',
    '           país: Panama; Peru',
    '           dirección:',
    '           - Av. de la Quimera 1200, Of. 501, Lima 15999, Peru',
    '           - Puerto Inventado, Panama',
    '           documento: Passport A1 (Peru) issued 1999',
    '           alias: LUCERO',
    '           particularidades: MMSI: 000004242',
    '           programa: TCO',
    '           incluido el: 13/05/2014',
    '           observaciones: Secondary sanctions risk: a rule with a long name that',
    '             does not fit on one line of a terminal',
    '           enlace:',
    '          https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list',
  ])
  for (const line of text.split('\n')) assert.ok(line.length <= 80, line)
})
