import { BackgroundBuilder } from '../../src/datasets/padron/indexing/background-builder.ts'
import { openRegister } from '../../src/datasets/padron/open-register.ts'

// Runs in a process of its own, so that its peak memory is the build's and nothing else's.
const [zip = '', dir = ''] = process.argv.slice(2)
const started = performance.now()
const phases: Record<string, number> = {}
let [phase, since] = ['parse', started]
const builder = new BackgroundBuilder(dir, new AbortController().signal, (name) => {
  if (name === phase) return
  phases[phase] = performance.now() - since
  phase = name
  since = performance.now()
})
const parsed = await builder.parse(zip)
const built = await builder.build(null)
const builtMs = performance.now() - started
const facts = { edicion: '2026-11-15', filas: built.rows, sha256: '', cargado: '' }
const register = await openRegister(dir, facts)
await register.searchNames({ text: 'QUISPE', persons: 20, companies: 20 })
const servingMs = performance.now() - started
await register.close()
process.send?.({ builtMs, servingMs, phases, parsed, built, peakRssMb: process.resourceUsage().maxRSS / 1024 })
