// The contracts of log, codec, store and cache, on the images of docker-compose.yml.
import { randomUUID } from 'node:crypto'
import { openRedisCache } from '../../services/lib/cache/redis.ts'
import { openRegistryCodec } from '../../services/lib/codec/registry.ts'
import { openStore } from '../../services/lib/store/clickhouse.ts'
import { describeCache } from '../contracts/cache.ts'
import { describeCodec } from '../contracts/codec.ts'
import { describeEventLog } from '../contracts/event-log.ts'
import { describeStore } from '../contracts/store.ts'
import { register, silent } from '../lib/codec/registry-requests.ts'
import { openKafkaSubject } from '../lib/log/kafka-subject.ts'
import { describeWithEngines } from './engines.ts'

await describeWithEngines('the contracts on the images of docker-compose.yml', (engines) => {
  describeEventLog('Kafka', () =>
    openKafkaSubject(`kafka://${engines().brokers.join(',')}?replication=3`),
  )

  describeCodec('the registry', async () => {
    const url = engines().registryUrl
    const topicPrefix = `${randomUUID()}.`
    return {
      open: (schemas) =>
        openRegistryCodec({ url, topicPrefix, logger: silent, ...(schemas && { schemas }) }),
      bringIn: (topic, schema) => register(url, `${topicPrefix}${topic}.elsewhere`, schema),
      dispose: async () => undefined,
    }
  })

  describeStore('ClickHouse', async () => {
    const url = engines().storeUrl(`contract_${randomUUID().replaceAll('-', '')}`)
    const store = await openStore({ url })
    return { store, dispose: () => store.close() }
  })

  describeCache('Redis', async () => {
    const keyPrefix = `contract:${randomUUID()}:`
    const open = () =>
      openRedisCache({
        url: engines().redisUrl,
        keyPrefix,
        commandTimeoutMs: 20_000, // the machine may be busy: that is no outage
        observer: {
          onLost(reason) {
            throw new Error(`lost: ${reason}`)
          },
          onRecovered: () => undefined,
        },
      })
    const [cache, other] = await Promise.all([open(), open()])
    return {
      cache,
      other,
      dispose: async () => void (await Promise.all([cache.close(), other.close()])),
    }
  })
})
