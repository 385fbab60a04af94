// One round on the embedded form: platforms that return false lists, clocks that are wrong, and outages in
// which the store is lost or becomes older. Afterwards everything must be complete.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom, hashOf } from '../../../simulator/random.ts'
import { createSimulator } from '../../../simulator/simulator.ts'
import type { Truth } from '../../../simulator/truth.ts'
import { openTamperingProxy } from '../../e2e/tampering-proxy.ts'
import { createV1 } from '../../e2e/v1.ts'
import { openWorld, type World } from '../../e2e/world.ts'
import { readContinuously, type ReadCounts } from '../api-reader.ts'
import { createListFaults, type ListFaults } from '../list-faults.ts'
import { createRoundClocks, type RoundClocks } from './clocks.ts'
import {
  describeEmbeddedFault,
  planEmbedded,
  type EmbeddedFault,
  type EmbeddedPlan,
} from './plan.ts'
import { createFullDisk, type FullDisk } from './full-disk.ts'
import { mountLimitedDisk } from '../../support/limited-disk.ts'
import { openRestartable, type Restartable } from './restartable.ts'
import { checkFrozen, untilComplete } from './until-complete.ts'

export interface EmbeddedOptions {
  readonly seed: string
  readonly forMs: number
  /** Empty, or not there yet. */
  readonly folder: string
  readonly print: (line: string) => void
}

/** The results of a round so far. */
export interface EmbeddedProgress {
  injected: Partial<Record<InjectedFault, number>>
  seen: ReadCounts
  /** Trades in /v1 at the end. */
  trades: number
  markets: number
  /** Trades that only an audit could find, and that a repair has found. */
  repaired: number
  /** The longest time from free space on the disk until the service had recovered. */
  recoveredAfterMs: number | null
  /** Time from the last fault until everything was complete; null: that was not reached. */
  completeAfterMs: number | null
}

export type InjectedFault = EmbeddedFault['kind'] | 'lost' | 'older' | 'changedLists' | 'hiddenRows'

export interface EmbeddedRound extends Readonly<EmbeddedProgress> {
  readonly seed: string
  /** Empty: the round passed. */
  readonly faults: readonly string[]
}

/** What the steps of a round share. */
export interface RoundParts {
  readonly world: World
  /** Knows everything that has happened, also while the platforms' clock is set back. */
  readonly truth: Truth
  readonly clocks: RoundClocks
  readonly lists: ListFaults
  readonly service: Restartable
  /** null: no disk of limited size can be mounted here. */
  readonly fullDisk: FullDisk | null
  readonly v1: ReturnType<typeof createV1>
  readonly wallets: readonly string[]
  readonly progress: EmbeddedProgress
  readonly onFault: (fault: string) => void
  readonly print: (line: string) => void
}

const walletCount = 4
const marketsBeforeFaults = 30
/** Faults of single requests, besides the false lists. */
const requestFaults = [
  { kind: 'reset', probability: 0.02 },
  { kind: 'server-error', probability: 0.02 },
  { kind: 'shuffled', probability: 0.05 },
] as const

