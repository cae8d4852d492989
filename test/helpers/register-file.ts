import { utimesSync, writeFileSync } from 'node:fs'
import { zipOf } from '../../sandbox/zip.ts'
import { REGISTER_HEADER } from '../../src/datasets/padron/fixtures/register-header.ts'
import { rucCheckDigit } from '../../src/domain/ruc.ts'

export const rucOf = (tenDigits: string): string => `${tenDigits}${rucCheckDigit(tenDigits)}`

/** One line of the register, the address left empty unless given. */
export const registerLine = (ruc: string, name: string, rest: string[] = []): string =>
  [ruc, name, ...rest, ...['ACTIVO', 'HABIDO', '150101', ...Array<string>(10).fill('-')].slice(rest.length), ''].join(
    '|',
  )

export const registerText = (lines: readonly string[], header = REGISTER_HEADER): Buffer =>
  Buffer.from(`${[header, ...lines].join('\n')}\n`, 'latin1')

/** The register's zip, as the publisher makes it on that day; today unless said. */
export const zipped = (text: Buffer, day?: string): Promise<Buffer> =>
  zipOf('padron_reducido_ruc.txt', text, day === undefined ? undefined : new Date(`${day}T12:00:00Z`))

/** Writes a file with the modification date of that day. */
export const publish = (path: string, content: Buffer, day: string): void => {
  writeFileSync(path, content)
  const time = new Date(`${day}T12:00:00Z`)
  utimesSync(path, time, time)
}
