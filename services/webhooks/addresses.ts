// Checks the addresses that webhook messages are sent to. Without this check an account could make the service send
// requests to hosts of the operator's own network.
import type { LookupAddress } from 'node:dns'
import { NODATA, NOTFOUND, Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { isPrivateLiteral, isPublicAddress } from '../lib/run/public-address.ts'

/**
 * Thrown instead of making a connection. The message of the error is the reason. It does not contain the address,
 * because the account sees the message.
 */
export class AddressRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'AddressRefused'
  }
}

export type ResolveHost = (hostname: string) => Promise<readonly LookupAddress[]>

/** Error codes that mean that the name has no address. Other codes leave open whether it has one. */
const noAddressCodes: ReadonlySet<string | undefined> = new Set([NODATA, NOTFOUND])

/**
 * Creates a function that asks the name servers of the system, or `servers`, for the addresses of a host. The
 * function rejects with AddressRefused if no address is found and the query for IPv4 or for IPv6 addresses failed.
 * It does not use `dns.lookup`, whose calls block threads that the whole process shares: slow name servers of a few
 * webhooks would delay everything else.
 */
export function createHostResolver(servers?: readonly string[]): ResolveHost {
  return async (hostname) => {
    const resolver = new Resolver({ timeout: 3_000, tries: 2 })
    if (servers) resolver.setServers(servers)
    const answers = await Promise.allSettled([
      resolver.resolve4(hostname).then((found) => toAddresses(found, 4)),
      resolver.resolve6(hostname).then((found) => toAddresses(found, 6)),
    ])
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    const codes = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [(answer.reason as NodeJS.ErrnoException).code ?? ''] : [],
    )
    const failure = codes.find((code) => !noAddressCodes.has(code))
    if (found.length === 0 && failure !== undefined)
      throw new AddressRefused(
        `the name servers failed (${failure}), so the address of the host is not known; the service tries again`,
      )
    return found
  }
}

const toAddresses = (addresses: readonly string[], family: 4 | 6): readonly LookupAddress[] =>
  addresses.map((address) => ({ address, family }))

/**
 * Returns a `lookup` for sockets that refuses a name if one of its addresses is not public. The socket connects to
 * one of the addresses that were checked, so it does not matter if the name resolves to another address later.
 */
export function createCheckedLookup(resolve: ResolveHost): LookupFunction {
  async function findPublicAddresses(
    hostname: string,
  ): Promise<readonly [LookupAddress, ...LookupAddress[]]> {
    const [first, ...others] = await resolve(hostname)
    if (!first) throw new AddressRefused('the host name has no address')
    if (![first, ...others].every(({ address }) => isPublicAddress(address)))
      throw new AddressRefused(notPublic)
    return [first, ...others]
  }
  async function lookUpHost(
    ...[hostname, options, callback]: Parameters<LookupFunction>
  ): Promise<void> {
    try {
      const found = await findPublicAddresses(hostname)
      if (options.all === true) callback(null, [...found])
      else callback(null, found[0].address, found[0].family)
    } catch (error) {
      callback(error as Error, '')
    }
  }
  return (...lookup) => void lookUpHost(...lookup)
}

const notPublic = 'the host has an address that is not public'

/** Throws AddressRefused if the URL has an address instead of a name, and the address is not public. */
export function checkLiteralAddress(url: URL): void {
  if (isPrivateLiteral(url)) throw new AddressRefused(notPublic)
}
