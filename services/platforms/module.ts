// The interface of a platform's module: base URLs, the source for the poller with its capabilities, and
// the mapper for the normalizer. modules.ts lists the modules.
import type { PlatformCredentials } from './credentials.ts'
import type { PlatformName } from './identity.ts'
import type { Mapper } from './mapper.ts'
import type { Source } from './source.ts'
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

type WithActivity = Source & { readonly activity: NonNullable<Source['activity']> }
type WithoutActivity = Source & { readonly activity: null }

/** Either both the source and the mapper support wallets, or neither does. */
type SourceAndMapper<Host extends string> =
  | {
      readonly createSource: CreateSource<Host, WithActivity>
      readonly mapper: Mapper & { readonly toActivity: NonNullable<Mapper['toActivity']> }
    }
  | {
      readonly createSource: CreateSource<Host, WithoutActivity>
      readonly mapper: Mapper & { readonly toActivity: null }
    }

/**
 * Creates the source of a platform. `quota` returns the fraction of the platform's request limits that
 * this process may use; 1 if omitted.
 */
type CreateSource<Host extends string, S extends Source> = {
  // Declared as a method, because TypeScript compares the parameters of methods less strictly: a module
  // with named endpoints can then be an element of the registry's list.
  create(urls: PlatformUrls<Host>, deps: SourceDeps, quota?: QuotaFraction): S
}['create']

/** What the module of a platform's folder exports as `parts`. */
export type PlatformParts<Host extends string = string> = {
  readonly endpoints: Readonly<Record<Host, Endpoint>>
  /** How requests are signed with an account of the operator; null: all requests are anonymous. */
  readonly credentials: PlatformCredentials | null
} & SourceAndMapper<Host>

export type PlatformModule = PlatformParts & { readonly name: PlatformName }

/** Throws if two endpoints or credentials use the same environment variable. */
export function checkModules(modules: readonly PlatformModule[]): void {
  const variables = new Set<string>()
  for (const variable of modules.flatMap(variablesOf)) {
    if (variables.has(variable))
      throw new Error(`the platforms read the variable ${variable} twice`)
    variables.add(variable)
  }
}

/** Returns the environment variables that the module reads. */
function variablesOf({ endpoints, credentials }: PlatformParts): string[] {
  const urls = Object.values(endpoints).map(({ variable }) => variable)
  return credentials === null
    ? urls
    : [...urls, credentials.idVariable, credentials.privateKeyVariable]
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
 * Throws if the source lacks a function of a capability. The types already require all of them, so an
 * error means that a type assertion hid the fault.
 */
function checkCapabilities(
  name: string,
  { tape, batchBooks, activity }: Source,
  { toActivity }: Mapper,
): void {
  const lacking = (capability: string, what: string): Error =>
    new Error(`platform ${name} claims the capability ${capability}, but its ${what}`)
  if (tape !== null && typeof tape !== 'function')
    throw lacking('tape', 'source has no function to read it')
  if (batchBooks !== null && typeof batchBooks.read !== 'function')
    throw lacking('batch books', 'source has no function to read them')
  if (activity === null && toActivity !== null) throw lacking('wallets', 'source has no activity')
  if (activity !== null && toActivity === null) throw lacking('wallets', 'mapper has no toActivity')
}
