import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { DEAD_SOURCES, runInProcess } from '../helpers/command-line.ts'
import { SANDBOX_TODAY, sandboxData } from '../helpers/sandbox-data.ts'

type Row = readonly [args: readonly string[], code: 0 | 1 | 2 | 3, shown: RegExp]

const TODAY = { CHASQUI_TODAY: SANDBOX_TODAY }
const sandbox = { ...TODAY, CHASQUI_DATA_DIR: sandboxData() }
// Live mode without datasets and with dead sources: every lookup fails.
const dead = { ...TODAY, ...DEAD_SOURCES, CHASQUI_DATA_DIR: temporaryFolder() }

/** In the sandbox: what is found, what is not, and what is asked badly. A result goes to `out`, a problem to `err`. */
const ANSWERED: Record<string, readonly Row[]> = {
  ruc: [
    [['20000000125'], 0, /COMERCIAL EJEMPLO - LIMA S\.A\.C\./],
    [
      ['20000006000', '--proveedor', 'aggregator-b'],
      0,
      /RECIEN INSCRITA.*Fuente: ApiPerú \(agregador B\), en línea\n$/s,
    ],
    [['20000999998'], 1, /^El RUC no figura en las fuentes consultadas\.\n$/],
    [['2000000012'], 2, /^El RUC debe tener exactamente 11 dígitos\. Use «chasqui ruc --help» para ver ejemplos\.\n$/],
    [['20000000125', '--proveedor', 'otro'], 2, /^--proveedor debe ser uno de: taxauth-scraper, /],
    [
      ['20000000125', '--proveedor', 'agregator-a'],
      2,
      /¿Quiso decir aggregator-a o aggregator-b\?|¿Quiso decir aggregator-a\?/,
    ],
  ],
  dni: [
    [['00000012'], 0, /DE LA ROSA/],
    [['00000909'], 1, /^El DNI no figura en las fuentes consultadas\.\n$/],
    [['123'], 2, /^El DNI debe tener exactamente 8 dígitos\./],
  ],
  persona: [
    [['--dni', '00000201'], 0, /LUZ MARINA/],
    [['--nombre', 'SALVATIERRA PUMAYALLI JUAN CARLOS'], 0, /20 personas; hay más/],
    [['--nombre', 'NADIE SE LLAMA ASI'], 1, /^Ninguna persona con RUC figura con ese nombre\.\n$/],
    [['ana', 'de', 'la', 'rosa'], 0, /DE LA ROSA/],
    [['00000201'], 0, /LUZ MARINA/],
    [['0000020'], 2, /^El DNI debe tener exactamente 8 dígitos\./],
    [['ab'], 2, /^El nombre debe tener al menos 3 caracteres\./],
    [[], 2, /^Falta el nombre o el DNI\. Use «chasqui persona --help»/],
    [['--nombre', 'ROSA', '--dni', '00000012'], 2, /^El nombre y el DNI se excluyen: indique solo uno\./],
    [['rosa', '--dni', '00000012'], 2, /^El nombre y el DNI se excluyen: indique solo uno\./],
    [['rosa', '--nombre', 'ana'], 2, /^El nombre se indica dos veces: como argumento y con --nombre\.\n$/],
  ],
  nombre: [
    [['comercial', 'ejemplo'], 0, /20000000125.*1 empresa/s],
    [['NINGUNA', 'SE', 'LLAMA', 'ASI'], 1, /^Ninguna empresa figura con ese nombre\.\n$/],
    [['comercial', '--limite', '0'], 2, /^--limite debe ser un número entre 1 y 100\./],
    [['x'], 2, /^La razón social debe tener al menos 3 caracteres\./],
    [['x'.repeat(201)], 2, /^La razón social supera los 200 caracteres\./],
  ],
  sanciones: [
    [['--ruc', '20000009459'], 0, /2 inhabilitaciones vigentes/],
    [['--ruc', '20000000125'], 0, /sin inhabilitaciones vigentes/],
    [['20000009459'], 0, /2 inhabilitaciones vigentes.*Fuente: Lista de inhabilitados, Tribunal/s],
    [['20000000125', '--alerta'], 0, /sin inhabilitaciones vigentes/],
    [['--ruc', '123'], 2, /^El RUC debe tener exactamente 11 dígitos\./],
    [[], 2, /^Falta el RUC o el nombre\./],
  ],
  soat: [
    [['ABC-123'], 0, /VIGENTE/],
    [['NAD123'], 1, /no tiene SOAT/],
    [['AB12'], 2, /^La placa debe tener 6 o 7 caracteres/],
    [['ERR123'], 3, /no responde.*No significa que no exista: repita la consulta más tarde\.\n$/],
    [['CAP123'], 3, /verificación.*No significa que no exista/],
  ],
  'tipo-cambio': [
    [[], 0, /13\/11\/2026/],
    [['1985-01-01'], 1, /^No hay tipo de cambio oficial conocido para el 01\/01\/1985\.\n$/],
    [['2026-02-30'], 2, /^La fecha debe ser una fecha real con la forma AAAA-MM-DD\./],
    [['01/10/2026'], 0, /01\/10\/2026/],
    [['30/02/2026'], 2, /^La fecha debe ser una fecha real/],
    [['--mes', '10/2026'], 0, /31\/10\/2026/],
    [
      ['--mes', '2026-10'],
      0,
      /Publicado el.*\n.*\n│ 01\/10\/2026 .*│ 04\/10\/2026 │[^\n]*│ 03\/10\/2026 .*31\/10\/2026/s,
    ],
    [['--mes', '1985-01'], 1, /^No hay tipo de cambio oficial conocido para 01\/1985\.\n$/],
    [['--mes', '2027-01'], 2, /^--mes debe ser el actual o uno anterior\./],
    [['2026-10-01', '--mes', '2026-10'], 2, /^--mes y la fecha se excluyen: indique solo uno\./],
  ],
  indicadores: [
    [['inflacion'], 0, /PN01273PM/],
    [['NOEXISTE'], 1, /^No existe una serie con ese código o alias\.\n$/],
    [['inflacion', '--desde', 'ayer'], 2, /^--desde debe ser una fecha real/],
    [['inflacion', '--desde', '01/05/2026', '--hasta', '2026-04-01'], 2, /^--desde no puede ser posterior a --hasta\./],
    [['buscar', 'tipo', 'de', 'cambio'], 0, /PD04640PD.*14 series/s],
    [['buscar', 'inflasion', 'subyasente', '--limite', '2'], 0, /PN90151PM.*Se muestran 2 de 5 series/s],
    [['buscar', 'pbi', '--frecuencia', 'trimestral'], 0, /PN02507AQ.*1 serie\n/s],
    [['buscar', 'nada', 'parecido'], 1, /^Ninguna serie del catálogo del banco central coincide\.\n$/],
    [['buscar', 'pbi', '--limite', '99'], 2, /^--limite debe/],
    [['buscar', 'pbi', '--frecuencia', 'trim'], 2, /^--frecuencia debe ser uno de: .* ¿Quiso decir trimestral\?/],
    [['buscar', 'x'], 2, /^El texto debe tener al menos 2 caracteres\. Use «chasqui indicadores buscar --help»/],
    [['buscar'], 2, /argumento/],
  ],
  aml: [
    [['Tarquillo', 'Zenobio'], 0, /CHUQUIPOMA/],
    [['Juan', 'Quispe', 'Mamani'], 0, /sin coincidencias/],
    [['Tarquillo', '--documento', 'x'], 2, /^El documento debe tener de 5 a 20/],
    [[], 2, /^Falta el nombre/],
    [['RUC', '20990000027'], 2, /^El nombre es solo un número: si es un documento, envíelo como documento/],
    [['--documento', '00000174'], 0, /^documento 00000174: 1 coincidencia\n +EXACTA/],
    [['00000174'], 0, /^documento 00000174: 1 coincidencia\n +EXACTA/],
    [['Mollepaza'], 0, /^MOLLEPAZA: nadie queda descartado\n(?:.*\n)*Aviso: Una sola palabra/],
    [
      ['Ebaristo', 'Chukipoma', 'Tarquiyo', '--nacimiento', '1999', '--detalle'],
      0,
      /: nadie queda descartado\n +Descartadas por los datos: [1-9](?:.*\n)*Aviso: Los datos del cliente descartaron/,
    ],
    [
      ['Rosa', 'Quispe', 'Mamani', 'Y/O', 'Tarquillo', 'Zenobio', '--detalle'],
      0,
      /Titulares: Rosa Quispe Mamani; Tarquillo Zenobio\n(?:.*\n)* +titular: Tarquillo Zenobio/,
    ],
    [['Tarquillo', 'Zenobio', '--tipo', 'persona', '--pais', 'Perú'], 0, /\(persona, país Perú\): 1 coincidencia/],
    [['Tarquillo', '--tipo', 'barco'], 2, /^--tipo debe ser uno de: persona, empresa, nave, aeronave\. Use/],
    [['Tarquillo', '--tipo', 'persna'], 2, /¿Quiso decir persona\?/],
    [['Tarquillo', '--nacimiento', 'ayer'], 2, /^--nacimiento debe ser/],
    [['Tarquillo', 'Zenobio', '--nacimiento', '12/03/1960'], 0, /nacimiento 12\/03\/1960/],
    [['Tarquillo', '--pais', 'Atlántida'], 2, /^--pais debe ser un código/],
  ],
}

