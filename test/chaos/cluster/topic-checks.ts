// What lies in the topics of a cluster, read-committed, as any consumer sees it: faults as lines.
import pino from 'pino'
import type { TopicValues } from '../../../schemas/generated/events.ts'
import { createLearningLog } from '../../../services/platform/codec/learning-log.ts'
import { openRegistryCodec } from '../../../services/platform/codec/registry.ts'
import { openKafkaLog } from '../../../services/platform/log/kafka.ts'
import type { Codec } from '../../../services/platform/codec/port.ts'
import type { EventLog, LogRecord } from '../../../services/platform/log/port.ts'
import { roles, topicsWithPrefix, type Topic } from '../../../services/topology.ts'
import { topicPrefix as prefix, type Cluster } from '../../../tools/cluster/cluster.ts'
import { expectedTrades, idOf } from '../../e2e/expected.ts'
import type { TrueMarket, Truth } from '../../../services/simulator/truth.ts'

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

type Said<T extends Topic> = LogRecord & { readonly said: TopicValues[T] }

export async function lookIntoTopics<T>(
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
    logger,
  })
  const { registryUrl } = cluster.engines.addresses
  const codec = await openRegistryCodec({ url: registryUrl, topicPrefix: prefix, logger })
  try {
    return await look(createClusterTopics(createLearningLog(kafka, codec), codec))
  } finally {
    await kafka.close()
  }
}

function createClusterTopics(log: EventLog, codec: Codec): ClusterTopics {
  async function* records<T extends Topic>(topic: T): AsyncGenerator<Said<T>> {
    for (const { partition, low } of await log.ranges(prefix + topic))
      for await (const record of log.read({ topic: prefix + topic, partition, from: low }))
        yield { ...record, said: codec.decode(topic, record.value) }
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
      for await (const { said } of records('raw.trades'))
        if (said.body !== null) look(`raw trade ${said.market_id} ${said.repeat} ${said.body}`)
      for await (const { said } of records('raw.books'))
        look(`raw book ${said.market_id} ${said.received_at_ms} ${said.body}`)
      for await (const { said } of records('dead-letters'))
        faults.push(`dead letter: ${JSON.stringify(said).slice(0, 500)}`)

      const told = new Map<string, Set<string>>()
      let trades = 0
      for await (const { said } of records('trades')) {
        if (said.trade === null) continue
        const { market_id: market, id } = said.trade
        trades += 1
        look(`trade ${market} ${id}`)
        told.set(market, (told.get(market) ?? new Set()).add(id))
      }
      for (const market of markets) {
        const ids = told.get(idOf(market)) ?? new Set()
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
