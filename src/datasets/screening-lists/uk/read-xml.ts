import type { Failure } from '../../../kernel/errors.ts'
import { readXmlEntries, type XmlElement } from '../xml-entries.ts'
import { addGroup, addValue, emptyEntry, GROUPS, type Group, type UkEntry } from './entry.ts'

/** Booleans that repeat what `SanctionsImposed` says, incompletely. */
const REPEATS = 'SanctionsImposedIndicators'

/** Reads the XML: each entry to `take`; the date at which it was made as it is written, and how much below the root is no entry. */
export const readUkXml = async (
  path: string,
  unreadable: (detail: string) => Failure,
  take: (entry: UkEntry) => void,
): Promise<{ generated: string; strange: number }> => {
  const root = await readXmlEntries(path, { root: 'Designations', entry: 'Designation', unreadable }, (element) => {
    const entry = emptyEntry()
    for (const child of element.children) addElement(entry, child)
    take(entry)
  })
  const [dates, others] = [root.children.filter(isDate), root.children.filter((child) => !isDate(child))]
  return { generated: dates[0]?.text.trim() ?? '', strange: others.length }
}

const isDate = ({ name }: XmlElement): boolean => name === 'DateGenerated'

const addElement = (entry: UkEntry, { name, text, children }: XmlElement): void => {
  if (name === REPEATS) return
  if (children.length === 0) return addValue(entry, name, text)
  const fields: readonly string[] | undefined = Object.hasOwn(GROUPS, name) ? GROUPS[name as Group] : undefined
  if (!fields) {
    for (const child of children) addElement(entry, child)
    return
  }
  addGroup(entry, name as Group, Object.fromEntries(children.map((child) => [child.name, child.text])))
  for (const child of children) if (!fields.includes(child.name)) addValue(entry, `${name}/${child.name}`, child.text)
}
