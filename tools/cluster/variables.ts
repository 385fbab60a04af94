// The environment variables with which each role of a cluster is started.
import type { Role } from '../../services/topology.ts'

export interface ServerAddresses {
  readonly brokers: readonly string[]
  readonly registryUrl: string
  readonly storeUrl: string
  /** null if there is no Redis; each api process then counts requests by itself. */
  readonly cacheUrl: string | null
}

/** Returns the value of LOG_URL. `sessionSeconds` is the session timeout of the consumer groups. */
export function toLogUrl(
  { brokers, registryUrl }: ServerAddresses,
  sessionSeconds: number,
): string {
  const query = new URLSearchParams({
    registry: registryUrl,
    replication: `${brokers.length}`,
    session: `${sessionSeconds}`,
  })
  return `kafka://${brokers.join()}?${query.toString()}`
}

/**
 * Returns only the variables that the role needs: for example, a poller gets neither STORE_URL nor secrets.
 */
export function roleVariables(
  role: Role,
  addresses: ServerAddresses,
  {
    simulatorUrl,
    jwtSecret,
    webhookSecret,
  }: {
    readonly simulatorUrl: string
    readonly jwtSecret: string
    readonly webhookSecret: string
  },
): Readonly<Record<string, string>> {
  const { storeUrl, cacheUrl } = addresses
  switch (role) {
    case 'poller':
      return { SIMULATOR_URL: simulatorUrl }
    case 'normalizer':
    case 'matcher':
      return {}
    case 'projector':
      return { STORE_URL: storeUrl }
    case 'api':
      return {
        STORE_URL: storeUrl,
        JWT_SECRET: jwtSecret,
        WEBHOOK_SECRET: webhookSecret,
        ...(cacheUrl === null ? {} : { CACHE_URL: cacheUrl }),
      }
    case 'webhooks':
      return { WEBHOOK_SECRET: webhookSecret }
  }
}
