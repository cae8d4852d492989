// The settings of installations that share their editions.
import { ConfigError, folder, place } from './setting-values.ts'

/** Default and meaning of each setting. */
export const EDITIONS_SETTINGS = {
  CHASQUI_EDITIONS_URL: [
    '',
    'Folder of published editions, address or path: take them from there and ask no publisher of lists',
  ],
  CHASQUI_EDITIONS_KEY: [
    '',
    'Public key (file: PEM, JWK or JWKS) or JWKS address of whoever signs the editions we take; needed for http://',
  ],
  CHASQUI_EDITIONS_PUBLISH: ['', 'Folder into which the editions in service are published after every refresh'],
} as const

export interface EditionsConfig {
  from: string
  key: string
  publish: string
}

/** Where editions are taken from and put, and whose signature they must have. */
export const editionsConfig = (text: (name: keyof typeof EDITIONS_SETTINGS) => string): EditionsConfig => {
  const from = place('CHASQUI_EDITIONS_URL', text)
  const key = place('CHASQUI_EDITIONS_KEY', text)
  if (isPlainHttp(from) && key === '')
    throw new ConfigError(
      'CHASQUI_EDITIONS_URL con http:// necesita CHASQUI_EDITIONS_KEY, la clave pública de quien publica: sin ella, cualquiera en el camino puede cambiar las listas.',
    )
  if (isPlainHttp(key) && !LOOPBACK.test(new URL(key).hostname))
    throw new ConfigError('CHASQUI_EDITIONS_KEY debe ser un archivo o una dirección https://.')
  return { from, key, publish: folder('CHASQUI_EDITIONS_PUBLISH', text) }
}

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

const isPlainHttp = (value: string): boolean => /^http:/i.test(value)
