// Prepares the connection: converts the URL to kafkajs's configuration and checks that a broker responds.
import { readFile } from 'node:fs/promises'
import type { KafkaConfig, SASLOptions } from 'kafkajs'
import { LogError } from '../port.ts'
import { createClient } from './client.ts'
import { isPermanentError, reasonOf, toConnectError } from './failures.ts'
import type { KafkajsInternals } from './kafkajs-internals.ts'
import { toLogCreator, type KafkaLogger } from './logging.ts'
import type { KafkaUrl } from './url.ts'

const connectionTimeoutMs = 5_000
const requestTimeoutMs = 15_000
const probeTimeoutMs = 5_000

export async function toKafkaJsConfig(
  url: KafkaUrl,
  clientId: string,
  logger: KafkaLogger | null,
): Promise<KafkaConfig> {
  const { tls, sasl } = url
  return {
    brokers: [...url.brokers],
    clientId,
    connectionTimeout: connectionTimeoutMs,
    authenticationTimeout: connectionTimeoutMs,
    requestTimeout: requestTimeoutMs,
    ...(tls ? { ssl: await readTls(tls) } : {}),
    ...(sasl ? { sasl: sasl as SASLOptions } : {}),
    logLevel: 2,
    logCreator: toLogCreator(logger),
  }
}

async function readTls({ caPath, certPath, keyPath }: NonNullable<KafkaUrl['tls']>) {
  return {
    ...(caPath === null ? {} : { ca: [await readPem('ca', caPath)] }),
    ...(certPath === null ? {} : { cert: await readPem('cert', certPath) }),
    ...(keyPath === null ? {} : { key: await readPem('key', keyPath) }),
  }
}

async function readPem(name: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw new LogError(`the URL of the log: ${name}=${path} cannot be read: ${reasonOf(cause)}`, {
      cause,
    })
  }
}

/**
 * A preflight check: rejects unless one of the brokers answers a request. A successful connect is not
 * enough, because kafkajs also connects to servers that never answer.
 */
export async function checkConnection(
  internals: KafkajsInternals,
  config: KafkaConfig,
  url: KafkaUrl,
): Promise<void> {
  const probing = { ...config, requestTimeout: probeTimeoutMs }
  const client = createClient(internals, probing, url.brokers, [])
  try {
    for (let left = url.brokers.length; left > 0; left -= 1) {
      try {
        return await client.withCluster(async () => undefined)
      } catch (error) {
        if (left === 1 || isPermanentError(error)) throw toConnectError(error, url)
      }
    }
  } finally {
    await client.close()
  }
}
