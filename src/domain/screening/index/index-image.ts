import type { ListedParty } from '../party.ts'
import { factsOf } from '../words/lexicon.ts'
import type { NameIndex } from './name-index.ts'
import { addToGroup } from './vocabulary.ts'

/** An index as sections of bytes with a table of contents; all but the parties, which have a file of their own. */
export interface IndexImage {
  sections: Section[]
  bytes: Uint8Array[]
}

/** The property of the index, what kind of value it is, and its size in bytes; of a number, the number itself. */
type Section = [path: string, kind: keyof typeof KINDS | 'words' | 'number', size: number]

const KINDS = { Uint8Array, Uint16Array, Uint32Array, Float32Array }
const TERMS_PER_STEP = 5_000

type Tree = { [name: string]: unknown }

export const imageOf = (index: NameIndex): IndexImage => {
  const image: IndexImage = { sections: [], bytes: [] }
  const { termIds: _, termsByGroup: __, ...vocabulary } = index.vocabulary
  const { parties: ___, ...rest } = index
  addSections(image, '', { ...rest, vocabulary })
  return image
}

const addSections = (image: IndexImage, prefix: string, tree: Tree): void => {
  for (const [name, value] of Object.entries(tree)) {
    const path = prefix + name
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

/** Where the next section starts: at a multiple of 8, so that typed arrays can be laid over the bytes of the file. */
export const afterSection = (at: number): number => Math.ceil(at / 8) * 8

/** Puts an index together again in small steps; its arrays are views of `bytes`. */
export function* indexFromImage(
  sections: readonly Section[],
  bytes: Uint8Array<ArrayBuffer>,
  parties: readonly ListedParty[],
): Generator<void, NameIndex> {
  const tree: Tree = { parties }
  let at = 0
  for (const [path, kind, size] of sections) {
    if (kind === 'number') {
      setPath(tree, path, size)
      continue
    }
    if (kind === 'words') {
      setPath(tree, path, new TextDecoder().decode(bytes.subarray(at, at + size)).split('\n'))
      yield
    } else {
      const length = size / KINDS[kind].BYTES_PER_ELEMENT
      setPath(tree, path, new KINDS[kind](bytes.buffer, bytes.byteOffset + at, length))
    }
    at = afterSection(at + size)
  }
  const index = tree as unknown as NameIndex
  yield* addMaps(index)
  return index
}

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

function* addMaps({ vocabulary }: NameIndex): Generator<void, void> {
  vocabulary.termIds = new Map()
  vocabulary.termsByGroup = new Map()
  for (const [termId, term] of vocabulary.terms.entries()) {
    if (termId % TERMS_PER_STEP === 0) yield
    vocabulary.termIds.set(term, termId)
    addToGroup(vocabulary.termsByGroup, factsOf(term).group, termId)
  }
}
