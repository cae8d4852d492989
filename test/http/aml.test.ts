import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { limaClock } from '../../src/domain/lima-time.ts'
import { POLITICA } from '../../src/domain/screening/politica.ts'
import type { World } from '../helpers/app.ts'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { checkPromises, incomplete, malformed, NOON, openEndpoint } from '../helpers/endpoint-table.ts'
import { checkSharedPromises, checkTextParameter } from '../helpers/every-endpoint.ts'
import { installedAnswers } from '../helpers/installation.ts'
import { publishUnFile, publishUsFiles, type UsEntry } from '../helpers/screening-files.ts'

const FLEET = Array.from(
  { length: 51 },
  (_, i): UsEntry => ({ number: 20_000 + i, name: 'HUALCAYUNGA SHIPPING S.A.', kind: '-0- ', program: 'SDNTK' }),
)
const ENTRIES: UsEntry[] = [
  {
    number: 7,
    name: 'CHUQUIPOMA TARQUILLO, Zenobio',
    kind: 'individual',
    program: 'SDGT',
    aliases: ['PACAYZAPA, Aristarco'],
    remarks:
      "DOB 31 Feb 1961; POB Pacayzapa, Peru; citizen Peru; Gender Male; a.k.a. 'CAMARADA PUMACAHUA'; " +
      'LE Number 00000174 (Peru); said to be left-handed; Linked To: HUALCAYUNGA SHIPPING S.A.',
    address: ['Jr. Ninguno 174', 'Pacayzapa', 'Peru'],
  },
  {
    ...{ number: 8, name: 'GONZALEZ LOPEZ, Jose Luis', kind: 'individual', program: 'OLDER' },
    remarks: 'DOB 20 May 1950; nationality Mexico.',
  },
  {
    ...{ number: 9, name: 'GONZALEZ LOPEZ, Jose Luis', kind: 'individual', program: 'YOUNGER' },
    remarks: 'DOB 11 Nov 1972; alt. DOB circa 1985; POB Lima, Peru.',
  },
  ...FLEET,
]

const folder = temporaryFolder()
publishUsFiles(join(folder, 'us'), ENTRIES, '2026-11-12')
publishUnFile(
  join(folder, 'un.xml'),
  [
    ['ZZi.7', 'ZENOBIO CHUQUIPOMA TARQUILLO'],
    ['ZZi.8', 'EUFRASIA VYMYSELOVA'],
  ],
  '2026-11-13',
)

let now = Date.parse('2026-11-15T10:00:00-05:00')
const clock = limaClock(undefined, { now: () => now })
const settings = { CHASQUI_US_LIST_URL: join(folder, 'us'), CHASQUI_UN_LIST_URL: join(folder, 'un.xml') }
const data = { CHASQUI_DATA_DIR: join(folder, 'data') }
// The UN list is loaded at ten; at noon the US list joins it.
await installedAnswers({ ...settings, ...data }, ['un'], clock)
now = Date.parse(NOON)
const both = await installedAnswers({ ...settings, ...data }, ['us', 'un'], clock)
const onlyUs = await installedAnswers(settings, ['us'], clock)
const onlyUn = await installedAnswers(settings, ['un'], clock)
const world = ({ lookups }: typeof both): World => ({ lookups: { aml: lookups.aml } })

const US = { nombre: 'CHUQUIPOMA TARQUILLO, Zenobio', fuente: 'US', programa: 'SDGT', tipo: 'individual' }
const UN = { nombre: 'ZENOBIO CHUQUIPOMA TARQUILLO', fuente: 'UN', programa: 'Inventada', tipo: 'individual' }
const SHIPPING = { nombre: 'HUALCAYUNGA SHIPPING S.A.', fuente: 'US', programa: 'SDNTK', tipo: 'entity' }
const JOSE = { nombre: 'GONZALEZ LOPEZ, Jose Luis', fuente: 'US', tipo: 'individual' }
const exact = { coincidencia: 'exacto' }
const partial = { coincidencia: 'parcial' }

const result = (query: string, matches: unknown[], more: Record<string, unknown> = {}) =>
  ({
    status: 200,
    data: { query, total: matches.length, listasActualizadas: '2026-11-15T15:00:00.000Z', matches, ...more },
    source: 'us-list; channel=list; edition="2026-11-12", un-list; channel=list; edition="2026-11-13"',
    cache: 'private, max-age=3600',
    cost: 1,
  }) as const
