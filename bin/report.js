// What the commands say before Chasqui itself runs.

export const print = (line) => process.stderr.write(`${line}\n`)

/** A reason to stop that is told in one line, without a stack. */
export class Refusal extends Error {}

const NOT_WRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'EBUSY', 'EXDEV', 'EIO'])

/** Errors of the file system that an operator can do something about, as a line that says what. */
export const asRefusal = (error, root) => {
  if (error instanceof Refusal || !NOT_WRITABLE.has(error?.code)) return error
  return new Refusal(
    `Chasqui no está preparado y no se puede escribir en ${root} (${error.code}). ` +
      'Ejecute allí «npm run build» con un usuario que pueda escribir y repita la orden.',
  )
}
