/** `captcha`: a person is asked to prove being one. `firewall`: the request was turned away without a reason. */
export type Wall = 'captcha' | 'firewall'

// Only wall pages carry these; the scripts that the same products inject into ordinary pages do not.
const UNMISTAKABLE = /incapsula incident|cf_chl_|cf-chl|<title>\s*(?:just a moment|attention required! \| cloudflare)/i

// Ordinary pages may carry these too: a widget in a form, an injected script, a cookie's name.
const SIGNS =
  /_incapsula_resource|visid_incap|request unsuccessful|just a moment|challenges\.cloudflare\.com|cf-turnstile|cf-chl|cf_chl_|g-recaptcha|grecaptcha\.execute|data-sitekey|h-?captcha/i

const SHELL_SIGNS = /_incapsula_resource|visid_incap|request unsuccessful|just a moment|challenges\.cloudflare\.com/i
const REJECTED = /request rejected|the requested url was rejected/i
const REFUSING = new Set([401, 403, 405, 406, 429, 503])

// A wall says a sentence or two; the shortest record page says more.
const SHELL_TEXT = 400
// Nothing larger is a wall, and nobody should pay for looking through it.
const LARGEST_WALL = 262_144

/** How many characters of an HTML page a reader would see, counted in one pass and only a little past `limit`. */
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

// What a record says is never a wall: somebody may well be called that.
const isJson = (text: string): boolean => /^[\s\ufeff]*["[{]/.test(text.slice(0, 1024))

/** Nothing on it but a sentence or two: no data, and no form to ask for some. */
const isShell = (text: string): boolean =>
  !/<(?:table|input|select)\b/i.test(text) && visibleLength(text, SHELL_TEXT) <= SHELL_TEXT

/**
 * A page that is a wall and nothing else, whatever the source and the status. Pages that merely mention a captcha
 * product pass: a search form with a widget is no wall, so that judgement belongs to the source (`asksForChallenge`).
 */
export const recogniseWall = (status: number, headers: Record<string, string>, text: string): Wall | null => {
  if (headers['cf-mitigated'] === 'challenge') return 'captcha'
  if (text.length > LARGEST_WALL || isJson(text)) return null
  if (UNMISTAKABLE.test(text)) return 'captcha'
  if (REFUSING.has(status) && SIGNS.test(text)) return 'captcha'
  if (!isShell(text)) return null
  if (SHELL_SIGNS.test(text)) return 'captcha'
  return REJECTED.test(text) ? 'firewall' : null
}

/** For a source that found neither a record nor a list: does the page ask for a proof of being human? */
export const asksForChallenge = (text: string): boolean =>
  SIGNS.test(text) || (/captcha/i.test(text) && /ingrese el c(?:ó|o|&oacute;)digo/i.test(text))

/** For whoever asked for JSON: no widget belongs into a page that comes in its place. */
export const isChallengeForJson = (accept: string, text: string): boolean =>
  accept.startsWith('application/json') && /^[\s\ufeff]*</.test(text) && asksForChallenge(text)
