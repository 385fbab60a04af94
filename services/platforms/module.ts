// The interface of a platform's module: base URLs, the source for the poller with its capabilities, and
// the mapper for the normalizer. modules.ts lists the modules.
import type { PlatformCredentials } from './credentials.ts'
import type { PlatformName } from './identity.ts'
import type { Mapper } from './mapper.ts'
import type { Source } from './source.ts'
import type { StreamDeps, StreamProtocol } from './streams/protocol.ts'
import type { UpstreamDeps } from './upstream/upstream.ts'
import type { QuotaFraction } from './quota-fraction.ts'

/** A base URL of a platform. */
export interface Endpoint {
  /** The environment variable that overrides the base URL. */
  readonly variable: string
  /** The platform's own base URL. */
  readonly publicUrl: string
  /** The path at which the simulator serves this API. */
  readonly simulatorPath: string
}

/** The base URL of each endpoint. */
export type PlatformUrls<Host extends string = string> = Readonly<Record<Host, string>>

export type SourceDeps = Omit<UpstreamDeps, 'platform'>

type SourceWithActivity = Source & { readonly activity: NonNullable<Source['activity']> }
type SourceWithoutActivity = Source & { readonly activity: null }

/** Either both the source and the mapper support wallets, or neither does. */
type SourceAndMapper<Host extends string> =
  | {
      readonly createSource: CreateSource<Host, SourceWithActivity>
      readonly mapper: Mapper & { readonly toActivity: NonNullable<Mapper['toActivity']> }
    }
  | {
      readonly createSource: CreateSource<Host, SourceWithoutActivity>
      readonly mapper: Mapper & { readonly toActivity: null }
    }

/**
 * Creates the source of a platform. `quota` returns the fraction of the platform's request limits that this
 * process may use; if omitted, the process may use all of them.
 */
type CreateSource<Host extends string, S extends Source> = {
  // Declared as a method, because TypeScript compares the parameters of methods less strictly: a module
  // with named endpoints can then be an element of the registry's list.
  create(urls: PlatformUrls<Host>, deps: SourceDeps, quota?: QuotaFraction): S
}['create']

/** The live stream of a platform. */
export interface PlatformStream {
  readonly endpoint: Endpoint
  /** Whether connections are accepted only with the credentials of an account. */
  readonly needsCredentials: boolean
  create(url: string, deps: StreamDeps): StreamProtocol
}

/** What the module of a platform's folder exports as `parts`. */
export type PlatformParts<Host extends string = string> = {
  readonly endpoints: Readonly<Record<Host, Endpoint>>
  /**
   * The credentials of the operator's account, with which requests are signed; null: all requests are
   * anonymous.
   */
  readonly credentials: PlatformCredentials | null
  /** null: the platform has no live stream, or the service does not read it. */
  readonly stream: PlatformStream | null
} & SourceAndMapper<Host>

export type PlatformModule = PlatformParts & { readonly name: PlatformName }

/** Throws if two endpoints or credentials use the same environment variable. */
export function checkModules(modules: readonly PlatformModule[]): void {
  const variables = new Set<string>()
  for (const variable of modules.flatMap(environmentVariablesOf)) {
    if (variables.has(variable))
      throw new Error(`the platforms read the variable ${variable} twice`)
    variables.add(variable)
  }
}

/** Returns all endpoints by name. The endpoint of the stream has the name `stream`. */
export function endpointsOf({
  endpoints,
  stream,
}: Pick<PlatformParts, 'endpoints' | 'stream'>): Readonly<Record<string, Endpoint>> {
  return stream === null ? endpoints : { ...endpoints, stream: stream.endpoint }
}

/** Returns the environment variables that the module reads. */
function environmentVariablesOf({ credentials, ...parts }: PlatformParts): string[] {
  const urls = Object.values(endpointsOf(parts)).map(({ variable }) => variable)
  return credentials === null
    ? urls
    : [...urls, credentials.idVariable, credentials.privateKeyVariable]
}

/** Returns the platform's stream or, as `missing`, the setting without which it cannot be followed. */
export function createStreamOf(
  { stream, credentials }: PlatformModule,
  urls: PlatformUrls,
  deps: StreamDeps,
): StreamProtocol | { readonly missing: string } {
  const { stream: url } = urls
  if (stream === null) return { missing: 'the platform has no stream' }
  if (url === undefined) return { missing: stream.endpoint.variable }
  if (stream.needsCredentials && deps.signer === null)
    return { missing: `${credentials?.idVariable} and ${credentials?.privateKeyVariable}` }
  return stream.create(url, deps)
}

/** Creates the platform's source. Throws if a base URL or the implementation of a capability is missing. */
export function createSourceOf(
  module: PlatformModule,
  urls: PlatformUrls,
  deps: SourceDeps,
  quota?: QuotaFraction,
): Source {
  const { name, endpoints, mapper } = module
  const missing = Object.keys(endpoints).filter((host) => urls[host] === undefined)
  if (missing.length > 0) throw new Error(`platform ${name} has no URL for ${missing.join(', ')}`)
  const source = module.createSource(urls, deps, quota)
  checkCapabilities(name, source, mapper)
  return source
}

/**
 * Throws if the source lacks a function of a capability. The types already require these functions, so an
 * error means that a type assertion in the module is wrong.
 */
function checkCapabilities(
  name: string,
  { tape, batchBooks, activity }: Source,
  { toActivity }: Mapper,
): void {
  const missingCapabilityError = (capability: string, problem: string): Error =>
    new Error(`platform ${name} claims the capability ${capability}, but its ${problem}`)
  if (tape !== null && typeof tape !== 'function')
    throw missingCapabilityError('tape', 'source has no function to read it')
  if (batchBooks !== null && typeof batchBooks.read !== 'function')
    throw missingCapabilityError('batch books', 'source has no function to read them')
  if (activity === null && toActivity !== null)
    throw missingCapabilityError('wallets', 'source has no activity')
  if (activity !== null && toActivity === null)
    throw missingCapabilityError('wallets', 'mapper has no toActivity')
}
