import { readFile } from 'node:fs/promises'
import { openKeyStore, readKeys, rotateKey } from '../../certificates/index.ts'
import { findCertificates, isPdf, readCertificateKeys, verifyCertificate } from '../../client/index.ts'
import type { Config } from '../../config.ts'
import type { LimaClock } from '../../domain/lima-time.ts'
import { Failure } from '../../kernel/errors.ts'
import { readSmallFile } from '../../kernel/files/small-file.ts'
import { version } from '../../kernel/version.ts'
import { withDatabase } from '../../shared-database.ts'
import { ExitCode } from '../exit-code.ts'
import { type Output, printJson } from '../output.ts'
import { renderCertificate } from '../render/certificate.ts'
import { explainRefusals } from './lookup.ts'

type Settings = Pick<Config, 'dataDir' | 'databaseUrl' | 'signingKey'> & { clock: LimaClock }

export interface CertificatesDeps {
  settings: (mode: Config['mode']) => Settings | Promise<Settings>
  output: Output
}

export interface RotateFlags {
  json?: boolean
  sandbox?: boolean
}

export interface VerifyFlags extends RotateFlags {
  jwks?: string
}

/** More than thousands of keys need. */
const MOST_JWKS_BYTES = 2 ** 20
const MOST_BYTES = 8 * 2 ** 20
const JWKS_MS = 15_000

const modeOf = ({ sandbox }: RotateFlags): Config['mode'] => (sandbox ? 'sandbox' : 'live')

/** `chasqui constancia verificar` */
export const runVerify = async ({ settings, output }: CertificatesDeps, file: string, flags: VerifyFlags) => {
  const code = await explainRefusals(output, async () => {
    const text = await certificateIn(file === '-' ? await readInput() : await readBytes(file), file)
    const keys = flags.jwks === undefined ? await ownKeys(settings, modeOf(flags)) : await publishedKeys(flags.jwks)
    const verdict = await verifyCertificate(text, keys)
    if (verdict.valida) {
      if (flags.json) printJson(output, verdict)
      else output.out(`${renderCertificate(verdict.constancia, verdict.kid)}\n`)
      return ExitCode.found
    }
    const motivo = text.startsWith('{') ? 'es una respuesta entera: pase solo el valor de constancia' : verdict.motivo
    if (flags.json) printJson(output, { valida: false, motivo })
    else output.err(`La constancia no es válida: ${motivo}.\n`)
    return ExitCode.notFound
  })
  output.setExitCode(code)
}

const LINK = /^https?:\/\/\S+#c=/

/** The certificate of a PDF, of the link of a QR code, or the text itself: nothing else may stand around that. */
const certificateIn = async (bytes: Uint8Array, file: string): Promise<string> => {
  // Whoever saves a line in a file ends it.
  const text = Buffer.from(bytes)
    .toString('utf8')
    .replace(/\r?\n$/, '')
  if (!isPdf(bytes) && !LINK.test(text)) return text
  const [first, ...others] = await findCertificates(LINK.test(text) ? text : bytes)
  if (first === undefined) throw new Failure('invalid-input', `${file} no contiene una constancia`)
  if (others.length === 0) return first
  throw new Failure(
    'invalid-input',
    `${file} contiene ${others.length + 1} constancias: verifique cada una por separado`,
  )
}

const readBytes = async (file: string): Promise<Uint8Array> => {
  try {
    return await readFile(file)
  } catch (error) {
    throw new Failure('invalid-input', `No se puede leer ${file}: ${(error as NodeJS.ErrnoException).code}`)
  }
}

const readInput = async (): Promise<Uint8Array> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of process.stdin) {
    chunks.push(chunk as Buffer)
    bytes += (chunk as Buffer).length
    if (bytes > MOST_BYTES) throw new Failure('invalid-input', 'La entrada es demasiado larga para una constancia')
  }
  return Buffer.concat(chunks)
}

const publishedKeys = async (from: string) => {
  const { signal } = new AbortController()
  const limits = { maxBytes: MOST_JWKS_BYTES, deadlineMs: JWKS_MS, userAgent: `Chasqui/${version}`, signal }
  const found = await readSmallFile({ from, ...limits }).catch((error) => {
    throw new Failure('upstream-unavailable', `No se pueden leer las claves de ${from}`, { cause: error })
  })
  const keys = found === 'unchanged' ? null : await readCertificateKeys(found.text)
  if (!keys) throw new Failure('invalid-input', `${from} no contiene un conjunto de claves públicas (JWKS)`)
  return keys
}

const ownKeys = async (settings: CertificatesDeps['settings'], mode: Config['mode']) => {
  const chosen = await settings(mode)
  const keys = await withDatabase({ ...chosen, mode }, (database) => readKeys(chosen.dataDir, database))
  if (keys.length > 0) return keys
  throw new Failure(
    'invalid-input',
    'Esta instalación aún no tiene claves de constancias: indique con --jwks las de quien la emitió',
  )
}

/** `chasqui constancia rotar` */
export const runRotate = async ({ settings, output }: CertificatesDeps, flags: RotateFlags): Promise<void> => {
  const mode = modeOf(flags)
  const code = await explainRefusals(output, async () => {
    const { clock, ...chosen } = await settings(mode)
    if (chosen.signingKey !== '')
      throw new Failure(
        'invalid-input',
        'La clave es la del archivo de CHASQUI_SIGNING_KEY: reemplace ese archivo y reinicie los servidores',
      )
    const { kid } = await withDatabase({ ...chosen, mode }, async (database) => {
      const store = await openKeyStore(chosen.dataDir, database)
      return rotateKey(store, clock.now()).finally(() => store.close())
    })
    if (flags.json) printJson(output, { kid })
    else output.out(`Desde ahora firma la clave ${kid}.\nLas anteriores siguen publicadas, y sus constancias valen.\n`)
    return ExitCode.found
  })
  output.setExitCode(code)
}
