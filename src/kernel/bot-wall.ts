/**
 * Bot walls: pages that stand in place of an answer. Every pattern by which we know one is in this file.
 * `captcha`: a person is asked to prove being one. `firewall`: the request was rejected without a reason.
 */
type Wall = 'captcha' | 'firewall'

// Imperva's and Cloudflare's own signs. They also stand on ordinary pages into which these products inject a script.
const IMPERVA = '_incapsula_resource|visid_incap|request unsuccessful'
const CLOUDFLARE = 'just a moment|challenges\\.cloudflare\\.com'
const WIDGETS = 'cf-turnstile|cf-chl|cf_chl_|g-recaptcha|grecaptcha\\.execute|data-sitekey|h-?captcha'

// Only wall pages carry these.
const UNMISTAKABLE = /incapsula incident|cf_chl_|cf-chl|<title>\s*(?:just a moment|attention required! \| cloudflare)/i

const SIGNS = new RegExp(`${IMPERVA}|${CLOUDFLARE}|${WIDGETS}`, 'i')
const SHORT_PAGE_SIGNS = new RegExp(`${IMPERVA}|${CLOUDFLARE}`, 'i')
const IMPERVA_SIGNS = new RegExp(`${IMPERVA}|incapsula incident`, 'i')
const REJECTED = /request(?:ed url was)? rejected/i
const REFUSING_STATUSES = new Set([401, 403, 405, 406, 429, 503])

// A wall shows a sentence or two; the shortest record page shows more.
const SHORT_PAGE = 400
// No wall is larger, so a larger page need not be searched.
const MAX_WALL = 262_144

/** How many characters of an HTML page a visitor sees, counted in one pass and only a little past `limit`. */
export const visibleLength = (page: string, limit = Number.POSITIVE_INFINITY): number => {
  const html = page.toLowerCase()
  let seen = 0
  let at = 0
  while (at < html.length && seen <= limit) {
    const open = html.indexOf('<', at)
    seen += html
      .slice(at, open < 0 ? html.length : open)
      .replace(/\s+/g, ' ')
      .trim().length
    if (open < 0) break
    const hidden = /^<(!--|script|style|title|noscript)/.exec(html.slice(open, open + 9))?.[1]
    const closer = hidden === '!--' ? '-->' : hidden ? `</${hidden}` : '>'
    const close = html.indexOf(closer, open)
    // An element that never ends hides the rest of the page.
    if (close < 0) break
    at = hidden && hidden !== '!--' ? close : close + closer.length
  }
  return seen
}

// A record is never a wall: a company may be called like one of the signs.
const isJson = (text: string): boolean => /^[\s\ufeff]*["[{]/.test(text.slice(0, 1024))

/** A sentence or two, without data and without a form. */
const isShortPage = (text: string): boolean =>
  !/<(?:table|input|select)\b/i.test(text) && visibleLength(text, SHORT_PAGE) <= SHORT_PAGE

/**
 * A page that is a wall and nothing else, whatever the source and the status. A page that merely mentions a captcha
 * product passes, because a search form may carry a widget: there the source decides (`asksForChallenge`).
 */
export const recogniseWall = (status: number, headers: Record<string, string>, text: string): Wall | null => {
  if (headers['cf-mitigated'] === 'challenge') return 'captcha'
  if (text.length > MAX_WALL || isJson(text)) return null
  if (UNMISTAKABLE.test(text)) return 'captcha'
  if (REFUSING_STATUSES.has(status) && SIGNS.test(text)) return 'captcha'
  if (!isShortPage(text)) return null
  if (SHORT_PAGE_SIGNS.test(text)) return 'captcha'
  return REJECTED.test(text) ? 'firewall' : null
}

/** For a source that found neither a record nor a list: does the page ask for a proof of being human? */
export const asksForChallenge = (text: string): boolean =>
  SIGNS.test(text) || (/captcha/i.test(text) && /ingrese el c(?:ó|o|&oacute;)digo/i.test(text))

/** A page in place of JSON that asks for a proof of being human. */
export const isChallengeForJson = (accept: string, text: string): boolean =>
  accept.startsWith('application/json') && /^[\s\ufeff]*</.test(text) && asksForChallenge(text)

/** For a source whose pages are never injected into: one sign of Imperva is enough. */
export const hasImpervaSign = (text: string): boolean => IMPERVA_SIGNS.test(text)

/** The sentence of a firewall that rejected the request. */
export const saysRejected = (text: string): boolean => REJECTED.test(text)

/** For a refusal in the source's own words: does it name a captcha? */
export const namesCaptcha = (text: string): boolean => /captcha|turnstile/i.test(text)

/** For a web page in place of a file: does it ask for a verification? */
export const namesVerification = (text: string): boolean => /captcha|robot|verif/i.test(text)