/** In live mode, with every source dead and no dataset loaded. */
const FAILED: readonly (readonly string[])[] = [
  ['ruc', '20000000125'],
  ['dni', '00000012'],
  ['persona', '--nombre', 'DE LA ROSA QUISPE'],
  ['nombre', 'comercial', 'ejemplo'],
  ['sanciones', '--ruc', '20000009459'],
  ['soat', 'ABC123'],
  ['tipo-cambio'],
  ['indicadores', 'inflacion'],
  ['indicadores', 'buscar', 'pbi'],
  ['tipo-cambio', '--mes', '2026-10'],
  ['aml', 'Tarquillo'],
]

for (const [name, rows] of Object.entries(ANSWERED)) {
  describe(`chasqui ${name}`, () => {
    for (const [args, code, shown] of rows) {
      test(`${[name, ...args].join(' ')} ends with ${code}`, async () => {
        const { out, err, code: ended } = await runInProcess(sandbox, name, ...args, '--sandbox')
        assert.equal(ended, code, out + err)
        assert.match(code === 0 ? out : err, shown)
        assert.equal(code === 0 ? err : out, '')
      })
    }
  })
}

for (const args of FAILED) {
  test(`${args.join(' ')} ends with 3 when no source answers, and says so in one line`, async () => {
    const { out, err, code } = await runInProcess(dead, ...args)
    assert.deepEqual([code, out], [3, ''], err)
    assert.match(err, /^[^\n]+\n$/)
  })
}

