// The errors that an operator sees when the log on Kafka cannot be opened: each one names the problem and
// the setting, and none contains the password.
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openKafkaLog } from '../../../services/lib/log/kafka.ts'
import { parseKafkaUrl } from '../../../services/lib/log/kafka/url.ts'
import type { TopicSettings } from '../../../services/lib/log/port.ts'
import { describeWithServers } from '../../support/servers/describe-with-servers.ts'
import {
  plainUser,
  scramUser,
  startSecuredKafka,
  type SecuredKafka,
} from '../../support/servers/secured-kafka.ts'
import { freePort } from '../../../tools/servers/free-ports.ts'
import { createKafkaLogs, oneTopic, readFrom, textsOf } from './kafka-logs.ts'

const topics: TopicSettings = { in: { partitions: 1, cleanup: 'delete', retentionMs: Infinity } }

const open = async (url: string, settings = topics): Promise<void> => {
  const prefix = `connecting-${randomUUID()}.`
  const named = Object.fromEntries(Object.entries(settings).map(([t, s]) => [prefix + t, s]))
  const log = await openKafkaLog({ url, topics: named, clientId: 'test', prefix, now: Date.now })
  const writer = await log.openWriter('test')
  const topic = `${prefix}in`
  await writer.append([{ topic, key: 'k', value: Buffer.from('a') }])
  expect(textsOf(await readFrom(log, topic))).toEqual(['a'])
  await log.close()
}

describe('the URL of a log on Kafka', () => {
  it('says where the brokers are, how to get in, and what else belongs to it', () => {
    expect(
      parseKafkaUrl(
        'kafka://me:p%40ss%3Aword@b1:9093,b2?tls=true&sasl=scram-sha-512&ca=/ca.pem&replication=3&session=30&registry=http://registry:8080/apis/ccompat/v7',
      ),
    ).toEqual({
      brokers: ['b1:9093', 'b2:9092'],
      tls: { caPath: '/ca.pem', certPath: null, keyPath: null },
      sasl: { mechanism: 'scram-sha-512', username: 'me', password: 'p@ss:word' },
      replication: 3,
      sessionTimeoutMs: 30_000,
      registryUrl: 'http://registry:8080/apis/ccompat/v7',
    })
    expect(parseKafkaUrl('kafka://broker')).toEqual({
      brokers: ['broker:9092'],
      tls: null,
      sasl: null,
      replication: null,
      sessionTimeoutMs: 10_000,
      registryUrl: null,
    })
  })

  it.each([
    ['kafka://', 'no host: brokers are'],
    ['http://broker:9092', 'no host: brokers are'],
    ['kafka://a:1,:2', ':2: brokers are'],
    ['kafka://a:70000', 'a:70000: brokers are'],
    ['kafka://[::1]:9092', '[::1]:9092: brokers are'],
    ['kafka://a?tls=yes', 'tls: must be true or false'],
    ['kafka://a?ca=/x', 'ca, cert and key need tls=true'],
    ['kafka://a?tls=true&cert=/x', 'cert and key belong together'],
    ['kafka://me:hush@a', 'user:password@ and sasl=<mechanism> belong together'],
    ['kafka://a?sasl=plain', 'user:password@ and sasl=<mechanism> belong together'],
    ['kafka://me:hush@a?sasl=gssapi', 'sasl: must be plain, scram-sha-256, scram-sha-512'],
    ['kafka://me@a?sasl=plain', 'user:password@ needs both'],
    ['kafka://me:hu%sh@a?sasl=plain', 'a % in user or password must be written %25'],
    ['kafka://a?replication=0', 'replication: must be a number'],
    ['kafka://a?session=soon', 'session: must be a number of seconds'],
    ['kafka://a?replicas=3', 'replicas: unknown; known are'],
    ['kafka://a?tls=true&tls=false', 'tls: given twice'],
  ])('refuses %s', (url, problem) => {
    expect(() => parseKafkaUrl(url)).toThrow(problem)
    expect(() => parseKafkaUrl(url)).not.toThrow(/hu.?sh/)
  })

  it('tells all that is wrong with it at once', () => {
    expect(() => parseKafkaUrl('kafka://a:0?tls=1&replication=x')).toThrow(
      /a:0: .*; .*|tls: .*; replication: /,
    )
  })
})

