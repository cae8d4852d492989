// A process of its own, started with --expose-gc: asks every list, switches all of them, and prints what is still in memory.
import { setTimeout as pause } from 'node:timers/promises'

/** Every piece of shared memory made from here on: the register's image is nothing else. */
const memories: WeakRef<SharedArrayBuffer>[] = []
const Plain = SharedArrayBuffer
globalThis.SharedArrayBuffer = class extends Plain {
  constructor(bytes: number) {
    super(bytes)
    if (bytes > 0) memories.push(new WeakRef(this))
  }
} as typeof SharedArrayBuffer

const { loadConfig } = await import('../../src/config.ts')
const { openDatasets, refreshDataset } = await import('../../src/datasets/index.ts')
const { limaClock } = await import('../../src/domain/lima-time.ts')
const { amlLookup } = await import('../../src/lookups/aml.ts')
const { nombreLookup } = await import('../../src/lookups/nombre.ts')
const { rucLookup } = await import('../../src/lookups/ruc.ts')
const { sancionesLookup } = await import('../../src/lookups/sanciones.ts')
const { datasetsOf } = await import('../../src/services.ts')
const { quietLog } = await import('./word-list.ts')
const { publishLists, RUC, COMPANY } = await import('./let-go-lists.ts')

const folder = process.argv[2] as string
const clock = limaClock('2026-11-14')
const config = loadConfig({ ...publishLists(folder, 1), CHASQUI_DATA_DIR: folder, CHASQUI_DATASET_FLOOR: '1' })
const all = datasetsOf(config, clock)
const settings = { dataDir: folder, clock, log: quietLog, swapDelayMs: 0, floor: 1 }
const refreshAll = async (): Promise<void> => {
  for (const dataset of [all.padron, all.sanciones, all.us, all.un].filter((one) => one !== undefined)) {
    const { outcome } = await refreshDataset(dataset as never, settings)
    if (outcome !== 'switched') throw new Error(`${dataset.id}: ${outcome}`)
  }
}

await refreshAll()
memories.length = 0
const { mirrors, close } = await openDatasets(all, { ...settings, refresh: 'off', pollMs: 20 })
const { padron, sanciones, us, un } = mirrors
const taxpayers = {
  register: padron,
  sources: { answering: () => [] },
  clock,
  agentes: mirrors.agentes,
  ssco: mirrors.ssco,
}
const [ruc, nombre] = [rucLookup(taxpayers), nombreLookup(taxpayers)]
const [aml, list] = [amlLookup({ us, un, clock }), sancionesLookup({ list: sanciones, clock })]

/** Twice, so that the answers are remembered. They are held as a server holds them while it writes them out. */
const answers: unknown[] = []
for (let turn = 0; turn < 2; turn++) {
  answers.push(await ruc({ numero: RUC }), await nombre({ q: COMPANY } as never), await list({ nombre: COMPANY }))
  answers.push(aml({ nombre: COMPANY }), aml({ nombre: COMPANY, detalle: '1' }))
}

const readers = Object.entries({ padron, sanciones, us, un }).map(
  ([id, mirror]) => [id, new WeakRef(mirror?.current() as object)] as const,
)
const matchers = [us, un].map((mirror) => new WeakRef(mirror?.current()?.matcher as object))
const image = memories.splice(0)
publishLists(folder, 2)
await refreshAll()
memories.length = 0

const heldNow = (): string[] => [
  ...readers.filter(([, reader]) => reader.deref()).map(([id]) => `reader of ${id}`),
  ...matchers.filter((matcher) => matcher.deref()).map(() => 'matcher of a screening list'),
  ...(image.some((memory) => memory.deref()) ? ['memory of the register'] : []),
]
// The mirrors look at the disk every 20 ms; nobody asks anything meanwhile.
for (let turn = 0; turn < 100 && heldNow().length > 0; turn++) {
  await pause(50)
  ;(globalThis as { gc?: () => void }).gc?.()
}
console.log(JSON.stringify({ pieces: image.length, held: heldNow(), answers: answers.length }))
await close()