/** With `detalle=1` the answer also names the rules that decided. */
const detailed = (query: string, matches: unknown[], more: Record<string, unknown> = {}) =>
  result(query, matches, { ...more, politica: POLITICA })
const removed = (count: number, why: string): string =>
  `Los datos del cliente descartaron ${count} coincidencias parciales (${why}). Revise los datos, o pregunte sin ellos para verlas.`
const thin = (word: string, parties: string): string =>
  `Una sola palabra («${word}») no descarta a nadie: ${parties} en su nombre. Pregunte con nombres y apellidos, o también con el documento.`
const DOCUMENT_ALONE =
  'Un documento solo no descarta a nadie: las listas tienen el de pocas partes. Pregunte también con nombres y apellidos.'
const notLoaded = { status: 502, codigo: 'lista_no_cargada', cost: 0 } as const

const NAME = 'zenobio chuquipoma tarquillo'
const FOLDED = 'ZENOBIO CHUQUIPOMA TARQUILLO'
const inBoth = [
  { ...US, ...exact },
  { ...UN, ...exact },
]

const FICHA = {
  ...{ tipo: 'individual', nacimientos: ['31 Feb 1961'], lugaresNacimiento: ['Pacayzapa, Peru'] },
  ...{ nacionalidades: ['Peru'], paises: ['Peru'], direcciones: ['Jr. Ninguno 174, Pacayzapa, Peru'] },
  ...{ programas: ['SDGT'], alias: ['CAMARADA PUMACAHUA', 'PACAYZAPA, Aristarco'] },
  documentos: [{ tipo: 'LE Number', numero: '00000174', pais: 'Peru', nota: '' }],
  ...{ vinculos: ['HUALCAYUNGA SHIPPING S.A.'], cargos: [], particularidades: [] },
  ...{ observaciones: 'Gender Male; said to be left-handed', incluidoEl: '' },
  enlace: 'https://sanctionssearch.ofac.treas.gov/Details.aspx?id=7',
}

const aml = await openEndpoint('aml', { world: world(both) })

test('detalle tells which of several holders a match is about', async () => {
  const { data } = (await aml.ask('?nombre=eufrasia vymyselova / aristarco pacayzapa&detalle=1')).json()
  assert.deepEqual(data.titulares, ['eufrasia vymyselova', 'aristarco pacayzapa'])
  assert.deepEqual(
    data.matches.map(({ fuente, titular }: Record<string, string>) => [fuente, titular]),
    [
      ['US', 'aristarco pacayzapa'],
      ['UN', 'eufrasia vymyselova'],
    ],
  )
})

