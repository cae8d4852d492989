const BATCH_CHARACTERS = 65_536
const FLUSH_MS = 200

interface BatchedLines {
  write(line: string): void
  /** Sends what is not sent yet. */
  flush(): void
}

/** Collects the lines of a thread's log: one thread alone writes to the output, so that lines are never mixed. */
export const batchedLines = (send: (lines: string) => void): BatchedLines => {
  let lines: string[] = []
  let characters = 0
  let timer: NodeJS.Timeout | null = null
  const flush = (): void => {
    if (timer) clearTimeout(timer)
    timer = null
    if (lines.length === 0) return
    const text = lines.join('')
    lines = []
    characters = 0
    send(text)
  }
  return {
    write: (line) => {
      lines.push(line)
      characters += line.length
      if (characters >= BATCH_CHARACTERS) flush()
      else timer ??= setTimeout(flush, FLUSH_MS).unref()
    },
    flush,
  }
}
