// One round: starts a cluster on a simulator with faults, injects faults for a while, waits until the
// cluster is idle, and compares it with the simulator's data.
import { mkdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom, hashOf } from '../../../simulator/random.ts'
import {
  commandOf,
  openCluster,
  type Cluster,
  type ClusterMember,
} from '../../../tools/cluster/cluster.ts'
import type { UnexpectedEnd } from '../../../tools/cluster/supervised.ts'
import { openTamperingProxy } from '../../e2e/tampering-proxy.ts'
import { createV1 } from '../../e2e/v1.ts'
import { noLimits } from '../../e2e/service.ts'
import { sortMarkets } from '../../e2e/excluded-markets.ts'
import { manyFaults, openWorld, type World } from '../../e2e/world.ts'
import { faultsOfAccount, openAccount } from './account.ts'
import { readContinuously, type ReadCounts } from '../api-reader.ts'
import { createListFaults, type ListFaults } from '../list-faults.ts'
import { planChaos, type FaultKind } from './plan.ts'
import { createFaultInjector } from './inject-faults.ts'
import { replaceMembers } from './replace-members.ts'
import { waitUntilIdle } from './wait-until-idle.ts'
import { checkTopics } from './topic-checks.ts'
import { faultsOfV1, incompleteMs, type FrozenWorld } from './v1-checks.ts'

export interface RoundOptions {
  readonly seed: string
  readonly forMs: number
  /**
   * The main file of an earlier version, compiled: its processes are replaced by those of this version, and nothing is
   * killed. null: faults are injected into processes of this version.
   */
  readonly upgradeFrom: string | null
  /** Empty, or not there yet; data and logs remain in it. */
  readonly folder: string
  readonly print: (line: string) => void
}

/** The results of a round so far. */
interface Progress {
  injected: Partial<Record<FaultKind, number>>
  /** Responses that the proxy has made false. */
  changedLists: number
  trades: number
  markets: number
  seen: ReadCounts
  /** Time from the last fault until everything was processed; null: that was not reached. */
  idleAfterMs: number | null
}

export interface Round extends Readonly<Progress> {
  readonly seed: string
  /** Processes that exited at start because a server that they need was down. */
  readonly gaveUp: number
  /** Empty: the round passed. */
  readonly faults: readonly string[]
}

const counts = { poller: 2, normalizer: 2, matcher: 2, projector: 2, api: 1, webhooks: 2 }
const sessionSeconds = 4
const walletCount = 8
/** Minimum for the api reader: on a busy machine there may be none before the last fault. */
const minCompleteResponses = 20
const completeResponsesWithinS = 120

