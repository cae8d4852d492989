// Every method and every failure of the packed client, in plain JavaScript for Node 20, Node 24 and a browser page.

/** What `ask` gives or throws, as something that can be compared. */
const outcome = async ({ ChasquiError }, ask) => {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ChasquiError)) return `not a ChasquiError: ${error}`
    const { name, kind, codigo, status, campo } = error
    return [name, kind, codigo, status ?? null, campo ?? null]
  }
}

const methods = async (client) => ({
  ruc: (await client.ruc('20000000125')).data.razonSocial,
  dni: (await client.dni('00000012')).data.nombreCompleto,
  persona: (await client.persona({ dni: '00000012' })).data.total,
  nombre: (await client.nombre({ q: 'comercial ejemplo', limite: 5 })).total,
  sanciones: (await client.sanciones('20000006786')).data.sancionado,
  soat: (await client.soat('abc-123')).data.placa,
  tipoCambio: (await client.tipoCambio('2026-11-08')).data.fecha,
  tipoCambioMes: (await client.tipoCambio({ mes: '2026-10' })).data.dias.length,
  indicadores: (await client.indicadores('inflacion')).data.codigo,
  buscar: (await client.indicadores.buscar('tipo de cambio')).data.length > 0,
  aml: (await client.aml({ nombre: 'Tarquillo Zenobio', detalle: true })).data.matches[0].coincidencia,
  health: (await client.health()).data.modo,
  nothing: await client.ruc('20000999998', { nullIfNotFound: true }),
})

const failures = async (sdk, { url, key, spentKey, slowKey }) => {
  const { Chasqui } = sdk
  const client = new Chasqui({ url, key, retries: 0 })
  const told = (ask) => outcome(sdk, ask)
  const abortedLater = async () => {
    const controller = new AbortController()
    const asking = client.health({ signal: controller.signal })
    controller.abort()
    return asking
  }
  const abortedWhileWaiting = async () => {
    const controller = new AbortController()
    let sent = 0
    const counting = async (...args) => {
      if (++sent === 2) setTimeout(() => controller.abort())
      return fetch(...args)
    }
    const slow = new Chasqui({ url, key: slowKey, fetch: counting, retries: 9 })
    for (;;) await slow.health({ signal: controller.signal, timeoutMs: 60_000 })
  }
  return {
    notFound: await told(() => client.ruc('20000999998')),
    badQuestion: await told(() => client.aml({ nombre: 'Zenobio', pais: 'Atlántida' })),
    key: await told(() => new Chasqui({ url, key: 'chq_test_nada' }).health()),
    quota: await told(() => new Chasqui({ url, key: spentKey }).ruc('20000000125')),
    source: await told(() => client.dni('99000001')),
    captcha: await told(() => client.soat('CAP123')),
    network: await told(() => new Chasqui({ url: 'http://127.0.0.1:9', key, retries: 0 }).health()),
    notChasqui: await told(() => new Chasqui({ url: `${url}/docs`, key, retries: 0 }).health()),
    timeout: await told(() => new Chasqui({ url, key, fetch: () => new Promise(() => {}), timeoutMs: 20 }).health()),
    abortedBefore: await told(() => client.health({ signal: AbortSignal.abort() })),
    abortedLater: await told(abortedLater),
    abortedWhileWaiting: await told(abortedWhileWaiting),
  }
}

/** How often something is sent for numbers that cannot exist. */
const refusals = async (sdk, { url, key }) => {
  let sent = 0
  const counting = (...args) => {
    sent++
    return fetch(...args)
  }
  const client = new sdk.Chasqui({ url, key, fetch: counting })
  const told = [
    await outcome(sdk, () => client.ruc('20000000124')),
    await outcome(sdk, () => client.ruc('2000000012')),
    await outcome(sdk, () => client.dni('1234567')),
    await outcome(sdk, () => client.soat('AB12')),
    await outcome(sdk, () => client.tipoCambio('2026-02-30')),
    await outcome(sdk, () => client.tipoCambio({ mes: '2026-13' })),
  ]
  return { sent, fields: told.map((one) => `${one[0]} ${one[4]}`) }
}

/** Three questions of a key that may ask once a second: the waits are those that the service asks for. */
const retries = async (sdk, { url, slowKey }) => {
  const statuses = []
  const noting = async (...args) => {
    const reply = await fetch(...args)
    statuses.push([reply.status, reply.headers.get('retry-after'), performance.now()])
    return reply
  }
  const client = new sdk.Chasqui({ url, key: slowKey, fetch: noting, timeoutMs: 60_000, retries: 9 })
  for (let i = 0; i < 3; i++) await client.health()
  const refused = statuses.filter(([status]) => status === 429).length
  const early = statuses.filter(([status, seconds, at], i) => {
    const next = statuses[i + 1]
    return status === 429 && next && next[2] - at < Number(seconds) * 1000 - 5
  })
  return { refused: refused > 0, early: early.length, answered: statuses.filter(([status]) => status === 200).length }
}

/** The second answer of a remembered question: its status, whether it is whole, and whether its headers could be read. */
const remembered = async (sdk, { url, key }) => {
  const statuses = []
  const noting = async (...args) => {
    const reply = await fetch(...args)
    statuses.push(reply.status)
    return reply
  }
  const client = new sdk.Chasqui({ url, key, fetch: noting, etags: true })
  await client.sanciones('20000006786')
  const { data, meta } = await client.sanciones('20000006786')
  return { statuses, total: data.total, source: meta.fuentes[0]?.proveedor, quota: typeof meta.cuota?.restante }
}

export const exercise = async (sdk, settings) => {
  const { url, key } = settings
  return {
    methods: await methods(new sdk.Chasqui({ url, key })),
    failures: await failures(sdk, settings),
    refusals: await refusals(sdk, settings),
    retries: await retries(sdk, settings),
    remembered: await remembered(sdk, settings),
  }
}
