// What the commands say before Chasqui itself runs.

export const print = (line) => process.stderr.write(`${line}\n`)

/** A reason to stop that is told in one line, without a stack. */
export class Refusal extends Error {}

const NOT_WRITABLE = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOSPC',
  'EDQUOT',
  'ENOTDIR',
  'EEXIST',
  'EBUSY',
  'EXDEV',
  'EIO',
])

/** True for errors of the file system that an operator can do something about. */
export const isNotWritable = (error) => NOT_WRITABLE.has(error?.code)
