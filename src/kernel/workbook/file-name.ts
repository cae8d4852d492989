// The names of files that people save.

/** Signs that some system does not allow in a name, or that hide what it says. */
const UNSAFE = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu
const ENDING = /\.[A-Za-z0-9]{1,5}$/
const MOST_CHARACTERS = 120

/** `clientes-noviembre-revisado.xlsx` for `clientes-noviembre.csv`; `otherwise` for a file of which no name is known. */
export const reviewedName = (file: string | null | undefined, ending: string, otherwise: string): string => {
  const stem = (file ?? '')
    .replace(/^.*[\\/](?=[^\\/])/, '')
    .replace(ENDING, '')
    .replace(UNSAFE, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\.+|\.+$/g, '')
  const cut = [...stem].slice(0, MOST_CHARACTERS).join('').trim()
  return cut === '' ? `${otherwise}.${ending}` : `${cut}-revisado.${ending}`
}

/** The header `content-disposition` of a file (RFC 6266). Letters of other alphabets stand in `filename*` (RFC 8187). */
export const attachment = (name: string): string => {
  const safe = name.replace(UNSAFE, '_')
  const plain = safe
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^ -~]/g, '_')
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"${plain === safe ? '' : `; filename*=UTF-8''${encoded}`}`
}
