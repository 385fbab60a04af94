// Where a request comes from, as it is counted.
import ipaddr from 'ipaddr.js'

/** An IPv4 address as it is, also one that is written as IPv6; of IPv6 the /64 network, because one customer has all of it. */
export function toClientAddress(address: string): string {
  const bare = withoutPort(address)
  if (!ipaddr.isValid(bare)) return address
  const parsed = ipaddr.process(bare)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()
}

/** Some proxies put the port of the client behind its address: each connection has another one. */
function withoutPort(address: string): string {
  const [, v6, v4] = /^(?:\[([^\]]+)\]|(\d+(?:\.\d+){3}))(?::\d+)?$/.exec(address) ?? []
  return v6 ?? v4 ?? address
}
