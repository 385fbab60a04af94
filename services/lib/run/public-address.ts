// Whether an address belongs to the public internet. Messages to webhooks are sent only to such addresses.
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Addresses at which cloud platforms offer services to a virtual machine, and which are in no reserved range. */
const reservedByClouds: ReadonlySet<string> = new Set(['168.63.129.16'])

/**
 * All public addresses of IPv6 are in this range. The library also returns the range `unicast` for some addresses
 * outside of this range.
 */
const publicIpv6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Returns false for private, loopback, link-local, multicast and all other reserved addresses, in IPv4 and IPv6. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(publicIpv6)) return false
  return parsed.range() === 'unicast' && !reservedByClouds.has(parsed.toString())
}

/** Whether the host of a URL is an address, not a name, and this address is not public. */
export function isPrivateLiteral({ hostname }: URL): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) !== 0 && !isPublicAddress(bare)
}
