import { write } from 'node:fs'

const BUFFER_CHARACTERS = 65_536
const FLUSH_MS = 200
const RETRY_MS = 20
// When nobody reads our output any more, lines are dropped rather than kept for ever.
const UNREAD_CHARACTERS = 8 * 1024 * 1024

/** Lines written behind the back of whoever says them: joined, one write at a time, never waiting for the reader. */
export interface BufferedOutput {
  write(line: string): void
  /** Calls back when everything said so far is written, or cannot be. */
  flush(done?: () => void): void
}

export const bufferedOutput = (fd: number): BufferedOutput => {
  let lines: string[] = []
  let waiting = 0
  let unwritten: Buffer | null = null
  let flushed: (() => void)[] = []
  let timer: NodeJS.Timeout | null = null

  const finish = (): void => {
    unwritten = null
    if (lines.length > 0 && (flushed.length > 0 || waiting >= BUFFER_CHARACTERS)) return start()
    const done = flushed
    flushed = []
    for (const call of done) call()
  }

  const push = (): void => {
    write(fd, unwritten as Buffer, (error, written) => {
      // A pipe whose reader is slow says so; anything else will not get better.
      if (error?.code === 'EAGAIN') return void setTimeout(push, RETRY_MS)
      if (error) return finish()
      const rest = (unwritten as Buffer).subarray(written)
      if (rest.length === 0) return finish()
      unwritten = rest
      push()
    })
  }

  const start = (): void => {
    if (timer) clearTimeout(timer)
    timer = null
    unwritten = Buffer.from(lines.join(''))
    lines = []
    waiting = 0
    push()
  }

  return {
    write(line) {
      if (waiting > UNREAD_CHARACTERS) return
      lines.push(line)
      waiting += line.length
      if (unwritten) return
      if (waiting >= BUFFER_CHARACTERS) start()
      else timer ??= setTimeout(start, FLUSH_MS).unref()
    },
    flush(done = () => {}) {
      flushed.push(done)
      if (!unwritten) lines.length > 0 ? start() : finish()
    },
  }
}
