import type { ListedParty } from '../party.ts'
import type { NameIndex } from './name-index.ts'
import { WordTable } from './word-table.ts'

/** An index as sections of bytes with a table of contents; all but the parties, which have a file of their own. */
export interface IndexImage {
  sections: Section[]
  bytes: Uint8Array[]
}

/** The property of the index, what kind of value it is, and its size in bytes; of a number, the number itself. */
type Section = [path: string, kind: keyof typeof KINDS | 'number', size: number]

const KINDS = { Uint8Array, Uint16Array, Uint32Array, Float32Array }

type Tree = { [name: string]: unknown }

export const imageOf = (index: NameIndex): IndexImage => {
  const image: IndexImage = { sections: [], bytes: [] }
  const { parties: _, ...rest } = index
  addSections(image, '', rest)
  return image
}

const addSections = (image: IndexImage, prefix: string, tree: Tree): void => {
  for (const [name, value] of Object.entries(tree)) {
    const path = prefix + name
    if (typeof value === 'number') image.sections.push([path, 'number', value])
    else if (ArrayBuffer.isView(value)) {
      const kind = value.constructor.name as keyof typeof KINDS
      addBytes(image, path, kind, new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
    } else addSections(image, `${path}.`, value as Tree)
  }
}

const addBytes = (image: IndexImage, path: string, kind: Section[1], bytes: Uint8Array): void => {
  image.sections.push([path, kind, bytes.length])
  image.bytes.push(bytes)
}

/** Where the next section starts: at a multiple of 8, so that typed arrays can be laid over the bytes of the file. */
export const afterSection = (at: number): number => Math.ceil(at / 8) * 8

/** Puts an index together again; its arrays are views of `bytes`. */
export const indexFromImage = (
  sections: readonly Section[],
  bytes: Uint8Array<ArrayBuffer>,
  parties: readonly ListedParty[],
): NameIndex => {
  const tree: Tree = { parties }
  let at = 0
  for (const [path, kind, size] of sections) {
    if (kind === 'number') {
      setPath(tree, path, size)
      continue
    }
    const length = size / KINDS[kind].BYTES_PER_ELEMENT
    setPath(tree, path, new KINDS[kind](bytes.buffer, bytes.byteOffset + at, length))
    at = afterSection(at + size)
  }
  const index = tree as unknown as NameIndex
  const { terms, sounds, consonants } = index.vocabulary
  Object.assign(index.vocabulary, { terms: wordsOf(terms), sounds: wordsOf(sounds), consonants: wordsOf(consonants) })
  return index
}

const wordsOf = ({ bytes, starts }: Pick<WordTable, 'bytes' | 'starts'>): WordTable => new WordTable(bytes, starts)

const setPath = (tree: Tree, path: string, value: unknown): void => {
  const names = path.split('.')
  const last = names.pop() as string
  let node = tree
  for (const name of names) {
    // Own properties only: a path in the file must not reach the prototype of all objects.
    if (!Object.hasOwn(node, name)) node[name] = {}
    node = node[name] as Tree
  }
  node[last] = value
}
