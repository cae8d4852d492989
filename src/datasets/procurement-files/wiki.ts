import { Failure } from '../../kernel/errors.ts'
import { AbsentFile, isAbsent } from '../../kernel/files/absent-file.ts'
import { readSmallFile } from '../../kernel/files/small-file.ts'

// The agency's files are attachments of public wiki pages.

/** The pages that have held each file: its own first. */
const PAGES = { sanctions: '106889269', courts: '106889261', people: '106889267' } as const
const OWN_PAGE: Readonly<Record<string, keyof typeof PAGES>> = {
  'sancionados.csv': 'sanctions',
  'inhabilitaciones_judiciales.csv': 'courts',
}

const MOST_LISTINGS = 100
const MAX_BYTES = 8_000_000
const DEADLINE_MS = 90_000

interface Asking {
  /** The wiki's address, which ends in `/wiki`. */
  base: string
  userAgent: string
  signal: AbortSignal
}

interface Listing {
  results?: { title?: unknown; _links?: { download?: unknown } }[]
  _links?: { next?: unknown }
}

/** Whether an address is that of the wiki, and not of a file or a folder of files. */
export const isWiki = (from: string): boolean => /^https?:\/\/[^/?#]+\/wiki\/*$/i.test(from)

/** The address of an attachment by its exact title: on its own page, then on the others. */
export const findAttachment = async (asking: Asking, title: string): Promise<string> => {
  const own = PAGES[OWN_PAGE[title] ?? 'people']
  for (const page of [own, ...Object.values(PAGES).filter((other) => other !== own)]) {
    const links = await linksTo(asking, page, title)
    if (links.length > 1)
      throw changed(`La página del OECE tiene ${links.length} archivos con el nombre ${title}`, 'title twice')
    if (links[0] !== undefined) return links[0]
  }
  throw new AbsentFile('missing', 'upstream-changed', `Las páginas del OECE no tienen el archivo ${title}`, {
    detail: 'no such title',
  })
}

const changed = (mensaje: string, detail: string): Failure => new Failure('upstream-changed', mensaje, { detail })

/** The links of the attachments of a page that have this title. A page that does not exist has none. */
const linksTo = async (asking: Asking, page: string, title: string): Promise<string[]> => {
  const links: string[] = []
  const seen = new Set<string>()
  let next: string | null = `${asking.base}/rest/api/content/${page}/child/attachment?limit=50`
  while (next !== null) {
    if (seen.has(next) || seen.size >= MOST_LISTINGS)
      throw changed('La lista de archivos del OECE no termina', `${seen.size} listings`)
    const isFirst = seen.size === 0
    seen.add(next)
    const listing: Listing | null = await readListing(asking, next, isFirst)
    for (const one of listing?.results ?? [])
      if (one.title === title) links.push(onWiki(asking.base, one._links?.download))
    const following = listing?._links?.next
    next = following === undefined || following === null ? null : onWiki(asking.base, following)
  }
  return links
}

const readListing = async ({ userAgent, signal }: Asking, from: string, mayBeMissing: boolean) => {
  const rules = { maxBytes: MAX_BYTES, deadlineMs: DEADLINE_MS, sameHost: true, userAgent, signal }
  try {
    const read = await readSmallFile({ from, ...rules })
    return read === 'unchanged' ? null : parseListing(read.text)
  } catch (error) {
    if (mayBeMissing && isAbsent(error)) return null
    throw error
  }
}

const parseListing = (text: string): Listing => {
  if (/^\s*</.test(text))
    throw new Failure('upstream-blocked', 'El OECE pide iniciar sesión o entrega una página en lugar de sus archivos', {
      detail: 'html page',
    })
  try {
    const listing = JSON.parse(text) as Listing | null
    if (Array.isArray(listing?.results) && listing.results.every((one) => typeof one?.title === 'string'))
      return listing
  } catch {
    // Told below.
  }
  throw changed('La lista de archivos del OECE cambió de forma', 'no results')
}

/** A link of a listing as an address. Only those of the wiki's own host are followed. */
const onWiki = (base: string, link: unknown): string => {
  const wiki = new URL(base)
  const context = wiki.pathname.replace(/\/+$/, '')
  const text = typeof link === 'string' ? link : ''
  const isBelowWiki = text.startsWith('/') && !text.startsWith('//') && !text.startsWith(`${context}/`)
  const address = URL.parse(isBelowWiki ? `${base}${text}` : text, base)
  if (text === '' || address?.origin !== wiki.origin)
    throw changed('La lista de archivos del OECE remite a otro servidor', 'link to another host')
  return address.href
}
