const [, , name = '', ...args] = process.argv
const BENCHES: Record<string, () => Promise<{ run(args: string[]): Promise<void> }>> = {
  http: () => import('./http.ts'),
  sanciones: () => import('./sanciones.ts'),
  register: () => import('./register.ts'),
  screening: () => import('./screening.ts'),
}

const bench = BENCHES[name]
if (!bench) {
  process.stderr.write(`usage: npm run bench -- ${Object.keys(BENCHES).join(' | ')}\n`)
  process.exit(2)
}
await (await bench()).run(args)
