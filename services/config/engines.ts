// The addresses of log, store and cache, and what of them can go together.
import { resolve } from 'node:path'
import { parseKafkaUrl } from '../platform/log/kafka/url.ts'
import { allRoles, type Command } from './command.ts'

export type LogSettings =
  | { readonly kind: 'lmdb'; readonly path: string }
  /** With the address of its schema registry. */
  | { readonly kind: 'kafka'; readonly url: string; readonly registryUrl: string }

/** No message repeats a password. */
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
        'LOG_URL: needs the schema registry too: ...?registry=http://host:port/path (percent-encoded where it has a ? or & of its own)',
      )
    else if (!/^https?:\/\/./.test(registryUrl) || !URL.canParse(registryUrl))
      problems.push('LOG_URL: registry must be an http or https URL')
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
  return value
}

export function parseCacheUrl(value: string, problems: string[]): string {
  if (value !== 'memory:' && !(/^rediss?:\/\/./.test(value) && URL.canParse(value)))
    problems.push('CACHE_URL: must be memory: or redis(s)://user:password@host:port/number')
  return value
}

/** What each variable allows by itself, and not with the others. */
export function checkTogether(
  command: Command,
  settings: {
    readonly log: LogSettings
    readonly storeUrl: string
    readonly jwtSecret: string | null
    readonly usesSimulator: boolean
  },
  problems: string[],
): void {
  if (command.name !== 'run') return
  const { roles } = command
  const { log, storeUrl, jwtSecret, usesSimulator } = settings
  const named = [...roles].join(' ')
  const isWhole = roles.size === allRoles.length
  if (log.kind === 'lmdb' && !isWhole)
    problems.push(
      `${named}: the embedded log belongs to one process, which runs all roles; leave the arguments out, or set LOG_URL=kafka://...`,
    )
  const usingStore = (['projector', 'api'] as const).filter((role) => roles.has(role))
  if (log.kind === 'kafka' && storeUrl.startsWith('chdb:') && usingStore.length === 1)
    problems.push(
      `${named}: the embedded store belongs to one process, which runs projector and api; run both here, or set STORE_URL=http://...`,
    )
  if (!isWhole && usesSimulator && roles.has('poller'))
    problems.push(
      `${named}: the simulator is a process of its own here: npm start simulator, with its addresses in PLATFORM_A_GAMMA_URL, PLATFORM_A_CLOB_URL, PLATFORM_A_DATA_URL and PLATFORM_B_URL; or set UPSTREAM=live`,
    )
  if (log.kind === 'kafka' && roles.has('api') && jwtSecret === null)
    problems.push(
      'JWT_SECRET: must be set, to the same for every process of the api (openssl rand -base64 48 makes one)',
    )
}
