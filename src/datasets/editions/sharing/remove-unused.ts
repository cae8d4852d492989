import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { editionOf, MANIFEST_FILE, type Manifest, type PublishedFile } from './manifest.ts'

/** The names that a publisher gives: `<checksum>-<name>`, and those of files not yet finished. */
const OWN_NAME = /^[0-9a-f]{64}-|^[0-9a-f-]{36}\.tmp$/
const OWN_MANIFEST = new RegExp(`^${MANIFEST_FILE.replace('.', '\\.')}\\.[0-9a-f-]{36}\\.tmp$`)

/**
 * Removes what no reader needs any more: files of neither the edition offered nor the one before it, and what a killed
 * publisher left. Only under the publishers' lock, and never a file whose name is not of a publisher's making.
 */
export const removeUnused = async (
  folder: string,
  manifest: Manifest,
  datasets: readonly { id: string }[],
): Promise<void> => {
  for (const { id } of datasets) {
    const kept = new Set(filesOf(manifest, id).map(({ path }) => path))
    for (const name of await readdir(join(folder, id)).catch(() => []))
      if (OWN_NAME.test(name) && !kept.has(`${id}/${name}`)) await rm(join(folder, id, name), { force: true })
  }
  for (const name of await readdir(folder)) if (OWN_MANIFEST.test(name)) await rm(join(folder, name), { force: true })
}

const filesOf = (manifest: Manifest, id: string): PublishedFile[] => {
  const entry = editionOf(manifest, id)
  return entry ? [...entry.files, ...(entry.previous?.files ?? [])] : []
}
