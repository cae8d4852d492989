import { utimesSync, writeFileSync } from 'node:fs'
import { crc32, deflateRawSync } from 'node:zlib'
import { rucCheckDigit } from '../../src/domain/ruc.ts'

export const REGISTER_HEADER =
  'RUC|NOMBRE O RAZÓN SOCIAL|ESTADO DEL CONTRIBUYENTE|CONDICIÓN DE DOMICILIO|UBIGEO|TIPO DE VÍA|NOMBRE DE VÍA|' +
  'CÓDIGO DE ZONA|TIPO DE ZONA|NÚMERO|INTERIOR|LOTE|DEPARTAMENTO|MANZANA|KILÓMETRO|'

export const rucOf = (tenDigits: string): string => `${tenDigits}${rucCheckDigit(tenDigits)}`

/** One line of the register, the address left empty unless given. */
export const registerLine = (ruc: string, name: string, rest: string[] = []): string =>
  [ruc, name, ...rest, ...['ACTIVO', 'HABIDO', '150101', ...Array<string>(10).fill('-')].slice(rest.length), ''].join(
    '|',
  )

export const registerText = (lines: readonly string[], header = REGISTER_HEADER): Buffer =>
  Buffer.from(`${[header, ...lines].join('\n')}\n`, 'latin1')

/** A zip with one deflated entry, as the publisher's. */
export const zipped = (text: Buffer, name = 'padron_reducido_ruc.txt'): Buffer => {
  const packed = deflateRawSync(text)
  const fields = (signature: number, extra: Buffer): Buffer => {
    const head = Buffer.alloc(30)
    head.writeUInt32LE(signature, 0)
    head.writeUInt16LE(20, 4)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(crc32(text), 14)
    head.writeUInt32LE(packed.length, 18)
    head.writeUInt32LE(text.length, 22)
    head.writeUInt16LE(name.length, 26)
    return Buffer.concat([head, extra])
  }
  const local = Buffer.concat([fields(0x04034b50, Buffer.from(name)), packed])
  const central = Buffer.alloc(46)
  fields(0, Buffer.alloc(0)).copy(central, 6, 4, 30)
  central.writeUInt32LE(0x02014b50, 0)
  central.writeUInt16LE(20, 4)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length + name.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, central, Buffer.from(name), end])
}

/** Puts a file in place as the publisher would on that day. */
export const publish = (path: string, content: Buffer, day: string): void => {
  writeFileSync(path, content)
  const time = new Date(`${day}T12:00:00Z`)
  utimesSync(path, time, time)
}
