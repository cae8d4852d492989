import { type Options, type Params, SingleBar } from 'cli-progress'
import { numberText } from '../render/forms.ts'

export interface ProgressBar {
  report(phase: string, done: number, total?: number): void
  stop(): void
}

const LABELS: Record<string, string> = {
  fetch: 'Descargando',
  files: 'Descargando',
  verify: 'Comprobando',
  read: 'Leyendo',
  parse: 'Leyendo',
  build: 'Construyendo',
  rank: 'Ordenando las filas',
  words: 'Ordenando las palabras',
  names: 'Escribiendo los nombres',
  types: 'Leyendo los tipos',
  postings: 'Construyendo el índice',
  done: 'Terminando el índice',
  history: 'Comparando con la edición anterior',
  open: 'Abriendo',
  switch: 'Cambiando',
  point: 'Cambiando',
  sweep: 'Limpiando',
  rows: 'Revisando',
}

/** Phases that count bytes, and those that only say which step of the work runs. All others count pieces. */
const IN_BYTES = new Set(['fetch', 'read', 'types'])
const STEPS = new Set(['rank', 'words', 'names', 'postings', 'done'])
const BAR = 24
const LEAST_BAR = 8

const count = (value: number): string => numberText(Math.round(value))
const size = (bytes: number): string => `${numberText(bytes / 1e6, 1)} MB`

/** How far a phase is, and since when. `first` is what was done when it began: a download may go on from an earlier one. */
export interface PhaseProgress {
  phase: string
  done: number
  total?: number | undefined
  first?: number
  seconds: number
}

/**
 * One line with the phase, the progress and the speed, no longer than `width`: the bar shrinks first, then speed and amounts
 * are left out.
 */
export const progressLine = (
  { phase, done, total, first = 0, seconds }: PhaseProgress,
  width = Number.POSITIVE_INFINITY,
): string => {
  const label = LABELS[phase] ?? 'Procesando'
  const elapsed = seconds >= 1 ? `${Math.floor(seconds)} s` : ''
  // A step has no measure of its own: a share of the steps would stand still for most of the time.
  if (STEPS.has(phase)) return shorten([label, elapsed], width)
  const show = IN_BYTES.has(phase) ? size : count
  // All was handed over: what is still worked on has no measure, and a speed would only sink.
  const isHandedOver = total !== undefined && done >= total
  const speed = done > first && seconds > 0.2 && !isHandedOver ? `${show((done - first) / seconds)}/s` : ''
  if (!total) return shorten([label, done > 0 ? show(done) : elapsed, speed], width)
  const percent = `${String(Math.min(100, Math.floor((100 * done) / total))).padStart(3)} %`
  const left =
    phase === 'rows' && speed !== '' ? ` faltan ${durationText(((total - done) * seconds) / (done - first))}` : ''
  const parts = [percent, ` ${show(done)} / ${show(total)}`, speed && ` ${speed}`, left]
  const room = width - shorten([label.padEnd(13), ...parts], Number.POSITIVE_INFINITY).length - 1
  if (room < LEAST_BAR) return shorten([label, ...parts], width)
  const cells = Math.min(BAR, room)
  const filled = Math.min(cells, Math.round((cells * done) / total))
  return shorten([label.padEnd(13), `${'█'.repeat(filled)}${'░'.repeat(cells - filled)}`, ...parts], width)
}

/** `45 s`, `2 min 5 s`, `1 h 20 min`. */
const durationText = (seconds: number): string => {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  const minutes = Math.floor(whole / 60)
  return minutes < 60 ? `${minutes} min ${whole % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** The parts that fit into the width, from the first on. */
const shorten = (parts: readonly string[], width: number): string => {
  let line = ''
  for (const part of parts.filter((one) => one !== '')) {
    const longer = line === '' ? part.slice(0, width) : `${line} ${part}`
    if (longer.length > width) break
    line = longer
  }
  return line.trimEnd()
}

/** A progress bar on the error stream; nothing is printed when that is no terminal. */
export const openProgressBar = (name: string, stream: NodeJS.WriteStream = process.stderr): ProgressBar => {
  if (!stream.isTTY) return { report: () => {}, stop: () => {} }
  let startedMs = performance.now()
  let progress: Omit<PhaseProgress, 'seconds'> = { phase: '', done: 0 }
  const line = (_options: Options, _params: Params): string => {
    const seconds = (performance.now() - startedMs) / 1000
    // The last column stays free: some terminals wrap when it is written.
    const width = (stream.columns ?? 80) - 1
    return shorten([name.padEnd(9), progressLine({ ...progress, seconds }, width - 10)], width)
  }
  const bar = new SingleBar({ stream, format: line, clearOnComplete: true, hideCursor: true, fps: 10 })
  bar.start(1, 0)
  return {
    report(phase, done, total) {
      // A phase is announced with nothing done. What its first real report says was done before it began.
      const isAnnounced = progress.done === 0 && progress.total === undefined
      // Less than before: the next file of the same phase.
      const begins = phase !== progress.phase || isAnnounced || done < progress.done
      if (begins) startedMs = performance.now()
      progress = { phase, done, total, first: begins ? done : (progress.first ?? 0) }
      bar.update(0)
    },
    stop: () => bar.stop(),
  }
}
