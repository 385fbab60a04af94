// One Kafka broker with listeners of every kind that a production cluster may have: TLS with client
// certificates, SASL over TLS, and a plain one.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePorts } from '../../../tools/servers/free-ports.ts'
import {
  startKafkaCluster,
  type KafkaCluster,
  type BrokerPreparation,
} from '../../../tools/servers/kafka-cluster.ts'
import type { BrokerPorts } from '../../../tools/servers/kafka-settings.ts'

export interface SecuredKafka extends KafkaCluster {
  /** Wants a client certificate: `key` and `cert`. */
  readonly tls: string
  /** Wants a user, by any of the mechanisms. */
  readonly saslTls: string
  /** The certificate of the broker, for `localhost` and 127.0.0.1, which is its own authority. */
  readonly ca: string
  readonly clientKey: string
  readonly clientCertificate: string
}

/** For PLAIN. */
export const plainUser = { username: 'app', password: 'app-secret' }
/** For SCRAM-SHA-256 and SCRAM-SHA-512. */
export const scramUser = { username: 'scram', password: 'scram-secret' }

const storePassword = 'changeit'
const run = promisify(execFile)

/** Needs openssl, in addition to what every Kafka cluster needs. */
export async function startSecuredKafka(): Promise<SecuredKafka> {
  let chosen: Secrets | undefined
  const cluster = await startKafkaCluster({
    brokers: 1,
    prepare: async (folder, [ports]) => {
      if (!ports) throw new Error('no ports')
      const [saslTls = 0, tls = 0] = await freePorts(2)
      chosen = { ...(await makeCertificates(folder)), saslTls, tls }
      return toPreparation(folder, ports, chosen)
    },
  })
  if (!chosen) throw new Error('nothing was prepared')
  return {
    ...cluster,
    ...chosen,
    tls: `localhost:${chosen.tls}`,
    saslTls: `localhost:${chosen.saslTls}`,
  }
}

interface Certificates {
  readonly ca: string
  readonly clientKey: string
  readonly clientCertificate: string
}
interface Secrets extends Certificates {
  readonly saslTls: number
  readonly tls: number
}

async function makeCertificates(folder: string): Promise<Certificates> {
  const store = [
    '-alias',
    'broker',
    '-keystore',
    join(folder, 'broker.p12'),
    '-storepass',
    storePassword,
  ]
  const key = join(folder, 'client.key')
  const certificate = join(folder, 'client.pem')
  const named = '-dname CN=localhost -ext san=dns:localhost,ip:127.0.0.1 -ext bc:c=ca:true'
  const made = `-genkeypair -storetype PKCS12 -keyalg EC -groupname secp256r1 -validity 3650 ${named}`
  await run('keytool', [...made.split(' '), ...store])
  const { stdout: ca } = await run('keytool', ['-exportcert', '-rfc', ...store])
  const asked = 'req -x509 -nodes -days 3650 -subj /CN=client -newkey ec'
  const curve = ['-pkeyopt', 'ec_paramgen_curve:prime256v1']
  await run('openssl', [...asked.split(' '), ...curve, '-keyout', key, '-out', certificate])
  return {
    ca,
    clientKey: await readFile(key, 'utf8'),
    clientCertificate: await readFile(certificate, 'utf8'),
  }
}

function toPreparation(
  folder: string,
  ports: BrokerPorts,
  { saslTls, tls }: Secrets,
): BrokerPreparation {
  const security = 'org.apache.kafka.common.security'
  const { username, password } = scramUser
  return {
    properties: {
      listeners: [
        `PLAINTEXT://127.0.0.1:${ports.client}`,
        `SASLTLS://127.0.0.1:${saslTls}`,
        `TLS://127.0.0.1:${tls}`,
        `CONTROLLER://127.0.0.1:${ports.controller}`,
      ].join(),
      'advertised.listeners': [
        `PLAINTEXT://127.0.0.1:${ports.client}`,
        `SASLTLS://localhost:${saslTls}`,
        `TLS://localhost:${tls}`,
      ].join(),
      'listener.security.protocol.map':
        'PLAINTEXT:PLAINTEXT,SASLTLS:SASL_SSL,TLS:SSL,CONTROLLER:PLAINTEXT',
      'ssl.keystore.type': 'PKCS12',
      'ssl.keystore.location': join(folder, 'broker.p12'),
      'ssl.keystore.password': storePassword,
      'ssl.key.password': storePassword,
      'ssl.truststore.type': 'PEM',
      'ssl.truststore.location': join(folder, 'client.pem'),
      'listener.name.tls.ssl.client.auth': 'required',
      'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-256,SCRAM-SHA-512',
      'listener.name.sasltls.plain.sasl.jaas.config': `${security}.plain.PlainLoginModule required user_${plainUser.username}="${plainUser.password}";`,
      'listener.name.sasltls.scram-sha-256.sasl.jaas.config': `${security}.scram.ScramLoginModule required;`,
      'listener.name.sasltls.scram-sha-512.sasl.jaas.config': `${security}.scram.ScramLoginModule required;`,
    },
    formatArguments: ['SCRAM-SHA-256', 'SCRAM-SHA-512'].flatMap((mechanism) => [
      '--add-scram',
      `${mechanism}=[name=${username},password=${password}]`,
    ]),
  }
}
