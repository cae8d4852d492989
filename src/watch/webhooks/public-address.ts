import { BlockList, isIP } from 'node:net'

// Which addresses a webhook may lead to: those that anybody on the Internet could reach, so that no caller reaches through us
// what only we can reach.

const listOf = (v4: readonly string[], v6: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const [family, nets] of [
    ['ipv4', v4],
    ['ipv6', v6],
  ] as const)
    for (const net of nets) {
      const [address = '', bits] = net.split('/')
      list.addSubnet(address, Number(bits), family)
    }
  return list
}

/** Own networks, which an operator may allow. */
const PRIVATE = listOf(
  ['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'],
  ['::1/128', 'fc00::/7'],
)

/** Never: link-local (where clouds keep credentials), unspecified, reserved, documentation, multicast, IPv4 inside IPv6. */
const NEVER = listOf(
  [
    ...['0.0.0.0/8', '169.254.0.0/16', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '198.18.0.0/15'],
    ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ],
  ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
)

/** All that is given out of IPv6 so far; everything else is special. */
const GLOBAL_V6 = listOf([], ['2000::/3'])

/** Whether a webhook may be dialled at this address. */
export const isAllowedAddress = (address: string, allowPrivate: boolean): boolean => {
  const version = isIP(address)
  if (version === 0) return false
  const family = version === 6 ? 'ipv6' : 'ipv4'
  // An IPv4 address inside an IPv6 one is neither global nor private here: a list of IPv4 networks would match it.
  if (version === 6 && address.toLowerCase().startsWith('::ffff:')) return false
  if (NEVER.check(address, family)) return false
  if (PRIVATE.check(address, family)) return allowPrivate
  return version === 4 || GLOBAL_V6.check(address, 'ipv6')
}

/** The address that a host is written as, where it is one; null for a name. */
export const literalAddress = (host: string): string | null => {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) ? bare : null
}