describe('a log on Kafka that is not there', () => {
  it('says that nothing listens', async () => {
    const port = await freePort()
    await expect(open(`kafka://127.0.0.1:${port}`)).rejects.toMatchObject({
      message: `Kafka at 127.0.0.1:${port}: nothing listens there (ECONNREFUSED)`,
      retriable: true,
    })
  })

  it('says that there is no such host', async () => {
    await expect(open('kafka://nowhere.invalid:9092')).rejects.toMatchObject({
      message: 'Kafka at nowhere.invalid:9092: there is no host of that name',
      retriable: true,
    })
  })

  it('says that a server takes the connection and does not answer', async () => {
    const sockets: { destroy(): void }[] = []
    const silent: Server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    await expect(open(`kafka://127.0.0.1:${port}`)).rejects.toMatchObject({
      message: expect.stringContaining('takes the connection and does not answer: is it Kafka'),
      retriable: true,
    })
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
})

await describeWithServers(['kafka'], 'a log on Kafka and its topics', ({ kafka }) => {
  const url = `kafka://${kafka.brokers.join(',')}`

  it('that are there must have the partitions that we count on, and keep what we keep', async () => {
    const logs = createKafkaLogs(kafka.brokers)
    await logs.open()
    const other: TopicSettings = {
      in: { partitions: 2, cleanup: 'delete', retentionMs: Infinity },
      out: { partitions: 1, cleanup: 'compact', retentionMs: Infinity },
    }
    await expect(logs.open(other)).rejects.toMatchObject({
      retriable: false,
      message: expect.stringContaining(
        `${logs.prefix}in: has 1 partitions, must have 2\n${logs.prefix}out: cleanup.policy is delete, must be compact`,
      ),
    })
    await logs.close()
  })

  it('may keep records for longer than we ask, not for less', async () => {
    const logs = createKafkaLogs(kafka.brokers)
    const kept = (retentionMs: number): TopicSettings => ({
      in: { partitions: 1, cleanup: 'delete', retentionMs },
    })
    await logs.open(kept(60_000))
    await logs.open(kept(30_000))
    await expect(logs.open(kept(90_000))).rejects.toThrow('retention.ms is 60000, must be 90000')
    await expect(logs.open(kept(Infinity))).rejects.toThrow('retention.ms is 60000, must be -1')
    await logs.close()
  })

  it('have the limit of size that we ask for, or a larger one, and say what exceeds it', async () => {
    const logs = createKafkaLogs(kafka.brokers)
    const limited = (retentionBytes: number): TopicSettings => ({
      in: { partitions: 2, cleanup: 'delete', retentionMs: 3_600_000, retentionBytes },
    })
    const log = await logs.open(limited(200_000))
    await logs.open(limited(150_000))
    await expect(logs.open(limited(200_001))).rejects.toThrow(
      'retention.bytes is 100000, must be 100001',
    )
    await expect(logs.open(limited(Infinity))).rejects.toThrow(
      'retention.bytes is 100000, must be -1',
    )
    const writer = await log.openWriter('test')
    const value = randomBytes(10_000)
    const topic = 'in'
    for (let i = 0; i < 20; i += 1) await writer.append([{ topic, key: null, partition: 0, value }])
    const [full, empty] = await log.usage(topic)
    expect(full).toMatchObject({ retentionMs: 3_600_000, retentionBytes: 100_000 })
    expect(full?.bytes).toBeGreaterThan(200_000)
    expect(full?.expiredUntil).toBeGreaterThan(15)
    expect(full?.removableUntil).toBe(full?.expiredUntil)
    expect(empty).toMatchObject({ bytes: 0, records: 0, oldestMs: null, expiredUntil: 0 })
    await logs.close()
  })

  it('are made by whichever of several processes comes first', async () => {
    const logs = createKafkaLogs(kafka.brokers)
    await Promise.all([1, 2, 3, 4].map(() => logs.open(oneTopic)))
    await logs.close()
  })

  it('cannot have more replicas than there are brokers', async () => {
    await expect(open(`${url}?replication=3`)).rejects.toMatchObject({
      message: expect.stringContaining('fewer brokers than replicas requested (replication=3)'),
      retriable: false,
    })
  })

  it('need TLS on both sides', async () => {
    await expect(open(`${url}?tls=true`)).rejects.toThrow(/TLS failed .*: does the port speak TLS/)
  })
})

await describeWithServers(
  [],
  'a log on a Kafka that asks who is there',
  () => {
    let kafka: SecuredKafka
    let folder = ''
    const file = (name: string): string => join(folder, name)
    beforeAll(async () => {
      kafka = await startSecuredKafka()
      folder = await mkdtemp(join(tmpdir(), 'kafka-tls-'))
      await writeFile(file('ca.pem'), kafka.ca)
      await writeFile(file('client.pem'), kafka.clientCertificate)
      await writeFile(file('client.key'), kafka.clientKey)
    })
    afterAll(async () => {
      await kafka?.stop()
      await rm(folder, { recursive: true, force: true })
    })

    const withUser = (
      { username, password }: { readonly username: string; readonly password: string },
      mechanism: string,
      rest = `&tls=true&ca=${file('ca.pem')}`,
    ): string => `kafka://${username}:${password}@${kafka.saslTls}?sasl=${mechanism}${rest}`

    it('opens by password, each mechanism, and by certificate', async () => {
      await open(withUser(plainUser, 'plain'))
      await open(withUser(scramUser, 'scram-sha-256'))
      await open(withUser(scramUser, 'scram-sha-512'))
      const files = `ca=${file('ca.pem')}&cert=${file('client.pem')}&key=${file('client.key')}`
      await open(`kafka://${kafka.tls}?tls=true&${files}`)
    })

    it.each(['plain', 'scram-sha-256', 'scram-sha-512'])(
      'says that it refuses the password, by %s, and does not ask again',
      async (mechanism) => {
        const user = { username: 'app', password: 'wrong-hush' }
        const refused = open(withUser(user, mechanism))
        await expect(refused).rejects.toMatchObject({
          message: expect.stringContaining(`it refuses user app (sasl=${mechanism})`),
          retriable: false,
        })
        await expect(refused).rejects.not.toThrow('wrong-hush')
      },
    )

    it.each<[string, () => string, string | RegExp]>([
      [
        'a certificate that is not trusted',
        () => withUser(plainUser, 'plain', '&tls=true'),
        /SELF_SIGNED.* certificate is not trusted.* ca=/,
      ],
      [
        'a missing client certificate',
        () => `kafka://${kafka.tls}?tls=true&ca=${file('ca.pem')}`,
        /TLS failed .*cert=/,
      ],
      ['no TLS on a TLS port', () => `kafka://${kafka.tls}`, /tls=true/],
      [
        'no login on a port that wants one',
        () => `kafka://${kafka.saslTls}?tls=true&ca=${file('ca.pem')}`,
        /a login \(user:password@ and sasl=\)/,
      ],
      [
        'a file that is not there',
        () => `kafka://${kafka.tls}?tls=true&ca=${file('none.pem')}`,
        /ca=.*none.pem cannot be read: ENOENT/,
      ],
    ])('says what is wrong with %s', async (_what, url, message) => {
      await expect(open(url())).rejects.toThrow(message)
    })
  },
  ['openssl'],
)