test('no error of a lookup says the words of the API', async () => {
  for (const [name, rows] of Object.entries(ANSWERED))
    for (const [args, code] of rows.filter(([, ended]) => ended === 2)) {
      const { err } = await runInProcess(sandbox, name, ...args, '--sandbox')
      assert.doesNotMatch(err, /parámetro|\bnumero\b|^(?:q|codigo|placa|fecha|ruc|dni) /, `${name} ${args} ${code}`)
    }
})

describe('--alerta', () => {
  const rows = [
    [['sanciones', '--ruc', '20000009459', '--alerta'], 4],
    [['sanciones', '--ruc', '20000009459'], 0],
    [['aml', 'Tarquillo', 'Zenobio', '--alerta', '--json'], 4],
    [['aml', 'Juan', 'Quispe', 'Mamani', '--alerta'], 0],
    [['aml', 'Mollepaza', '--alerta'], 4],
    [['aml', 'Ebaristo', 'Chukipoma', 'Tarquiyo', '--nacimiento', '1999', '--alerta'], 4],
    [['aml', 'x', '--alerta'], 2],
  ] as const
  for (const [args, code] of rows) {
    test(`${args.join(' ')} ends with ${code}`, async () => {
      const { code: ended, out, err } = await runInProcess(sandbox, ...args, '--sandbox')
      assert.equal(ended, code, out + err)
      assert.equal(out !== '', code !== 2)
    })
  }
})

test('the table of series fits 80 columns', async () => {
  const { out } = await runInProcess(sandbox, 'indicadores', 'buscar', 'producto', 'bruto', '--sandbox')
  assert.ok(out.split('\n').every((line) => [...line].length <= 80))
})

test('options that both commands have are taken in front of and behind the inner one', async () => {
  const [before, after] = await Promise.all([
    runInProcess(sandbox, 'indicadores', '--sandbox', '--json', 'buscar', 'pbi'),
    runInProcess(sandbox, 'indicadores', 'buscar', 'pbi', '--json', '--sandbox'),
  ])
  assert.equal(JSON.parse(before.out).data[0].codigo, 'PN01770AM')
  assert.equal(after.out, before.out)
})

describe('--json', () => {
  const rows = [
    [['ruc', '20000000125'], 0, undefined],
    [['tipo-cambio', '--mes', '2026-10'], 0, undefined],
    [['indicadores', 'buscar', 'pbi'], 0, undefined],
    [['soat', 'NAD123'], 1, 'no_encontrado'],
    [['dni', '123'], 2, 'parametro_invalido'],
    [['persona'], 2, 'parametro_faltante'],
    [['soat', 'ERR123'], 3, 'fuente_no_disponible'],
  ] as const
  for (const [args, code, codigo] of rows) {
    test(`${args.join(' ')} prints the wire answer and ends with ${code}`, async () => {
      const { out, err, code: ended } = await runInProcess(sandbox, ...args, '--sandbox', '--json')
      assert.deepEqual([ended, err], [code, ''])
      const body = JSON.parse(out)
      assert.deepEqual([body.ok, body.error?.codigo], [code === 0, codigo])
    })
  }
})

describe('--url', () => {
  const rows = [
    [['--url', 'http://127.0.0.1:9'], 2, /hace falta una clave: CHASQUI_KEY o --key\.\n$/],
    [['--key', 'k'], 2, /^--key necesita --url o CHASQUI_URL/],
    [['--url', 'http://127.0.0.1:9', '--key', 'k', '--sandbox'], 2, /^--sandbox y --url se excluyen/],
    [['--url', 'http://127.0.0.1:9', '--key', 'con espacio'], 2, /^La clave de --key o CHASQUI_KEY no es/],
    [['--url', 'nada', '--key', 'k'], 2, /--url debe ser una dirección/],
    [['--url', 'http://127.0.0.1:9', '--key', 'k'], 3, /Ningún servicio Chasqui responde en 127\.0\.0\.1:9/],
  ] as const
  for (const [args, code, shown] of rows) {
    test(`ruc 20000000125 ${args.join(' ')} ends with ${code}`, async () => {
      const { out, err, code: ended } = await runInProcess({}, 'ruc', '20000000125', ...args)
      assert.deepEqual([ended, out], [code, ''])
      assert.match(err, shown)
    })
  }
})