/** `buildProgram` has been called. */
export async function playRound(options: RoundOptions): Promise<Round> {
  const { seed, folder, print, upgradeFrom } = options
  await mkdir(folder, { recursive: true })
  const faults: string[] = []
  const onFault = (fault: string): void => {
    faults.push(fault)
    print(`FAULT ${fault}`)
  }
  const ends = { gaveUp: 0, isExcused: () => false }
  const onUnexpectedEnd = ({ name, status, wasReady, logPath }: UnexpectedEnd): void => {
    if (!wasReady && status === 1 && ends.isExcused()) {
      ends.gaveUp += 1
      print(`${name} gave up at its start`)
    } else onFault(`${name} ended by itself, with status ${status}: ${logPath}`)
  }
  const world = await openWorld({
    seed,
    historyDays: 0,
    size: 0.1,
    activity: 1,
    liveDays: 1,
    faults: manyFaults,
    late: { fraction: 0.2, maxMs: 4_000 },
  })
  const lists = createListFaults({
    now: world.now,
    random: createRandom(hashOf(`${seed} lists`)).next,
    // the round is too short for audits
    truncatesHistories: false,
  })
  const proxy = await openTamperingProxy(world.url, {
    pathFor: (path) => path,
    answerFor: lists.answerFor,
  })
  const progress: Progress = {
    injected: {},
    changedLists: 0,
    trades: 0,
    markets: 0,
    seen: { completeResponses: 0, failedResponses: 0 },
    idleAfterMs: null,
  }
  let cluster: Cluster | null = null
  try {
    cluster = await openCluster({
      folder,
      ...(upgradeFrom === null
        ? { counts }
        : { counts: { ...counts, webhooks: 0 }, command: commandOf(upgradeFrom) }),
      simulatorUrl: proxy.url,
      sessionSeconds,
      variables: { LOG_LEVEL: 'info', ...noLimits },
      onUnexpectedEnd,
    })
    await runPhases(cluster, world, { ...options, lists, onFault, ends, progress })
  } catch (error) {
    onFault(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
  for (const fault of (await cluster?.stop()) ?? []) onFault(fault)
  await proxy.close()
  await world.close()
  return { seed, ...progress, gaveUp: ends.gaveUp, faults }
}

interface PlayOptions extends RoundOptions {
  readonly lists: ListFaults
  readonly onFault: (fault: string) => void
  readonly ends: { isExcused: () => boolean }
  readonly progress: Progress
}

async function runPhases(cluster: Cluster, world: World, options: PlayOptions): Promise<void> {
  const { seed, lists, print, onFault, progress } = options
  await cluster.waitUntilReady()
  print('ready')
  const apiUrl = (): string =>
    cluster.members().findLast(({ role }) => role === 'api')?.apiUrl ?? ''
  const account = await openAccount(apiUrl())
  const v1 = createV1(apiUrl, () => account.customer.apiKey)
  const wallets = pickWallets(world)
  const reading = new AbortController()
  const { seen } = progress
  const looks = readContinuously({
    v1,
    world,
    wallets,
    counts: seen,
    onFault,
    signal: reading.signal,
  })
  if (options.upgradeFrom === null) await injectAll(cluster, options)
  else await replaceMembers(cluster, { counts, pauseMs: options.forMs / 10, onFault, print })
  await cluster.waitUntilReady()
  for (
    let i = 0;
    i < completeResponsesWithinS && seen.completeResponses < minCompleteResponses;
    i += 1
  )
    await sleep(1_000)
  reading.abort()
  await looks

  print(`faults of the platforms met: ${JSON.stringify(world.faultsMet())}`)
  world.setFaults([])
  lists.end()
  progress.changedLists = lists.counts.changedLists
  const stoppedMs = world.stopClock()
  const { served } = await sortMarkets(world)
  progress.markets = served.length
  const frozen: FrozenWorld = { world, served, stoppedMs, wallets }
  // a poller polls everything that is listed at its start
  for (const member of cluster.members().filter(({ role }) => role === 'poller')) {
    await expectCleanStop(member, onFault)
    await member.start()
  }
  progress.idleAfterMs = await waitUntilIdle(cluster, v1, frozen, print)
  print(`quiet after ${Math.round(progress.idleAfterMs / 1000)} s; comparing`)
  // the others have nothing left to do, and would take processor time from the comparison
  const others = cluster.members().filter(({ role }) => role !== 'api')
  await Promise.all(others.map((member) => expectCleanStop(member, onFault)))
  for (const fault of await faultsOfV1(v1, frozen)) onFault(fault)
  const inTopics = await checkTopics(cluster, (topics) =>
    topics.check(world.truth, served, stoppedMs - incompleteMs),
  )
  progress.trades = inTopics.trades
  for (const fault of inTopics.faults) onFault(fault)
  for (const fault of await faultsOfAccount(apiUrl(), account)) onFault(fault)
  print(`seed ${seed}: ${inTopics.trades} trades of ${served.length} markets`)
}

async function expectCleanStop(
  member: ClusterMember,
  onFault: (fault: string) => void,
): Promise<void> {
  const status = await member.stop()
  if (status !== 0) onFault(`${member.name} ended with ${status} after SIGTERM`)
}

async function injectAll(cluster: Cluster, options: PlayOptions): Promise<void> {
  const { seed, forMs, lists, print, onFault, ends, progress } = options
  const { injected } = progress
  const startedMs = performance.now()
  const sinceMs = (): number => performance.now() - startedMs
  const injector = createFaultInjector({
    cluster,
    lists,
    onFault,
    print: (line) => print(`${(sinceMs() / 1000).toFixed(1).padStart(6)} s  ${line}`),
  })
  ends.isExcused = () => injector.isUnsettled()
  const ready = pollReadiness(cluster)
  let planMs = 0
  for (const { atMs, fault } of planChaos(seed, forMs, sessionSeconds * 1000)) {
    await sleep(atMs - planMs) // the plan does not include the duration of cold starts
    planMs = atMs
    await injector.inject(fault)
    injected[fault.kind] = (injected[fault.kind] ?? 0) + 1
  }
  await injector.settled()
  await ready.stop()
}

/** Polls readiness, so that it is known of every process whether it was ever ready. */
function pollReadiness(cluster: Cluster): { stop(): Promise<void> } {
  let isOn = true
  const polling = (async () => {
    while (isOn) {
      await Promise.all(cluster.members().map((member) => member.isReady()))
      await sleep(500)
    }
  })()
  return {
    async stop() {
      isOn = false
      await polling
    },
  }
}

/** Some of the simulator's current wallets. */
function pickWallets(world: World): readonly string[] {
  const random = createRandom(hashOf(`${world.seed} wallets`))
  const all = world.truth.wallets().map(({ address }) => address)
  return Array.from({ length: walletCount }, () => random.pick(all))
}
