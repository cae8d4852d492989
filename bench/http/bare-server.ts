// The measure of comparison: plain node:http sending the same bytes.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const body = process.argv[2] ?? '{"ok":true}'
const server = createServer((_request, response) => {
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
