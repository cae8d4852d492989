// `npm run bench -- <name>`: one script per question.
const [, , name = '', ...args] = process.argv
const BENCHES: Record<string, () => Promise<{ run(args: string[]): Promise<void> }>> = {
  batches: () => import('./batches/run.ts'),
  history: () => import('./history/run.ts'),
  http: () => import('./http/run.ts'),
  people: () => import('./people.ts'),
  purchases: () => import('./purchases.ts'),
  sanciones: () => import('./sanciones.ts'),
  register: () => import('./register/run.ts'),
  screening: () => import('./screening/run.ts'),
  soak: () => import('./soak/run.ts'),
  suppliers: () => import('./suppliers.ts'),
  store: () => import('./store.ts'),
  watch: () => import('./watch/run.ts'),
  wire: () => import('./wire/run.ts'),
}

const bench = BENCHES[name]
if (!bench) {
  process.stderr.write(`usage: npm run bench -- ${Object.keys(BENCHES).join(' | ')}\n`)
  process.exit(2)
}
await (await bench()).run(args)
