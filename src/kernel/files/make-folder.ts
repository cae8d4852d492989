import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder, and those above it that are missing. Node's own recursive mkdir never returns below a folder that
 * refuses new entries with ENOENT, as `/proc` does: it takes that for a missing parent.
 */
export const makeFolder = (path: string): void => {
  try {
    mkdirSync(path)
  } catch (error) {
    if (isFolder(path)) return
    const parent = dirname(path)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || isFolder(parent) || parent === path) throw error
    makeFolder(parent)
    makeFolder(path)
  }
}

const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
