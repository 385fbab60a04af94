// Parses the variables LOG_URL, STORE_URL and CACHE_URL, and checks whether they can be combined with the
// roles and with other variables. Used by config.ts.
import { resolve } from 'node:path'
import { parseKafkaUrl } from '../lib/log/kafka/url.ts'
import { decodeUrlPart, percentProblem } from '../lib/run/url-part.ts'
import { allRoles, usesStore, type Command } from './command.ts'

export type LogSettings =
  | { readonly kind: 'lmdb'; readonly path: string }
  /** Kafka, with the URL of its schema registry. */
  | { readonly kind: 'kafka'; readonly url: string; readonly registryUrl: string }

/** Parses LOG_URL. The error messages do not contain the URL, because it may contain a password. */
export function parseLogUrl(value: string, problems: string[]): LogSettings {
  if (value.startsWith('kafka:')) return parseKafkaLog(value, problems)
  const path = /^lmdb:(.+)$/.exec(value)?.[1]
  if (!path)
    problems.push(
      'LOG_URL: must be lmdb:<directory> or kafka://host:port,host:port?registry=http://host:port/path',
    )
  return { kind: 'lmdb', path: resolve(path ?? '') }
}

function parseKafkaLog(url: string, problems: string[]): LogSettings {
  let registryUrl: string | null = null
  try {
    registryUrl = parseKafkaUrl(url).registryUrl
    if (registryUrl === null)
      problems.push(
        'LOG_URL: needs the schema registry too: ...?registry=http://host:port/path (percent-encode ? and & inside it)',
      )
    else if (!/^https?:\/\/./.test(registryUrl) || !URL.canParse(registryUrl))
      problems.push('LOG_URL: registry must be an http or https URL')
    else if (decodeUrlPart(registryUrl) === null)
      problems.push(`LOG_URL: registry: ${percentProblem}, which is %2525 inside LOG_URL`)
  } catch (error) {
    problems.push(`LOG_URL: ${error instanceof Error ? error.message : String(error)}`)
  }
  return { kind: 'kafka', url, registryUrl: registryUrl ?? '' }
}

export function parseStoreUrl(value: string, problems: string[]): string {
  const path = /^chdb:(.+)$/.exec(value)?.[1]
  if (path) return `chdb:${resolve(path)}`
  if (!/^https?:\/\/./.test(value) || !URL.canParse(value))
    problems.push(
      'STORE_URL: must be chdb:<directory> or http(s)://user:password@host:port/database',
    )
  else if (decodeUrlPart(value) === null) problems.push(`STORE_URL: ${percentProblem}`)
  return value
}

export function parseCacheUrl(value: string, problems: string[]): string {
  if (value !== 'memory:' && !(/^rediss?:\/\/./.test(value) && URL.canParse(value)))
    problems.push('CACHE_URL: must be memory: or redis(s)://user:password@host:port/number')
  else if (decodeUrlPart(value) === null) problems.push(`CACHE_URL: ${percentProblem}`)
  return value
}

/**
 * Reports combinations of variables and roles that are not possible, although each value by itself is valid.
 */
export function checkSettingCombinations(
  command: Command,
  settings: {
    readonly log: LogSettings
    readonly storeUrl: string | null
    readonly jwtSecret: string | null
    readonly webhookSecret: string | null
    readonly usesSimulator: boolean
  },
  problems: string[],
): void {
  const { log, storeUrl, jwtSecret, webhookSecret, usesSimulator } = settings
  if (usesStore(command, log.kind) && storeUrl === null)
    problems.push(
      `${rolesUsingStore(command)}: STORE_URL is required with LOG_URL=kafka://...: http(s)://user:password@host:port/database`,
    )
  if (command.name !== 'run') return
  const { roles } = command
  const roleNames = [...roles].join(' ')
  const hasAllRoles = roles.size === allRoles.length
  const rolesWithStore = (['projector', 'api'] as const).filter((role) => roles.has(role))
  if (storeUrl?.startsWith('chdb:') === true && rolesWithStore.length === 1)
    problems.push(
      `${roleNames}: the embedded store belongs to one process, which runs projector and api; run both here, or set STORE_URL=http://...`,
    )
  if (log.kind === 'kafka' && !hasAllRoles && usesSimulator && roles.has('poller'))
    problems.push(
      `${roleNames}: SIMULATOR_URL is required: the address of a process started with the argument simulator; or set UPSTREAM=live`,
    )
  if (log.kind === 'kafka' && roles.has('api') && jwtSecret === null)
    problems.push(
      'JWT_SECRET: must be set, to the same value in every process of the api (openssl rand -base64 48 generates one)',
    )
  if (log.kind === 'kafka' && (roles.has('api') || roles.has('webhooks')) && webhookSecret === null)
    problems.push(
      'WEBHOOK_SECRET: must be set, to the same value in every process of api and webhooks (openssl rand -base64 48 generates one)',
    )
}

/** Returns the roles of the command that use the store, or the name of the command, for an error message. */
function rolesUsingStore(command: Command): string {
  if (command.name !== 'run') return command.name
  return [...command.roles].filter((role) => role === 'projector' || role === 'api').join(' and ')
}
