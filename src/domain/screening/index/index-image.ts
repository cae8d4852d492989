import type { ListedParty } from '../party.ts'
import { factsOf } from '../words/lexicon.ts'
import type { NameIndex } from './name-index.ts'

/** An index as sections of bytes, and what tells where they belong: everything but the parties, which are read anew. */
export interface IndexImage {
  sections: Section[]
  bytes: Uint8Array[]
}

/** The place in the index, the kind of what is there, and how many bytes it takes; a number is its own value. */
type Section = [path: string, kind: keyof typeof KINDS | 'words' | 'number', size: number]

const KINDS = { Uint8Array, Uint16Array, Uint32Array, Float32Array }
const WORDS_AT_ONCE = 5_000

type Tree = { [name: string]: unknown }

export const imageOf = (index: NameIndex): IndexImage => {
  const image: IndexImage = { sections: [], bytes: [] }
  const { ids: _, byGroup: __, ...vocabulary } = index.vocabulary
  const { parties: ___, ...rest } = index
  addSections(image, '', { ...rest, vocabulary })
  return image
}

const addSections = (image: IndexImage, before: string, tree: Tree): void => {
  for (const [name, value] of Object.entries(tree)) {
    const path = before + name
    if (typeof value === 'number') image.sections.push([path, 'number', value])
    else if (ArrayBuffer.isView(value)) {
      const kind = value.constructor.name as keyof typeof KINDS
      addBytes(image, path, kind, new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
    } else if (Array.isArray(value)) addBytes(image, path, 'words', new TextEncoder().encode(value.join('\n')))
    else addSections(image, `${path}.`, value as Tree)
  }
}

const addBytes = (image: IndexImage, path: string, kind: Section[1], bytes: Uint8Array): void => {
  image.sections.push([path, kind, bytes.length])
  image.bytes.push(bytes)
}

/** Where the next section begins: numbers are read in place, so each begins where any of them may. */
export const afterSection = (at: number): number => Math.ceil(at / 8) * 8

/** Puts an index together again in small steps; its numbers are read where they lie in `bytes`. */
export function* indexFromImage(
  sections: readonly Section[],
  bytes: Uint8Array<ArrayBuffer>,
  parties: readonly ListedParty[],
): Generator<void, NameIndex> {
  const tree: Tree = { parties }
  let at = 0
  for (const [path, kind, size] of sections) {
    if (kind === 'number') {
      plant(tree, path, size)
      continue
    }
    const start = bytes.byteOffset + at
    if (kind === 'words') {
      plant(tree, path, new TextDecoder().decode(bytes.subarray(at, at + size)).split('\n'))
      yield
    } else plant(tree, path, new KINDS[kind](bytes.buffer, start, size / KINDS[kind].BYTES_PER_ELEMENT))
    at = afterSection(at + size)
  }
  const index = tree as unknown as NameIndex
  yield* addMaps(index)
  return index
}

const plant = (tree: Tree, path: string, value: unknown): void => {
  const names = path.split('.')
  const last = names.pop() as string
  let node = tree
  for (const name of names) {
    // Only what is its own: a path of the file must not lead into what all objects share.
    if (!Object.hasOwn(node, name)) node[name] = {}
    node = node[name] as Tree
  }
  node[last] = value
}

function* addMaps({ vocabulary }: NameIndex): Generator<void, void> {
  vocabulary.ids = new Map()
  vocabulary.byGroup = new Map()
  for (const [id, word] of vocabulary.words.entries()) {
    if (id % WORDS_AT_ONCE === 0) yield
    vocabulary.ids.set(word, id)
    fileByGroup(vocabulary.byGroup, factsOf(word).group, id)
  }
}

/** Words that no table knows have no group. */
export const fileByGroup = (byGroup: Map<number, number[]>, group: number, id: number): void => {
  if (group === 0) return
  const known = byGroup.get(group)
  if (known) known.push(id)
  else byGroup.set(group, [id])
}
