// One wallet and all that a look at it needs, in memory: a platform whose rows, caps and failures a test
// decides, a clock that only the test moves, and a log.
import type { FeedGap } from '../../../schemas/generated/events.ts'
import { createPlatformStates, type WalletState } from '../../../services/poller/checkpoints.ts'
import { createWalletPoll, type WalletPoll } from '../../../services/poller/wallets/wallet-poll.ts'
import { silentObserver } from '../../../services/poller/observer.ts'
import { identifyActivity } from '../../../services/platforms/platform-a/source/activity.ts'
import { createPlatformA } from '../../../services/platforms/platform-a/source/source.ts'
import type { ActivityResult, ActivityRow, Window } from '../../../services/platforms/source.ts'
import { createPublisher } from '../../../services/poller/publisher.ts'
import { UpstreamError } from '../../../services/platforms/upstream/upstream-error.ts'
import {
  expectActivityExact,
  expectWalletWatermarksTrue,
  walletWatermarks,
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
  readonly memory = createPlatformStates()
  largestAppend = 0

  activity = async (_: string, window: Window, maxRows: number): Promise<ActivityResult> => {
    this.asked.push(window)
    const asOfMs = this.nowMs
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
    if (found.length === all.length) return { rows, asOfMs, isComplete: true }
    const oldestS = found.at(-1)?.timestamp ?? 0
    const isReported = this.isNewestFirst && (found[0]?.timestamp ?? 0) > oldestS
    const hint = isReported ? { completeFromS: oldestS + 1 } : {}
    return { rows, asOfMs, isComplete: false, ...hint }
  }

  /** As a process begins: with what the log holds. */
  async begin(): Promise<WalletPoll> {
    this.memory.wallets = new Map<string, WalletState>()
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
      if (what === 'unexpected_rows' || what === 'gaps') this.odd.push(labels['reason'] ?? '')
    }
    return createWalletPoll({
      source: { ...source, nowMs: () => this.nowMs },
      activity: this.activity,
      memory: this.memory,
      publisher: createPublisher({
        writer,
        codec: jsonCodec,
        topicPrefix: 'pm.',
        observer: silentObserver,
      }),
      markets: { lookUpForRows: async () => undefined },
      tuning: { ...deps.tuning, settleLagMs },
      now: () => this.nowMs,
      steadyNow: () => this.nowMs,
      observer: { ...silentObserver, count },
      signal: new AbortController().signal,
    })
  }

  watermark(): { from: number; until: number; gaps: readonly FeedGap[] } {
    const watermark = walletWatermarks(this.log).get(wallet)
    if (!watermark) throw new Error('no watermark')
    return {
      from: watermark.complete_from_ms,
      until: watermark.complete_until_ms,
      gaps: watermark.gaps,
    }
  }

  expectTrue(): void {
    expectActivityExact(this.log, this.facts)
    expectWalletWatermarksTrue(this.log, this.facts)
  }
}

/** Completes a poll; returns its number of pieces. */
export async function drive(pollWallet: WalletPoll): Promise<number> {
  let pieces = 0
  for await (const _ of pollWallet(wallet)) pieces += 1
  return pieces
}

/** The same, when the platform may fail. */
export async function tried(pollWallet: WalletPoll): Promise<boolean> {
  try {
    await drive(pollWallet)
    return true
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    return false
  }
}
