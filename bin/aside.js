// Folders that are made aside and then renamed, so that nobody ever sees half of one. A stamp in them says of what they were made.
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

const stampOf = (folder) => join(folder, '.stamp')

/** SHA-256 of files and folders of `root`, tests left out. */
export const sumOf = (root, names) => {
  const hash = createHash('sha256')
  const add = (path) => {
    if (fs.statSync(path).isDirectory()) for (const name of fs.readdirSync(path).sort()) add(join(path, name))
    else if (!path.endsWith('.test.ts')) hash.update(relative(root, path)).update(fs.readFileSync(path))
  }
  for (const name of names) add(join(root, name))
  return hash.digest('hex')
}

export const isMadeOf = (folder, sum) =>
  fs.existsSync(stampOf(folder)) && fs.readFileSync(stampOf(folder), 'utf8') === sum

/** Puts the folder that `fill` fills, or the part of it that it returns, in the place of `folder`. Made in `home`, on the same disk. */
export const makeFolder = async (home, folder, sum, fill) => {
  const aside = fs.mkdtempSync(join(home, 'aside-'))
  try {
    const next = join(aside, 'next')
    fs.mkdirSync(next)
    const made = (await fill(next)) ?? next
    fs.writeFileSync(stampOf(made), sum)
    fs.mkdirSync(dirname(folder), { recursive: true })
    if (fs.existsSync(folder)) fs.renameSync(folder, join(aside, 'old'))
    fs.renameSync(made, folder)
    return folder
  } finally {
    await remove(aside)
  }
}

/** Without its stamp nobody takes half of it for a whole one. */
export const discard = (folder) => {
  fs.rmSync(stampOf(folder), { force: true })
  return remove(folder)
}

/** Shows until this process ends that it uses a folder. Needs no permission to write, and nobody has to clean up. */
export const hold = (folder) => {
  if (fs.existsSync(stampOf(folder))) fs.openSync(stampOf(folder))
}

/** Removes what interrupted commands left in `home`. */
export const removeLeftovers = async (home) => {
  for (const name of fs.readdirSync(home)) if (name.startsWith('aside-')) await remove(join(home, name))
}

// What a killed command's programs still write is left to whoever comes next.
const remove = (path) => rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