export async function playEmbeddedRound(options: EmbeddedOptions): Promise<EmbeddedRound> {
  const { seed, forMs, folder, print } = options
  await mkdir(folder, { recursive: true })
  const faults: string[] = []
  const onFault = (fault: string): void => {
    faults.push(fault)
    print(`FAULT ${fault}`)
  }
  const plan = planEmbedded(seed, forMs)
  const clocks = createRoundClocks()
  clocks.setOurError(plan.atStart.ourErrorMs)
  clocks.setPlatformError(plan.atStart.platformErrorMs)
  const worldOptions = {
    seed,
    historyDays: 0,
    size: 0.1,
    activity: 1.5,
    faults: requestFaults,
    late: { fraction: 0.2, maxMs: 4_000 },
  }
  const world = await openWorld(worldOptions, clocks.platform)
  const { truth } = createSimulator({ ...worldOptions, now: clocks.newest })
  const lists = createListFaults({
    now: clocks.platform,
    random: createRandom(hashOf(`${seed} lists`)).next,
    truncatesHistories: true,
  })
  const proxy = await openTamperingProxy(world.url, {
    pathFor: (path) => path,
    answerFor: lists.answerFor,
  })
  const progress: EmbeddedProgress = {
    injected: {},
    seen: { completeResponses: 0, failedResponses: 0 },
    trades: 0,
    markets: 0,
    repaired: 0,
    recoveredAfterMs: null,
    completeAfterMs: null,
  }
  const dataDir = join(folder, 'data')
  const disk = await mountLimitedDisk(dataDir)
  if (disk === null) print('full disks are left out: only root can mount a disk of limited size')
  let service: Restartable | null = null
  try {
    print(`at start: ${JSON.stringify(plan.atStart)}`)
    service = await openRestartable(dataDir, proxy.url, clocks.ours, (error) =>
      print(`a start failed: ${String(error)}`),
    )
    const { apiUrl, apiKey } = service
    const wallets = pickWallets(seed, truth)
    const v1 = createV1(apiUrl, () => apiKey)
    const fullDisk = disk && createFullDisk(disk, service, onFault)
    const parts: RoundParts = {
      world,
      truth,
      clocks,
      lists,
      service,
      fullDisk,
      v1,
      wallets,
      progress,
      onFault,
      print,
    }
    await whileReading(parts, async () => {
      await injectAll(parts, plan.faults)
      await untilComplete(parts)
    })
    await checkFrozen(parts)
  } catch (error) {
    onFault(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
  for (const error of service?.fatal() ?? []) onFault(`stopped permanently: ${error}`)
  await service?.stop()
  await disk?.close(faults.length > 0)
  await proxy.close()
  await world.close()
  return { seed, ...progress, faults }
}

/** Injects the faults one after the other. */
async function injectAll(parts: RoundParts, faults: EmbeddedPlan['faults']): Promise<void> {
  const { lists, service, progress, print } = parts
  // Some watermarks can be checked from the beginning, and some histories are read while lists are false.
  while (service.marketsBackfilled() < marketsBeforeFaults) await sleep(100)
  const startedMs = performance.now()
  let planMs = 0
  for (const { atMs, fault } of faults) {
    await sleep(atMs - planMs) // the plan does not include the duration of outages
    planMs = atMs
    const s = ((performance.now() - startedMs) / 1000).toFixed(1).padStart(6)
    print(`${s} s  ${describeEmbeddedFault(fault)}`)
    await inject(fault, parts)
  }
  await parts.fullDisk?.free()
  progress.recoveredAfterMs = parts.fullDisk?.slowestRecoveryMs() ?? null
  progress.injected.changedLists = lists.counts.changedLists
  progress.injected.hiddenRows = lists.counts.hiddenRows
}

/** Reads /v1 while `work` lasts. */
async function whileReading(parts: RoundParts, work: () => Promise<void>): Promise<void> {
  const { world, truth, lists, service, v1, wallets, progress, onFault } = parts
  const reading = new AbortController()
  const reads = readContinuously({
    v1,
    world: { seed: world.seed, truth },
    wallets,
    counts: progress.seen,
    onFault,
    mayBeMissing: ({ native_trade_id: id }) => lists.mayBeMissing(id),
    storeNumber: service.storeNumber,
    signal: reading.signal,
  })
  try {
    await work()
  } finally {
    reading.abort()
    await reads
  }
}

async function inject(fault: EmbeddedFault, parts: RoundParts): Promise<void> {
  const { clocks, lists, service, fullDisk, progress } = parts
  if (fault.kind === 'full-disk' && !fullDisk) return
  const count = (what: InjectedFault): void => {
    progress.injected[what] = (progress.injected[what] ?? 0) + 1
  }
  count(fault.kind)
  switch (fault.kind) {
    case 'lists':
      return lists.begin(fault.list)
    case 'withheld':
      return lists.withhold(fault.forMs, fault.lateMs)
    case 'our-clock':
      return clocks.setOurError(fault.errorMs)
    case 'platform-clock':
      return clocks.setPlatformError(fault.errorMs)
    case 'pause':
      return clocks.skip(fault.forMs)
    case 'full-disk':
      return fullDisk?.fillFor(fault.forMs)
    case 'outage': {
      // an operator who restores a copy needs the space for it
      if (fault.store === 'older') await fullDisk?.free()
      if (fault.store !== 'kept') count(fault.store)
      await service.restart(fault.store, () => clocks.skip(fault.forMs))
    }
  }
}

/** Some of the simulator's current wallets. */
function pickWallets(seed: string, truth: Truth): readonly string[] {
  const random = createRandom(hashOf(`${seed} wallets`))
  const all = truth.wallets().map(({ address }) => address)
  return Array.from({ length: walletCount }, () => random.pick(all))
}
