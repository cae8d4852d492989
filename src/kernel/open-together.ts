/** Something that is closed after use, or nothing. */
type Closable = { close(): unknown } | null

/** Notes what was opened, and gives it back. */
type Keep = <One extends Closable>(one: One) => One

/** Opens things that belong together: they are closed together, the last one first, also when one of them cannot be opened. */
export const openTogether = async <Opened extends object>(
  open: (keep: Keep) => Promise<Opened>,
): Promise<Opened & { close(): Promise<void> }> => {
  const kept = new AsyncDisposableStack()
  const keep: Keep = (one) => kept.adopt(one, async (opened) => void (await opened?.close()))
  try {
    return { ...(await open(keep)), close: () => kept.disposeAsync() }
  } catch (error) {
    await kept.disposeAsync()
    throw error
  }
}
