// Checks the topics of a cluster, read-committed, as a consumer sees them; returns faults as lines.
import pino from 'pino'
import type { TopicValues } from '../../../schemas/generated/events.ts'
import { createSchemaLoadingLog } from '../../../services/lib/codec/schema-loading-log.ts'
import { openRegistryCodec } from '../../../services/lib/codec/registry.ts'
import { openKafkaLog } from '../../../services/lib/log/kafka.ts'
import type { Codec } from '../../../services/lib/codec/port.ts'
import type { EventLog, LogRecord } from '../../../services/lib/log/port.ts'
import { roles, topicsWithPrefix, type Topic } from '../../../services/topology.ts'
import { topicPrefix as prefix, type Cluster } from '../../../tools/cluster/cluster.ts'
import { expectedTrades, idOf } from '../../e2e/expected.ts'
import type { TrueMarket, Truth } from '../../../simulator/truth.ts'

const groups = [roles.normalizer, roles.projector] as const

export interface ClusterTopics {
  /** What ends now of all that the groups read. */
  ends(): Promise<Ends>
  /** Partitions of which a group has not yet seen all up to there. */
  behind(ends: Ends): Promise<readonly string[]>
  /**
   * What is in a topic twice, dead letters, and of these markets the trades that are missing or never
   * were: all up to an instant have to be there, later ones may be.
   */
  check(truth: Truth, markets: readonly TrueMarket[], untilMs: number): Promise<TopicFaults>
}

/** By topic, of each partition. */
export type Ends = ReadonlyMap<string, readonly number[]>

export interface TopicFaults {
  readonly faults: readonly string[]
  readonly trades: number
}

type TopicContents<T extends Topic> = LogRecord & { readonly contents: TopicValues[T] }

export async function checkTopics<T>(
  cluster: Cluster,
  look: (topics: ClusterTopics) => Promise<T>,
): Promise<T> {
  const logger = pino({ level: 'silent' })
  const settings = topicsWithPrefix(prefix)
  const kafka = await openKafkaLog({
    url: cluster.logUrl,
    topics: settings,
    clientId: 'chaos',
    prefix: 'chaos.',
    now: Date.now,
    logger,
  })
  const { registryUrl } = cluster.servers.addresses
  const codec = await openRegistryCodec({ url: registryUrl, topicPrefix: prefix, logger })
  try {
    return await look(createClusterTopics(createSchemaLoadingLog(kafka, codec), codec))
  } finally {
    await kafka.close()
  }
}

function createClusterTopics(log: EventLog, codec: Codec): ClusterTopics {
  async function* records<T extends Topic>(topic: T): AsyncGenerator<TopicContents<T>> {
    for (const { partition, low } of await log.ranges(prefix + topic))
      for await (const record of log.read({ topic: prefix + topic, partition, from: low }))
        yield { ...record, contents: codec.decode(topic, record.value) }
  }

  return {
    async ends() {
      const names = groups.flatMap(({ reads }) => reads.map((topic) => prefix + topic))
      const all = await Promise.all(names.map((name) => log.ranges(name)))
      return new Map(names.map((name, i) => [name, (all[i] ?? []).map(({ high }) => high)]))
    },

    async behind(ends) {
      const lags = groups.map(async ({ group, reads }) => {
        const names = reads.map((topic) => prefix + topic)
        return (await log.lag(prefix + group, names)).flatMap(({ topic, partition, position }) => {
          const left = (ends.get(topic)?.[partition] ?? 0) - position
          return left > 0 ? [`${group} has ${left} records of ${topic}/${partition} to see`] : []
        })
      })
      return (await Promise.all(lags)).flat()
    },

    async check(truth, markets, untilMs) {
      const faults: string[] = []
      const seen = new Set<string>()
      const look = (fact: string): void => {
        if (seen.has(fact)) faults.push(`twice: ${fact.slice(0, 300)}`)
        seen.add(fact)
      }
      for await (const { contents } of records('raw.trades'))
        if (contents.body !== null && !contents.awaits_market)
          look(`raw trade ${contents.market_id} ${contents.repeat} ${contents.body}`)
      for await (const { contents } of records('raw.books'))
        look(`raw book ${contents.market_id} ${contents.received_at_ms} ${contents.body}`)
      for await (const { contents } of records('dead-letters'))
        faults.push(`dead letter: ${JSON.stringify(contents).slice(0, 500)}`)

      const reported = new Map<string, Set<string>>()
      let trades = 0
      for await (const { contents } of records('trades')) {
        if (contents.trade === null) continue
        const { market_id: market, id } = contents.trade
        trades += 1
        look(`trade ${market} ${id}`)
        reported.set(market, (reported.get(market) ?? new Set()).add(id))
      }
      for (const market of markets) {
        const ids = reported.get(idOf(market)) ?? new Set()
        const real = expectedTrades(truth, market)
        for (const { id, timestamp_ms: ms } of real)
          if (ms < untilMs && !ids.has(id)) faults.push(`not in the topic: ${idOf(market)} ${id}`)
        const known = new Set(real.map(({ id }) => id))
        for (const id of ids)
          if (!known.has(id)) faults.push(`in the topic, and never was: ${idOf(market)} ${id}`)
      }
      return { faults, trades }
    },
  }
}
