import type { ReceivedSpan } from './collector.ts'

interface Field {
  field: number
  /** A number, or the bytes of a text, a message or a fixed number. */
  value: number | Buffer
}

/** The fields of a protobuf message. */
const fieldsOf = (bytes: Buffer): Field[] => {
  const fields: Field[] = []
  let at = 0
  const varint = (): number => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] as number
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
  }
  const take = (length: number): Buffer => bytes.subarray(at, (at += length))
  while (at < bytes.length) {
    const tag = varint()
    const field = Math.floor(tag / 8)
    const type = tag % 8
    if (type === 0) fields.push({ field, value: varint() })
    else if (type === 1) fields.push({ field, value: take(8) })
    else if (type === 2) fields.push({ field, value: take(varint()) })
    else if (type === 5) fields.push({ field, value: take(4) })
    else throw new Error(`no such wire type: ${type}`)
  }
  return fields
}

const messages = (bytes: Buffer, field: number): Buffer[] =>
  fieldsOf(bytes).flatMap((one) => (one.field === field && Buffer.isBuffer(one.value) ? [one.value] : []))

const message = (bytes: Buffer, field: number): Buffer => messages(bytes, field)[0] ?? Buffer.alloc(0)

const number = (bytes: Buffer, field: number): number => {
  const found = fieldsOf(bytes).find((one) => one.field === field)?.value
  return typeof found === 'number' ? found : 0
}

/** AnyValue: text, boolean, whole number, fraction, array. */
const readValue = (bytes: Buffer): unknown => {
  const { field, value } = fieldsOf(bytes)[0] ?? { field: 1, value: Buffer.alloc(0) }
  if (Buffer.isBuffer(value) && field === 1) return value.toString('utf8')
  if (field === 2) return value === 1
  if (Buffer.isBuffer(value) && field === 4) return value.readDoubleLE()
  if (Buffer.isBuffer(value) && field === 5) return messages(value, 1).map(readValue)
  return value
}

const readAttributes = (pairs: readonly Buffer[]): Record<string, unknown> =>
  Object.fromEntries(pairs.map((pair) => [message(pair, 1).toString('utf8'), readValue(message(pair, 2))]))

const readSpan = (span: Buffer): ReceivedSpan => ({
  traceId: message(span, 1).toString('hex'),
  spanId: message(span, 2).toString('hex'),
  parentSpanId: message(span, 4).toString('hex'),
  name: message(span, 5).toString('utf8'),
  kind: number(span, 6),
  attributes: readAttributes(messages(span, 9)),
  events: messages(span, 11).length,
  status: number(message(span, 15), 3),
})

/** An ExportTraceServiceRequest of OTLP. */
export const decodeRequest = (body: Buffer): { resources: Record<string, unknown>[]; spans: ReceivedSpan[] } => {
  const groups = messages(body, 1)
  return {
    resources: groups.map((group) => readAttributes(messages(message(group, 1), 1))),
    spans: groups.flatMap((group) => messages(group, 2).flatMap((scope) => messages(scope, 2).map(readSpan))),
  }
}
