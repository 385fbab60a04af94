// A disk that another program fills for some time, and what the service does meanwhile and afterwards.
import { setTimeout as sleep } from 'node:timers/promises'
import type { LimitedDisk } from '../../support/limited-disk.ts'
import { hungAfterMs } from '../../support/waiting.ts'
import type { Restartable } from './restartable.ts'

export interface FullDisk {
  /** Resolves when the disk is full. It stays full for this time; another fault does not prolong it. */
  fillFor(ms: number): Promise<void>
  /** Frees the disk, and resolves when the service has recovered. */
  free(): Promise<void>
  /** The longest time from free space until the service had recovered; null: the disk was never full. */
  readonly slowestRecoveryMs: () => number | null
}

interface Readiness {
  readonly parts: Readonly<Record<string, string>>
}

const pollMs = 200
/** After this time the report of a full disk is due. */
const reportAfterMs = 1_000

export function createFullDisk(
  disk: LimitedDisk,
  service: Pick<Restartable, 'adminUrl' | 'storeNumber'>,
  onFault: (fault: string) => void,
): FullDisk {
  let slowestMs: number | null = null
  let ending: { readonly end: () => void; readonly done: Promise<void> } | null = null

  /** Resolves with the problem of the part, or null if the service does not answer, as during a restart. */
  async function problemOf(part: string): Promise<string | null> {
    const response = await fetch(`${service.adminUrl()}/health/ready`).catch(() => null)
    return response ? (((await response.json()) as Readiness).parts[part] ?? null) : null
  }

  async function checkReport(): Promise<void> {
    const number = service.storeNumber()
    const problem = await problemOf('disk')
    if (service.storeNumber() !== number || problem === null) return
    if (!/is full .*free disk space/.test(problem))
      onFault(`the disk is full, and /health/ready says: ${problem}`)
  }

  /** The number of unread records by stage and topic; empty if the service does not answer. */
  async function readLags(): Promise<ReadonlyMap<string, number>> {
    const response = await fetch(`${service.adminUrl()}/metrics`).catch(() => null)
    const text = response ? await response.text() : ''
    const lags = [...text.matchAll(/^oddslog_stage_lag_records\{(.*)\} (\d+)$/gm)]
    return new Map(lags.map(([, labels = '', lag]) => [labels, Number(lag)]))
  }

  /** Each stage must have read all records of each of its topics at some moment; new ones arrive all the time. */
  async function untilRecovered(): Promise<void> {
    const number = service.storeNumber()
    const freedMs = performance.now()
    const caughtUp = new Set<string>()
    for (;;) {
      const isReady = (await problemOf('disk')) === 'ok'
      const tookMs = performance.now() - freedMs
      if (service.storeNumber() !== number) return // stopped meanwhile
      const lags = await readLags()
      for (const [labels, lag] of lags) if (lag === 0) caughtUp.add(labels)
      if (isReady && lags.size > 0 && caughtUp.size === lags.size) {
        slowestMs = Math.max(slowestMs ?? 0, tookMs)
        return
      }
      if (tookMs > hungAfterMs)
        return onFault(`${hungAfterMs} ms after a full disk there are unread records`)
      await sleep(pollMs)
    }
  }

  async function waitAndFree(ms: number, signal: AbortSignal): Promise<void> {
    const pause = (forMs: number): Promise<void> =>
      sleep(forMs, undefined, { signal }).catch(() => undefined)
    await pause(Math.min(ms, reportAfterMs))
    await checkReport()
    await pause(ms - reportAfterMs)
    await disk.free()
    await untilRecovered()
    ending = null
  }

  return {
    async fillFor(ms) {
      if (ending) return
      await disk.fill()
      const stopping = new AbortController()
      ending = { end: () => stopping.abort(), done: waitAndFree(ms, stopping.signal) }
    },
    async free() {
      ending?.end()
      await ending?.done
    },
    slowestRecoveryMs: () => slowestMs,
  }
}
