// The client address that rate limits count by.
import ipaddr from 'ipaddr.js'

/**
 * Returns an IPv4 address in its usual form, even if it was written as an IPv6 address. For other
 * IPv6 addresses, returns the /64 network, because one customer usually has all of its addresses.
 */
export function toClientAddress(address: string): string {
  const bare = withoutPort(address)
  if (!ipaddr.isValid(bare)) return address
  const parsed = ipaddr.process(bare)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()
}

/** Removes the client's port, which some proxies append and which differs between connections. */
function withoutPort(address: string): string {
  const [, v6, v4] = /^(?:\[([^\]]+)\]|(\d+(?:\.\d+){3}))(?::\d+)?$/.exec(address) ?? []
  return v6 ?? v4 ?? address
}
