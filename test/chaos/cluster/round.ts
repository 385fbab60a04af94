// One round: a cluster is started on a simulator with faults, struck for a while, left alone until it
// is quiet, and compared with the truth.
import { mkdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom, hashOf } from '../../../services/simulator/random.ts'
import { openCluster, type Cluster } from '../../../tools/cluster/cluster.ts'
import type { UnexpectedEnd } from '../../../tools/cluster/supervised.ts'
import { createV1 } from '../../e2e/v1.ts'
import { noLimits } from '../../e2e/service.ts'
import { sortMarkets } from '../../e2e/left-out.ts'
import { manyFaults, openWorld, type World } from '../../e2e/world.ts'
import { faultsOfAccount, openAccount } from './account.ts'
import { lookOn, type Seen } from './onlooker.ts'
import { planChaos, type BlowKind } from './plan.ts'
import { createStriker } from './strike.ts'
import { becomeQuiet } from './quiet.ts'
import { lookIntoTopics } from './topic-checks.ts'
import { faultsOfV1, unclaimedMs, type StillWorld } from './v1-checks.ts'

export interface RoundOptions {
  readonly seed: string
  readonly forMs: number
  /** Empty, or not there yet; data and logs remain in it. */
  readonly folder: string
  readonly say: (line: string) => void
}

/** What became of a round as far as it went. */
interface Progress {
  blows: Partial<Record<BlowKind, number>>
  trades: number
  markets: number
  seen: Seen
  /** Until everything had arrived, after the last blow; null: it never had. */
  quietAfterMs: number | null
}

export interface Round extends Readonly<Progress> {
  readonly seed: string
  /** Processes that gave up at a start while something that they stand on was away. */
  readonly gaveUp: number
  /** Empty: it passed. */
  readonly faults: readonly string[]
}

const counts = { poller: 2, normalizer: 2, matcher: 2, projector: 2, api: 1 }
const sessionSeconds = 4
const walletCount = 8
/** That the onlooker should have met: a busy machine may have none before the last blow. */
const leastClaims = 20
const claimsWithinS = 120

export async function playRound(options: RoundOptions): Promise<Round> {
  const { seed, folder, say } = options
  await mkdir(folder, { recursive: true })
  const faults: string[] = []
  const onFault = (fault: string): void => {
    faults.push(fault)
    say(`FAULT ${fault}`)
  }
  const ends = { gaveUp: 0, isExcused: () => false }
  const onUnexpectedEnd = ({ name, status, wasReady, logPath }: UnexpectedEnd): void => {
    if (!wasReady && status === 1 && ends.isExcused()) {
      ends.gaveUp += 1
      say(`${name} gave up at its start`)
    } else onFault(`${name} ended by itself, with status ${status}: ${logPath}`)
  }
  const world = await openWorld({
    seed,
    historyDays: 0,
    size: 0.1,
    activity: 1,
    liveDays: 1,
    faults: manyFaults,
    late: { share: 0.2, maxMs: 4_000 },
  })
  const progress: Progress = {
    blows: {},
    trades: 0,
    markets: 0,
    seen: { claims: 0, refusals: 0 },
    quietAfterMs: null,
  }
  let cluster: Cluster | null = null
  try {
    cluster = await openCluster({
      folder,
      counts,
      simulatorUrl: world.url,
      sessionSeconds,
      variables: { LOG_LEVEL: 'info', ...noLimits },
      onUnexpectedEnd,
    })
    await play(cluster, world, { ...options, onFault, ends, progress })
  } catch (error) {
    onFault(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
  for (const fault of (await cluster?.stop()) ?? []) onFault(fault)
  await world.close()
  return { seed, ...progress, gaveUp: ends.gaveUp, faults }
}

interface PlayOptions extends RoundOptions {
  readonly onFault: (fault: string) => void
  readonly ends: { isExcused: () => boolean }
  readonly progress: Progress
}

async function play(cluster: Cluster, world: World, options: PlayOptions): Promise<void> {
  const { seed, say, onFault, progress } = options
  await cluster.becomesReady()
  say('ready')
  const api = cluster.members().find(({ role }) => role === 'api')
  const apiUrl = api?.apiUrl ?? ''
  const account = await openAccount(apiUrl)
  const v1 = createV1(
    () => apiUrl,
    () => account.customer.apiKey,
  )
  const wallets = pickWallets(world)
  const looking = new AbortController()
  const { seen } = progress
  const looks = lookOn({ v1, world, wallets, seen, onFault, signal: looking.signal })
  await strikeAll(cluster, options)
  await cluster.becomesReady()
  for (let i = 0; i < claimsWithinS && seen.claims < leastClaims; i += 1) await sleep(1_000)
  looking.abort()
  await looks

  say(`faults of the platforms met: ${JSON.stringify(world.faultsMet())}`)
  world.setFaults([])
  const stoppedMs = world.stopClock()
  const { served } = await sortMarkets(world)
  progress.markets = served.length
  const still: StillWorld = { world, served, stoppedMs, wallets }
  // a poller that starts looks at once at everything that is listed
  for (const member of cluster.members().filter(({ role }) => role === 'poller')) {
    const status = await member.stop()
    if (status !== 0) onFault(`${member.name} ended with ${status} after SIGTERM`)
    await member.start()
  }
  progress.quietAfterMs = await becomeQuiet(cluster, v1, still, say)
  say(`quiet after ${Math.round(progress.quietAfterMs / 1000)} s; comparing`)
  for (const fault of await faultsOfV1(v1, still)) onFault(fault)
  const inTopics = await lookIntoTopics(cluster, (topics) =>
    topics.check(world.truth, served, stoppedMs - unclaimedMs),
  )
  progress.trades = inTopics.trades
  for (const fault of inTopics.faults) onFault(fault)
  for (const fault of await faultsOfAccount(apiUrl, account)) onFault(fault)
  say(`seed ${seed}: ${inTopics.trades} trades of ${served.length} markets`)
}

async function strikeAll(cluster: Cluster, options: PlayOptions): Promise<void> {
  const { seed, forMs, say, onFault, ends, progress } = options
  const { blows } = progress
  const startedMs = performance.now()
  const sinceMs = (): number => performance.now() - startedMs
  const striker = createStriker({
    cluster,
    onFault,
    say: (line) => say(`${(sinceMs() / 1000).toFixed(1).padStart(6)} s  ${line}`),
  })
  ends.isExcused = () => striker.isUnsettled()
  const ready = keepAsking(cluster)
  let planMs = 0
  for (const { atMs, blow } of planChaos(seed, forMs, sessionSeconds * 1000)) {
    await sleep(atMs - planMs) // the time that a cold start takes is none of the plan's
    planMs = atMs
    await striker.strike(blow)
    blows[blow.kind] = (blows[blow.kind] ?? 0) + 1
  }
  await striker.settled()
  await ready.stop()
}

/** So that it is known of each life whether it was ever ready. */
function keepAsking(cluster: Cluster): { stop(): Promise<void> } {
  let isOn = true
  const asking = (async () => {
    while (isOn) {
      await Promise.all(cluster.members().map((member) => member.isReady()))
      await sleep(500)
    }
  })()
  return {
    async stop() {
      isOn = false
      await asking
    },
  }
}

/** Some of those that the simulator has now. */
function pickWallets(world: World): readonly string[] {
  const random = createRandom(hashOf(`${world.seed} wallets`))
  const all = world.truth.wallets().map(({ address }) => address)
  return Array.from({ length: walletCount }, () => random.pick(all))
}
