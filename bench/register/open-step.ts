import { openRegister } from '../../src/datasets/padron/open-register.ts'

// Runs in a process of its own: time from open to the first answer, and memory once everything is loaded.
const [dir = ''] = process.argv.slice(2)
const started = performance.now()
const register = await openRegister(dir, { edicion: '2026-11-15', filas: 0, sha256: '', cargado: '' })
const openMs = performance.now() - started
await register.searchNames({ text: 'QUISPE MAMANI', persons: 20, companies: 20 })
const firstAnswerMs = performance.now() - started
await Promise.all(
  ['MAR', 'QUISPE MARIA', 'INVERSIONES', 'SERVICIOS GENERALES'].map((text) =>
    register.searchNames({ text, persons: 20, companies: 20 }),
  ),
)
process.send?.({ openMs, firstAnswerMs, rssMb: process.memoryUsage.rss() / 2 ** 20 })
await register.close()
