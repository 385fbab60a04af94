// Parses the URL of a Kafka log:
// kafka://user:password@host1:9092,host2:9092?tls=true&sasl=scram-sha-512&ca=/path&replication=3
import { decodeUrlPart, percentProblem } from '../../run/url-part.ts'
import { LogError } from '../port.ts'

const saslMechanisms = ['plain', 'scram-sha-256', 'scram-sha-512'] as const
export type SaslMechanism = (typeof saslMechanisms)[number]

export interface KafkaUrl {
  /** Each is `host:port`. */
  readonly brokers: readonly string[]
  /**
   * Paths of PEM files for TLS; null without TLS. Without `ca`, the certificate authorities that Node
   * trusts apply.
   */
  readonly tls: {
    readonly caPath: string | null
    readonly certPath: string | null
    readonly keyPath: string | null
  } | null
  readonly sasl: {
    readonly mechanism: SaslMechanism
    readonly username: string
    readonly password: string
  } | null
  /** Replication factor of topics that the service creates; null for the default of the brokers. */
  readonly replication: number | null
  /** The group removes a member that sends no heartbeat for this long. */
  readonly sessionTimeoutMs: number
  /** URL of the schema registry, which the codec uses and the log does not. */
  readonly registryUrl: string | null
}

const known = ['tls', 'sasl', 'ca', 'cert', 'key', 'replication', 'session', 'registry']
const defaultSessionSeconds = '10'
const form =
  'kafka://user:password@host:port,host:port?tls=true&sasl=scram-sha-512&ca=/path&replication=3'

/** Parses the URL. Throws a LogError that lists all validation errors, without the password. */
export function parseKafkaUrl(url: string): KafkaUrl {
  const [, credentials, hosts = '', query = ''] =
    /^kafka:\/\/(?:([^@/?#]*)@)?([^@/?#]*)\/?(?:\?([^#]*))?$/.exec(url) ?? []
  const problems: string[] = []
  const params = new URLSearchParams(query)
  for (const name of new Set(params.keys())) {
    if (!known.includes(name)) problems.push(`${name}: unknown; known are ${known.join(', ')}`)
    if (params.getAll(name).length > 1) problems.push(`${name}: given twice`)
  }
  const get = (name: string): string | null => params.get(name) || null

  const isTls = get('tls') === 'true'
  if (!['true', 'false', null].includes(get('tls'))) problems.push('tls: must be true or false')
  const files = { caPath: get('ca'), certPath: get('cert'), keyPath: get('key') }
  if (!isTls && Object.values(files).some((path) => path !== null))
    problems.push('ca, cert and key need tls=true')
  if ((files.certPath === null) !== (files.keyPath === null))
    problems.push('cert and key belong together')

  const replication = get('replication')
  if (replication !== null && !/^[1-9]\d?$/.test(replication))
    problems.push('replication: must be a number, 1 to 99')

  const session = get('session') ?? defaultSessionSeconds
  if (!/^[1-9]\d{0,2}$/.test(session))
    problems.push('session: must be a number of seconds, 1 to 999')

  const parsed: KafkaUrl = {
    brokers: parseBrokers(hosts, problems),
    tls: isTls ? files : null,
    sasl: parseSasl(credentials ?? null, get('sasl'), problems),
    replication: replication === null ? null : Number(replication),
    sessionTimeoutMs: Number(session) * 1000,
    registryUrl: get('registry'),
  }
  if (problems.length > 0)
    throw new LogError(`the URL of the log (${form}): ${problems.join('; ')}`)
  return parsed
}

function parseBrokers(hosts: string, problems: string[]): string[] {
  const brokers = hosts.split(',').map((host) => host.trim())
  return brokers.map((broker) => {
    const [, name, port = '9092'] = /^([\w.-]+)(?::(\d{1,5}))?$/.exec(broker) ?? []
    if (name === undefined || Number(port) < 1 || Number(port) > 65_535)
      problems.push(`${broker || 'no host'}: brokers are host:port,host:port (IPv4 or a name)`)
    return `${name}:${port}`
  })
}

function parseSasl(
  credentials: string | null,
  mechanismName: string | null,
  problems: string[],
): KafkaUrl['sasl'] {
  const mechanism = saslMechanisms.find((m) => m === mechanismName)
  if (mechanismName !== null && !mechanism)
    problems.push(`sasl: must be ${saslMechanisms.join(', ')}`)
  if ((credentials === null) !== (mechanismName === null))
    problems.push('user:password@ and sasl=<mechanism> belong together')
  if (!credentials || !mechanism) return null
  const [, user = '', secret = ''] = /^([^:]*):?(.*)$/.exec(credentials) ?? []
  const [username, password] = [decode(user), decode(secret)]
  if (!username || !password) problems.push('user:password@ needs both, percent-encoded')
  return { mechanism, username, password }

  function decode(part: string): string {
    const decoded = decodeUrlPart(part)
    if (decoded === null) problems.push(percentProblem)
    return decoded ?? ''
  }
}
