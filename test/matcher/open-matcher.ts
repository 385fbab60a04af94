// A matcher over a real log in a temporary directory. Several may share one log, as processes do.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Market, Match } from '../../schemas/generated/events.ts'
import { createMatcher, type Matcher } from '../../services/matcher/matcher.ts'
import { openLocalCodec } from '../../services/lib/codec/local.ts'
import type { Codec } from '../../services/lib/codec/port.ts'
import { openLmdbLog, type LmdbLog } from '../../services/lib/log/lmdb.ts'
import type { EventLog } from '../../services/lib/log/port.ts'
import { topics } from '../../services/topology.ts'
import { createJsonMap } from '../support/json-map.ts'

export interface MatcherLog {
  readonly log: LmdbLog
  readonly codec: Codec
  appendMarkets(...markets: readonly Market[]): Promise<void>
  /** A record of `markets` that is none. */
  appendRubbish(key: string): Promise<void>
  /** All announced matches, oldest first for each market of platform_b. */
  matches(): Promise<readonly Match[]>
  close(): Promise<void>
}

export async function openMatcherLog(now: () => number): Promise<MatcherLog> {
  const directory = await mkdtemp(join(tmpdir(), 'oddslog-matcher-'))
  const log = await openLmdbLog({
    path: join(directory, 'log'),
    topics: {
      'pm.markets': topics.markets,
      // kept completely, so that earlier announcements can be checked
      'pm.matches': { ...topics.matches, cleanup: 'delete' },
    },
    now,
  })
  const codec = await openLocalCodec({ path: join(directory, 'schemas') })
  const writer = await log.openWriter('test')
  const append = (key: string, value: Buffer): Promise<void> =>
    writer.append([{ topic: 'pm.markets', key, value }])
  return {
    log,
    codec,
    async appendMarkets(...markets) {
      for (const market of markets) await append(market.id, codec.encode('markets', market))
    },
    appendRubbish: (key) => append(key, Buffer.from('no record')),
    async matches() {
      const found: Match[] = []
      for (const { partition, low } of await log.ranges('pm.matches'))
        for await (const { value } of log.read({ topic: 'pm.matches', partition, from: low }))
          found.push(codec.decode('matches', value))
      return found
    },
    async close() {
      await log.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

export interface ObservedMatcher {
  readonly matcher: Matcher
  readonly counts: readonly {
    readonly markets: number
    readonly high: number
    readonly medium: number
  }[]
  readonly undecodable: readonly Error[]
  readonly fatal: readonly Error[]
}

/** Not started. `log`: instead of that of `on`. */
export function createObservedMatcher(
  on: MatcherLog,
  now: () => number,
  log: EventLog = on.log,
): ObservedMatcher {
  const counts: { markets: number; high: number; medium: number }[] = []
  const undecodable: Error[] = []
  const fatal: Error[] = []
  const matcher = createMatcher({
    log,
    codec: on.codec,
    topicPrefix: 'pm.',
    now,
    createMap: createJsonMap,
    onFatal: (error) => void fatal.push(error),
    observer: {
      onCounts: (announced) => void counts.push(announced),
      onUndecodableRecord: (error) => void undecodable.push(error),
    },
  })
  return { matcher, counts, undecodable, fatal }
}
