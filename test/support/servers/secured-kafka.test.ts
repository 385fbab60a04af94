// The secured broker accepts only the intended clients; otherwise tests of rejections would prove nothing.
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { Kafka, logLevel, type KafkaConfig, type SASLOptions } from 'kafkajs'
import { describeWithServers } from './describe-with-servers.ts'
import { plainUser, scramUser, startSecuredKafka, type SecuredKafka } from './secured-kafka.ts'

await describeWithServers(
  [],
  'a secured Kafka',
  () => {
    let kafka: SecuredKafka

    beforeAll(async () => {
      kafka = await startSecuredKafka()
    })

    afterAll(() => kafka.stop())

    /** Number of brokers in its metadata. */
    async function ask(config: KafkaConfig): Promise<number> {
      const admin = new Kafka({
        logLevel: logLevel.NOTHING,
        retry: { retries: 0 },
        connectionTimeout: 10_000,
        ...config,
      }).admin()
      try {
        await admin.connect()
        return (await admin.describeCluster()).brokers.length
      } finally {
        await admin.disconnect()
      }
    }

    it.each<SASLOptions>([
      { mechanism: 'plain', ...plainUser },
      { mechanism: 'scram-sha-256', ...scramUser },
      { mechanism: 'scram-sha-512', ...scramUser },
    ])('accepts a user by $mechanism, and refuses a wrong password', async (sasl) => {
      const config = { brokers: [kafka.saslTls], ssl: { ca: [kafka.ca] } }
      // a copy: kafkajs writes into it, and would find the right password again
      expect(await ask({ ...config, sasl: { ...sasl } })).toBe(1)
      await expect(
        ask({ ...config, sasl: { ...sasl, password: 'wrong' } as SASLOptions }),
      ).rejects.toThrow(/authentication/i)
    })

    it('accepts a client certificate, and refuses whoever has none', async () => {
      const ssl = { ca: [kafka.ca] }
      const brokers = [kafka.tls]
      expect(
        await ask({
          brokers,
          ssl: { ...ssl, key: kafka.clientKey, cert: kafka.clientCertificate },
        }),
      ).toBe(1)
      await expect(ask({ brokers, ssl })).rejects.toThrow()
    })

    it('is refused by a client that does not know its certificate', async () => {
      const sasl: SASLOptions = { mechanism: 'plain', ...plainUser }
      await expect(ask({ brokers: [kafka.saslTls], ssl: true, sasl })).rejects.toThrow(
        /self.signed/i,
      )
    })

    it('refuses plain text on a port of TLS', async () => {
      await expect(ask({ brokers: [kafka.saslTls] })).rejects.toThrow()
    })
  },
  ['openssl'],
)
