// Reads compiled JavaScript as tokens, so that comments and layout do not count.

const SPACE = /\s+/y
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y
const QUOTED = /'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"/y
const WORD = /[\p{L}\p{N}_$]+/uy
const REGEXP = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y
/** After these a slash divides; after anything else, and after the keywords, it begins a regular expression. */
const ENDS_VALUE = /[\p{L}\p{N}_$)\]}'"`]$/u
const KEYWORDS = new Set([
  'return',
  'typeof',
  'case',
  'of',
  'in',
  'instanceof',
  'new',
  'void',
  'delete',
  'else',
  'yield',
])
const CLOSING = new Set([')', ']', '}'])

const matchAt = (pattern, text, at) => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

const beginsRegExp = (before) => before === undefined || KEYWORDS.has(before) || !ENDS_VALUE.test(before)

/** Where a template literal that begins at `at` ends; what stands inside `${}` may hold templates again. */
const endOfTemplate = (text, at) => {
  for (let to = at + 1; to < text.length; to++) {
    if (text[to] === '\\') to++
    else if (text[to] === '`') return to + 1
    else if (text.startsWith('${', to)) to = endOfSubstitution(text, to + 2) - 1
  }
  return text.length
}

const endOfSubstitution = (text, at) => {
  for (let [to, depth] = [at, 1]; to < text.length; to++) {
    const quoted = matchAt(QUOTED, text, to)
    if (quoted) to += quoted.length - 1
    else if (text[to] === '`') to = endOfTemplate(text, to) - 1
    else if (text[to] === '{') depth++
    else if (text[to] === '}' && --depth === 0) return to + 1
  }
  return text.length
}

const tokenAt = (text, at, before) => {
  if (text[at] === '`') return text.slice(at, endOfTemplate(text, at))
  const known = matchAt(QUOTED, text, at) ?? matchAt(WORD, text, at)
  if (known) return known
  return (text[at] === '/' && beginsRegExp(before) && matchAt(REGEXP, text, at)) || text[at]
}

const readTokens = (text) => {
  const tokens = []
  for (let at = 0; at < text.length; ) {
    const skipped = matchAt(SPACE, text, at) ?? matchAt(COMMENT, text, at)
    const token = skipped ?? tokenAt(text, at, tokens.at(-1))
    at += token.length
    if (skipped) continue
    if (CLOSING.has(token) && tokens.at(-1) === ',') tokens.pop()
    tokens.push(token)
  }
  return tokens
}

/** Where an expression begins whose end the tokens in `ENDS_EXPRESSION` show: after `=>`, `return`, `? ` and `:`. */
const beginsExpression = (tokens, at) => {
  const [before, last] = [tokens[at - 2], tokens[at - 1]]
  if (last === '>') return before === '=' && tokens[at + 1] !== '{'
  return last === 'return' || last === ':' || (last === '?' && before !== '?')
}
const ENDS_EXPRESSION = new Set([';', ')', ']', '}', ',', ':'])

/** A formatter puts such parentheses around a body or branch, or takes them away; a list with commas needs them. */
const redundantParentheses = (tokens) => {
  const found = new Set()
  const open = []
  for (const [at, token] of tokens.entries()) {
    if ('([{'.includes(token)) open.push({ at, hasComma: false })
    if (token === ',' && open.length > 0) open.at(-1).hasComma = true
    if (!CLOSING.has(token)) continue
    const group = open.pop()
    if (token !== ')' || !group || group.hasComma) continue
    if (beginsExpression(tokens, group.at) && ENDS_EXPRESSION.has(tokens[at + 1])) found.add(group.at).add(at)
  }
  return found
}

/** The tokens of compiled JavaScript, without what is only layout: commas before a closing bracket, parentheses around a whole body. */
export const codeTokens = (text) => {
  const tokens = readTokens(text)
  const redundant = redundantParentheses(tokens)
  return tokens.filter((_, at) => !redundant.has(at))
}
