import { oneSpaced } from '../names.ts'

/** One element of an entry that has a meaning as a whole (an alias, an address), or a plain value. */
export interface UnElement {
  name: string
  /** The text of the element itself; empty when it has parts. */
  text: string
  /** The elements inside, in order. Those without text are left out. */
  parts: [name: string, text: string][]
}

/** One entry as it stands in the document: every element with its path below the entry, in the order they close. */
export interface UnRecord {
  kind: 'INDIVIDUAL' | 'ENTITY'
  fields: [path: string, value: string][]
}

export const isRecord = (element: string): element is UnRecord['kind'] =>
  element === 'INDIVIDUAL' || element === 'ENTITY'

/** The elements of an entry with what is inside them. */
export const elementsOf = ({ fields }: UnRecord): UnElement[] => {
  const elements: UnElement[] = []
  let parts: UnElement['parts'] = []
  for (const [path, value] of fields) {
    const text = oneSpaced(value)
    const slash = path.indexOf('/')
    if (slash < 0) {
      elements.push({ name: path, text, parts })
      parts = []
    } else if (text !== '') parts.push([path.slice(slash + 1), text])
  }
  return elements
}

/** The first text under a name, or nothing. */
export const partOf = ({ parts }: UnElement, name: string): string => parts.find(([one]) => one === name)?.[1] ?? ''
