import { type Options, type Params, SingleBar } from 'cli-progress'

export interface ProgressBar {
  report(phase: string, done: number, total?: number): void
  stop(): void
}

const LABELS: Record<string, string> = {
  fetch: 'Descargando',
  verify: 'Comprobando',
  read: 'Leyendo',
  parse: 'Leyendo',
  build: 'Construyendo',
  open: 'Abriendo',
  switch: 'Cambiando',
  point: 'Cambiando',
  sweep: 'Limpiando',
}

// Phases that count bytes; the others count rows.
const IN_BYTES = new Set(['fetch', 'read'])

const count = (value: number): string => Math.round(value).toLocaleString('es-PE')
const size = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

/** One line with the phase, the progress and the speed: bytes while a file is fetched or read, rows afterwards. */
export const progressLine = (phase: string, done: number, total: number | undefined, seconds: number): string => {
  const show = IN_BYTES.has(phase) ? size : count
  const label = (LABELS[phase] ?? phase).padEnd(13)
  const speed = done > 0 && seconds > 0.2 ? `${show(done / seconds)}/s` : ''
  if (!total) return `${label} ${done > 0 ? show(done) : ''} ${speed}`.trimEnd()
  const filled = Math.min(24, Math.round((24 * done) / total))
  const percent = String(Math.min(100, Math.floor((100 * done) / total))).padStart(3)
  return `${label} ${'█'.repeat(filled)}${'░'.repeat(24 - filled)} ${percent} %  ${show(done)} / ${show(total)}  ${speed}`.trimEnd()
}

/** A progress bar on the error stream; nothing is printed when that is no terminal. */
export const openProgressBar = (name: string, stream: NodeJS.WriteStream = process.stderr): ProgressBar => {
  if (!stream.isTTY) return { report: () => {}, stop: () => {} }
  let phase = ''
  let startedMs = performance.now()
  let progress: { done: number; total?: number | undefined } = { done: 0 }
  const line = (_options: Options, _params: Params): string =>
    `${name.padEnd(10)} ${progressLine(phase, progress.done, progress.total, (performance.now() - startedMs) / 1000)}`
  const bar = new SingleBar({ stream, format: line, clearOnComplete: true, hideCursor: true, fps: 10 })
  bar.start(1, 0)
  return {
    report(next, done, total) {
      if (next !== phase) startedMs = performance.now()
      phase = next
      progress = { done, total }
      bar.update(0)
    },
    stop: () => bar.stop(),
  }
}
