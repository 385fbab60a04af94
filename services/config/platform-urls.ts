// Reads which platforms are recorded, and their base URLs, from environment variables. Used by config.ts.
import type { Config } from '../config.ts'
import { isPlatformName, platformNames } from '../platforms/identity.ts'
import type { Endpoint, PlatformModule, PlatformUrls } from '../platforms/module.ts'
import type { VariableReaders } from './readers.ts'

const streamSchemes = ['wss:', 'ws:']

export function readPlatformUrls(
  platforms: readonly PlatformModule[],
  upstream: 'simulator' | 'live',
  { readVariable, readUrl }: VariableReaders,
  problems: string[],
): Config['platforms'] {
  const platformList = (readVariable('PLATFORMS') ?? platformNames.join(','))
    .split(',')
    .map((p) => p.trim())
  for (const p of platformList)
    if (!isPlatformName(p))
      problems.push(`PLATFORMS names ${p}: known are ${platformNames.join(', ')}`)
  const simulatorUrl = readUrl('SIMULATOR_URL')
  const simulatorBase = upstream === 'simulator' && simulatorUrl !== undefined ? simulatorUrl : null
  const simulatorUrlOf = ({ simulatorPath }: Endpoint): string | undefined =>
    simulatorBase === null ? undefined : simulatorBase + simulatorPath
  const urlsOf = ({ endpoints, stream }: PlatformModule): PlatformUrls | 'simulator' => {
    const configured = Object.entries(endpoints).map(
      ([host, endpoint]) =>
        [host, readUrl(endpoint.variable) ?? simulatorUrlOf(endpoint), endpoint.publicUrl] as const,
    )
    const streamUrl =
      stream &&
      (readUrl(stream.endpoint.variable, streamSchemes) ?? simulatorUrlOf(stream.endpoint))
    const isPublic = configured.every(([, value]) => value === undefined)
    if (upstream === 'simulator' && isPublic) return 'simulator'
    // If a URL other than the public ones is configured, the public stream is not used: it may contradict the responses
    // from that URL.
    const ownStreamUrl = streamUrl ?? (isPublic ? stream?.endpoint.publicUrl : undefined)
    return {
      ...Object.fromEntries(
        configured.map(([host, value, publicUrl]) => [host, value ?? publicUrl]),
      ),
      ...(ownStreamUrl === undefined ? {} : { stream: ownStreamUrl }),
    }
  }
  // The URLs of all platforms are computed, so that the variables of platforms that PLATFORMS does not name are checked
  // too.
  const urls = platforms.map((platform) => [platform.name, urlsOf(platform)] as const)
  return Object.fromEntries(urls.filter(([name]) => platformList.includes(name)))
}