checkPromises(aml, [
  { when: 'one name on both lists, in any order of its words', ask: `?nombre=${NAME}`, ...result(FOLDED, inBoth) },
  {
    when: 'accents and spaces do not matter',
    ask: '?nombre= Zenóbio  Chuquipoma Tarquillo ',
    ...result(FOLDED, inBoth),
  },
  {
    when: 'letters in decomposed form are the same letters',
    ask: '?nombre=Zeno\u0301bio Chuquipoma Tarquillo',
    ...result(FOLDED, inBoth),
  },
  {
    when: 'a strong alias is the party, shown by its main name',
    ask: '?nombre=aristarco pacayzapa',
    ...result('ARISTARCO PACAYZAPA', [{ ...US, ...exact }]),
  },
  { when: 'a weak alias never matches alone', ask: '?nombre=camarada pumacahua', ...result('CAMARADA PUMACAHUA', []) },
  {
    when: 'another spelling is a partial match',
    ask: '?nombre=senobio chuquipoma tarquillo',
    ...result('SENOBIO CHUQUIPOMA TARQUILLO', [
      { ...US, ...partial },
      { ...UN, ...partial },
    ]),
  },
  {
    when: 'a document of the listed party makes a partial name exact',
    ask: '?nombre=senobio chuquipoma&documento=00000174',
    ...result(
      'SENOBIO CHUQUIPOMA',
      [
        { ...US, ...exact },
        { ...UN, ...partial },
      ],
      { documento: '00000174' },
    ),
  },
  { when: 'nobody of that name', ask: '?nombre=juan quispe mamani', ...result('JUAN QUISPE MAMANI', []) },
  {
    when: 'a name of exactly 200 characters is screened',
    ask: `?nombre=${'x'.repeat(99)} ${'y'.repeat(100)}`,
    ...result(`${'X'.repeat(99)} ${'Y'.repeat(100)}`, []),
  },
  {
    when: 'at most 50 matches',
    ask: '?nombre=hualcayunga shipping',
    ...result('HUALCAYUNGA SHIPPING', Array(50).fill({ ...SHIPPING, ...exact }), { truncado: true }),
  },
  {
    when: 'detalle adds score, matched name, reasons, reference and all that the list says of the party',
    ask: '?nombre=aristarco pacayzapa&detalle=1',
    ...detailed('ARISTARCO PACAYZAPA', [
      {
        ...{ ...US, ...exact, puntaje: 100, nombreCoincidente: 'PACAYZAPA, Aristarco', tipoNombre: 'alias' },
        motivos: [
          { tipo: 'igual', consulta: 'PACAYZAPA', lista: 'PACAYZAPA', peso: 15 },
          { tipo: 'igual', consulta: 'ARISTARCO', lista: 'ARISTARCO', peso: 15 },
        ],
        referencia: '7',
        ficha: FICHA,
      },
    ]),
  },
  {
    when: 'what the list does not say of a party is empty',
    ask: '?nombre=eufrasia vymyselova&detalle=1',
    ...detailed('EUFRASIA VYMYSELOVA', [
      {
        ...{ ...UN, nombre: 'EUFRASIA VYMYSELOVA', ...exact, puntaje: 100 },
        ...{ nombreCoincidente: 'EUFRASIA VYMYSELOVA', tipoNombre: 'principal' },
        motivos: [
          { tipo: 'igual', consulta: 'EUFRASIA', lista: 'EUFRASIA', peso: 15 },
          { tipo: 'igual', consulta: 'VYMYSELOVA', lista: 'VYMYSELOVA', peso: 15 },
        ],
        referencia: 'ZZi.8',
        ficha: {
          ...{ tipo: 'individual', nacimientos: [], lugaresNacimiento: [], nacionalidades: [], paises: [] },
          ...{ direcciones: [], programas: ['Inventada'], alias: [], documentos: [], vinculos: [], cargos: [] },
          ...{ particularidades: [], observaciones: '', incluidoEl: '' },
          enlace: 'https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list',
        },
      },
    ]),
  },
  {
    when: 'what is known of the customer is told back',
    ask: `?nombre=${NAME}&tipo=persona&nacimiento=1960-02-29&pais=Perú`,
    ...result(FOLDED, inBoth, { tipo: 'persona', nacimiento: '1960-02-29', pais: 'Perú' }),
  },
  {
    when: 'the birth tells two of one name apart, also when it is misspelt',
    ask: '?nombre=jose luis gonzales lopes&nacimiento=1972-11-11',
    ...result('JOSE LUIS GONZALES LOPES', [{ ...JOSE, programa: 'YOUNGER', ...partial }], { nacimiento: '1972-11-11' }),
  },
  {
    when: 'a birth far off drops a partial match, and says so',
    ask: '?nombre=jose luis gonzales lopes&nacimiento=1961',
    ...result('JOSE LUIS GONZALES LOPES', [], { nacimiento: '1961' }),
    also: { aviso: removed(2, 'nacimiento distinto en 2') },
  },
  {
    when: 'detalle tells which ones, and why',
    ask: '?nombre=jose luis gonzales lopes&nacimiento=1961&detalle=1',
    ...detailed('JOSE LUIS GONZALES LOPES', [], {
      nacimiento: '1961',
      descartadas: [
        {
          nombre: JOSE.nombre,
          fuente: 'US',
          referencia: '8',
          motivo: 'nacimiento distinto: 1961 frente a 20 May 1950',
        },
        {
          nombre: JOSE.nombre,
          fuente: 'US',
          referencia: '9',
          motivo: 'nacimiento distinto: 1961 frente a 11 Nov 1972',
        },
      ],
    }),
    also: { aviso: removed(2, 'nacimiento distinto en 2') },
  },
  {
    when: 'more than twenty are counted',
    ask: '?nombre=hualcallunga shipping&tipo=persona&detalle=1',
    ...detailed('HUALCALLUNGA SHIPPING', [], {
      tipo: 'persona',
      descartadas: FLEET.slice(0, 20).map(({ number }) => ({
        ...{ nombre: SHIPPING.nombre, fuente: 'US', referencia: String(number) },
        motivo: 'tipo distinto: persona frente a entidad',
      })),
      descartadasTotal: 51,
    }),
    also: { aviso: removed(51, 'tipo distinto en 51') },
  },
  {
    when: 'a company’s RUC beside the name of a listed person is evidence, and hides nobody',
    ask: `?nombre=${NAME}&documento=20990000043`,
    ...result(FOLDED, inBoth, { documento: '20990000043' }),
  },
  {
    when: 'beside a similar name it removes the match, and says so',
    ask: '?nombre=senobio chuquipoma tarquillo&documento=20990000043',
    ...result('SENOBIO CHUQUIPOMA TARQUILLO', [], { documento: '20990000043' }),
    also: { aviso: removed(2, 'titular del documento distinto en 2') },
  },
  {
    when: 'several holders are each asked for',
    ask: '?nombre=quispe mamani juan Y/O zenobio chuquipoma tarquillo',
    ...result('QUISPE MAMANI JUAN Y O ZENOBIO CHUQUIPOMA TARQUILLO', inBoth),
  },
  {
    when: 'one word clears nobody, and says so',
    ask: '?nombre=mollepaza',
    ...result('MOLLEPAZA', []),
    also: { aviso: thin('MOLLEPAZA', 'ninguna parte de las listas la tiene') },
  },
  {
    when: 'detalle tells the word and how many have it',
    ask: '?nombre=gonzalez&detalle=1',
    ...detailed('GONZALEZ', [], {
      unaPalabra: {
        ...{ palabra: 'GONZALEZ', partes: 2 },
        llevan: ['8', '9'].map((referencia) => ({ nombre: 'GONZALEZ LOPEZ, Jose Luis', fuente: 'US', referencia })),
      },
    }),
    also: { aviso: thin('GONZALEZ', '2 partes de las listas la tienen') },
  },
  {
    when: 'a document alone says who it is',
    ask: '?documento=00000174',
    ...result('', [{ ...US, ...exact }], { documento: '00000174' }),
  },
  {
    when: 'also with the zeros that a spreadsheet took',
    ask: '?documento=10000001741&tipo=persona',
    ...result('', [{ ...US, ...exact }], { documento: '10000001741', tipo: 'persona' }),
  },
  {
    when: 'beside another name it is shown all the same',
    ask: '?nombre=rosa quispe mamani&documento=00000174',
    ...result('ROSA QUISPE MAMANI', [{ ...US, ...partial }], { documento: '00000174' }),
  },
  {
    when: 'a number in the text of the name is a document',
    ask: '?nombre=rosa quispe mamani DNI 00000174',
    ...result('ROSA QUISPE MAMANI DNI 00000174', [{ ...US, ...partial }]),
  },
  {
    when: 'a document that is nobody’s',
    ask: '?documento=45454545',
    ...result('', [], { documento: '45454545' }),
    also: { aviso: DOCUMENT_ALONE },
  },
  {
    when: 'a document that is nobody’s in the place of the name',
    ask: '?nombre=pasaporte 4545454',
    ...result('PASAPORTE 4545454', []),
    also: { aviso: DOCUMENT_ALONE },
  },
  {
    when: 'a document behind what it is called',
    ask: '?documento=DNI00000174',
    ...result('', [{ ...US, ...exact }], { documento: 'DNI00000174' }),
  },
  {
    when: 'an equal name is never dropped; the one nothing speaks against comes first',
    ask: '?nombre=jose luis gonzalez lopez&nacimiento=1972&pais=peru',
    ...result(
      'JOSE LUIS GONZALEZ LOPEZ',
      [
        { ...JOSE, programa: 'YOUNGER', ...exact },
        { ...JOSE, programa: 'OLDER', ...exact },
      ],
      { nacimiento: '1972', pais: 'peru' },
    ),
  },
  {
    when: 'something else of a similar name is no match',
    ask: '?nombre=senobio chuquipoma tarquillo&tipo=empresa',
    ...result('SENOBIO CHUQUIPOMA TARQUILLO', [], { tipo: 'empresa' }),
    also: { aviso: removed(2, 'tipo distinto en 2') },
  },
  {
    when: 'something else of an equal name stays, lowered, with its reason',
    ask: '?nombre=aristarco pacayzapa&tipo=nave&detalle=1',
    ...detailed(
      'ARISTARCO PACAYZAPA',
      [
        {
          ...{ ...US, ...exact, puntaje: 75, nombreCoincidente: 'PACAYZAPA, Aristarco', tipoNombre: 'alias' },
          motivos: [
            { tipo: 'igual', consulta: 'PACAYZAPA', lista: 'PACAYZAPA', peso: 15 },
            { tipo: 'igual', consulta: 'ARISTARCO', lista: 'ARISTARCO', peso: 15 },
            { tipo: 'tipo', consulta: 'nave', lista: 'individual', peso: -10 },
          ],
          ...{ referencia: '7', ficha: FICHA },
        },
      ],
      { tipo: 'nave' },
    ),
  },
  {
    when: 'detalle names the rules also when nobody is found',
    ask: '?nombre=nadie de la lista&detalle=1',
    ...detailed('NADIE DE LA LISTA', []),
  },
  { when: 'detalle=0 adds nothing', ask: `?nombre=${NAME}&detalle=0`, ...result(FOLDED, inBoth) },
  ...incomplete([
    ['no name', '', 'nombre'],
    ['an empty name', '?nombre=', 'nombre'],
    ['an empty name beside a document', '?nombre=&documento=00000174', 'nombre'],
  ]),
  ...malformed([
    ['2 characters', '?nombre=ab', 'nombre'],
    ['no letter or digit', '?nombre=...', 'nombre'],
    [
      'more holders than are asked at once',
      `?nombre=${Array(9)
        .fill('')
        .map((_, i) => `rosa diaz${'abcdefghi'[i]}`)
        .join(';')}`,
      'nombre',
    ],
    ['a document of 4 characters', '?nombre=zenobio&documento=1234', 'documento'],
    ['a document of 21 characters', `?nombre=zenobio&documento=${'1'.repeat(21)}`, 'documento'],
    ['a document with another sign', '?nombre=zenobio&documento=12345/6', 'documento'],
    ['a document with a letter that is not ASCII', '?nombre=zenobio&documento=Ñ12345', 'documento'],
    ['an empty document', '?nombre=zenobio&documento=', 'documento'],
    ['a type that is none of the four', '?nombre=zenobio&tipo=individual', 'tipo'],
    ['an empty type', '?nombre=zenobio&tipo=', 'tipo'],
    ['two types', '?nombre=zenobio&tipo=persona&tipo=nave', 'tipo'],
    ['a birth that is no date', '?nombre=zenobio&nacimiento=20/01/1960', 'nacimiento'],
    ['a birth on a day that does not exist', '?nombre=zenobio&nacimiento=1961-02-29', 'nacimiento'],
    ['a birth in the future', '?nombre=zenobio&nacimiento=2026-11-16', 'nacimiento'],
    ['a birth in a coming year', '?nombre=zenobio&nacimiento=2027', 'nacimiento'],
    ['a birth before 1850', '?nombre=zenobio&nacimiento=1849', 'nacimiento'],
    ['two births', '?nombre=zenobio&nacimiento=1960&nacimiento=1960', 'nacimiento'],
    ['an empty birth', '?nombre=zenobio&nacimiento=', 'nacimiento'],
    ['a country that does not exist', '?nombre=zenobio&pais=Atlántida', 'pais'],
    ['a code of no country', '?nombre=zenobio&pais=XX', 'pais'],
    ['a code of three letters', '?nombre=zenobio&pais=PER', 'pais'],
    ['a country with another sign', '?nombre=zenobio&pais=PE1', 'pais'],
    ['two countries', '?nombre=zenobio&pais=PE&pais=PE', 'pais'],
    ['an empty country', '?nombre=zenobio&pais=', 'pais'],
    ['detalle that is no yes or no', '?nombre=zenobio&detalle=si', 'detalle'],
  ]),
  ...['00000174', '12 345 678', '12.345.678-9', 'RUC 20990000027', 'D.N.I. N° 00000174', 'ruc: 20990000027'].map(
    (number) => ({
      ...{
        when: 'a document in the place of the name',
        ask: `?nombre=${number}`,
        status: 400 as const,
        cost: 0 as const,
      },
      ...{ codigo: 'parametro_invalido', campo: 'nombre', mensaje: /envíelo como documento/ },
    }),
  ),
  { when: 'the UN list was never loaded', ask: `?nombre=${NAME}`, world: world(onlyUs), ...notLoaded },
  { when: 'the US list was never loaded', ask: `?nombre=${NAME}`, world: world(onlyUn), ...notLoaded },
])

checkSharedPromises(aml, { good: `?nombre=${NAME}`, bad: '?nombre=ab', lookup: 'aml', cost: 1 })
checkTextParameter(aml, '?nombre=zenobio', 'nombre')
checkTextParameter(aml, '?nombre=zenobio&documento=00000174', 'documento')
checkTextParameter(aml, '?nombre=zenobio&tipo=persona', 'tipo')
checkTextParameter(aml, '?nombre=zenobio&nacimiento=1960', 'nacimiento')
checkTextParameter(aml, '?nombre=zenobio&pais=PE', 'pais')
checkTextParameter(aml, '?nombre=zenobio&detalle=1', 'detalle')
