// One wallet and all that a look at it needs, in memory: a platform whose rows, caps and failures a test
// decides, a clock that only the test moves, and a log.
import type { FeedGap } from '../../../schemas/generated/events.ts'
import { createHubMemory, type WalletState } from '../../../services/poller/checkpoints.ts'
import { createWalletLook, type WalletLook } from '../../../services/poller/feeds/wallet-look.ts'
import { silentObserver } from '../../../services/poller/observer.ts'
import { identifyActivity } from '../../../services/poller/platforms/platform-a-activity.ts'
import { createPlatformA } from '../../../services/poller/platforms/platform-a.ts'
import type {
  ActivityAnswer,
  ActivityRow,
  Window,
} from '../../../services/poller/platforms/source.ts'
import { createPublisher } from '../../../services/poller/publisher.ts'
import { UpstreamError } from '../../../services/poller/upstream/upstream-error.ts'
import {
  expectActivityExact,
  expectWalletClaimsTrue,
  walletClaims,
  walletOf,
  type ActivityFact,
} from './activity.ts'
import { createMemoryLog, jsonCodec, type MemoryLog } from './memory-log.ts'
import { createDeps, nowMs as startMs } from './source.ts'

export const wallet = walletOf(1)
export const settleLagMs = 5_000

export class World {
  nowMs = startMs
  facts: ActivityFact[] = []
  /** Rows given at once; the newest of the window. */
  cap = 40
  isNewestFirst = true
  asked: Window[] = []
  fails: (window: Window) => boolean = () => false
  odd: string[] = []
  readonly log: MemoryLog = createMemoryLog(() => this.nowMs)
  readonly memory = createHubMemory()
  largestAppend = 0

  activity = async (_: string, window: Window, maxRows: number): Promise<ActivityAnswer> => {
    this.asked.push(window)
    await Promise.resolve()
    if (this.fails(window)) throw new UpstreamError('no', { kind: 'failed', status: 500 })
    const all = this.facts
      .filter(
        ({ timestamp, visibleAtMs = 0 }) =>
          timestamp >= window.fromS && timestamp < window.untilS && visibleAtMs <= this.nowMs,
      )
      .toSorted((a, b) => b.timestamp - a.timestamp)
    const found = (this.isNewestFirst ? all : all.toReversed()).slice(
      0,
      Math.min(maxRows, this.cap),
    )
    const rows = found.map((fact): ActivityRow => {
      const body = JSON.stringify({ ...fact, visibleAtMs: undefined })
      return { ...identifyActivity(fact, body), body, url: 'u', receivedAtMs: this.nowMs }
    })
    if (found.length === all.length) return { rows, isWhole: true }
    const oldestS = found.at(-1)?.timestamp ?? 0
    const isTold = this.isNewestFirst && (found[0]?.timestamp ?? 0) > oldestS
    return { rows, isWhole: false, ...(isTold ? { wholeFromS: oldestS + 1 } : {}) }
  }

  /** As a process begins: with what the log holds. */
  async begin(): Promise<WalletLook> {
    this.memory.wallets.clear()
    for (const { value } of this.log.values('poll-checkpoints')) {
      const address = value.key.slice('platform_a/wallet/'.length)
      this.memory.wallets.set(address, JSON.parse(value.state) as WalletState)
    }
    const deps = createDeps()
    const url = 'http://a'
    const source = createPlatformA({ gammaUrl: url, clobUrl: url, dataUrl: url }, deps)
    const writer = await this.log.openWriter('poller')
    const append = writer.append.bind(writer)
    writer.append = async (records) => {
      const rows = records.filter(({ topic }) => topic === 'pm.raw.wallets').length - 1
      this.largestAppend = Math.max(this.largestAppend, rows)
      await append(records)
    }
    const count = (what: string, labels: Readonly<Record<string, string>>): void => {
      if (what === 'odd_rows' || what === 'gaps') this.odd.push(labels['reason'] ?? '')
    }
    return createWalletLook({
      source: { ...source, nowMs: () => this.nowMs },
      activity: this.activity,
      memory: this.memory,
      publisher: createPublisher({
        writer,
        codec: jsonCodec,
        topicPrefix: 'pm.',
        observer: silentObserver,
      }),
      markets: { prepare: async () => undefined, follow: () => new Promise(() => undefined) },
      tuning: { ...deps.tuning, settleLagMs },
      now: () => this.nowMs,
      observer: { ...silentObserver, count },
      signal: new AbortController().signal,
    })
  }

  claim(): { from: number; until: number; gaps: readonly FeedGap[] } {
    const claim = walletClaims(this.log).get(wallet)
    if (!claim) throw new Error('no claim')
    return { from: claim.complete_from_ms, until: claim.complete_until_ms, gaps: claim.gaps }
  }

  expectTrue(): void {
    expectActivityExact(this.log, this.facts)
    expectWalletClaimsTrue(this.log, this.facts)
  }
}

/** Does a look to its end; how many pieces it had. */
export async function drive(look: WalletLook): Promise<number> {
  let pieces = 0
  for await (const _ of look(wallet)) pieces += 1
  return pieces
}

/** The same, when the platform may fail. */
export async function tried(look: WalletLook): Promise<boolean> {
  try {
    await drive(look)
    return true
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    return false
  }
}
