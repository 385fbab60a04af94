// With which variables each role of a cluster is started.
import type { Role } from '../../services/topology.ts'

export interface Engines {
  readonly brokers: readonly string[]
  readonly registryUrl: string
  readonly storeUrl: string
  /** null: no Redis; each api process counts for itself. */
  readonly cacheUrl: string | null
}

/** Where the platforms are: one simulator, which serves both. */
export function platformVariables(simulatorUrl: string): Readonly<Record<string, string>> {
  return {
    PLATFORM_A_GAMMA_URL: `${simulatorUrl}/gamma`,
    PLATFORM_A_CLOB_URL: `${simulatorUrl}/clob`,
    PLATFORM_A_DATA_URL: `${simulatorUrl}/data`,
    PLATFORM_B_URL: `${simulatorUrl}/trade-api/v2`,
  }
}

/** `sessionSeconds`: after so long without a sign of life a process is taken for dead. */
export function toLogUrl({ brokers, registryUrl }: Engines, sessionSeconds: number): string {
  const query = new URLSearchParams({
    registry: registryUrl,
    replication: `${brokers.length}`,
    session: `${sessionSeconds}`,
  })
  return `kafka://${brokers.join()}?${query.toString()}`
}

/** Only what the role needs: a poller has no business with the store, nor with secrets. */
export function roleVariables(
  role: Role,
  engines: Engines,
  { simulatorUrl, jwtSecret }: { readonly simulatorUrl: string; readonly jwtSecret: string },
): Readonly<Record<string, string>> {
  const { storeUrl, cacheUrl } = engines
  switch (role) {
    case 'poller':
      return platformVariables(simulatorUrl)
    case 'normalizer':
    case 'matcher':
      return {}
    case 'projector':
      return { STORE_URL: storeUrl }
    case 'api':
      return {
        STORE_URL: storeUrl,
        JWT_SECRET: jwtSecret,
        ...(cacheUrl === null ? {} : { CACHE_URL: cacheUrl }),
      }
  }
}
