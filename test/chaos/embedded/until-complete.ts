// The end of a round: no more faults, clocks are right again, and time passes. Everything has to become
// complete, also what only audits find; then the platforms' clock is stopped and /v1 compared with the truth.
import { setTimeout as sleep } from 'node:timers/promises'
import type { TrueMarket } from '../../../simulator/truth.ts'
import { faultsOfTrades } from '../../e2e/checks.ts'
import { sortMarkets } from '../../e2e/excluded-markets.ts'
import { pollPending } from '../../support/poll-pending.ts'
import { expectedTrades, idOf } from '../../e2e/expected.ts'
import { createPendingPoll, faultsOfMarkets, faultsOfWallets } from '../cluster/v1-checks.ts'
import type { RoundParts } from './round.ts'

const completeWithinMs = 900_000
const idleWithinMs = 240_000
/** The auditor compares a market at most every ten minutes. */
const auditStepMs = 660_000
const stepEveryMs = 25_000
const printEveryMs = 20_000
const pollMs = 2_000

/** Ends the faults, until every trade up to the last step of the clocks is served and no gap is left. */
export async function untilComplete(parts: RoundParts): Promise<void> {
  const { world, clocks, lists, service, progress, print } = parts
  const startedMs = performance.now()
  lists.end()
  world.setFaults([])
  clocks.correct()
  const openPolls = async () => {
    const untilMs = clocks.platform()
    const { served } = await sortMarkets(world)
    const markets = served.filter(({ tradeCount }) => tradeCount > 0)
    return {
      behind: pollPending(markets, (market) => behindOf(parts, market, untilMs)),
      missing: pollPending(markets, (market) => missingOf(parts, market)),
    }
  }
  let steppedMs = startedMs
  let polls = await openPolls()
  const pending = async (): Promise<readonly string[]> => {
    const behind = await polls.behind()
    if (behind.length > 0) return behind
    const missing = await polls.missing()
    // Audits become due, and the tape passes the listings.
    if (missing.length > 0 && performance.now() - steppedMs > stepEveryMs) {
      clocks.skip(auditStepMs)
      steppedMs = performance.now()
      polls = await openPolls()
    }
    return missing
  }
  await untilNone(pending, completeWithinMs, print)
  progress.completeAfterMs = performance.now() - startedMs
  print(`complete after ${Math.round(progress.completeAfterMs / 1000)} s`)
  progress.repaired = await repairedTrades(service.adminUrl())
}

/** Stops the platforms' clock, and compares /v1 with the truth. */
export async function checkFrozen(parts: RoundParts): Promise<void> {
  const { world, service, v1, wallets, progress, onFault, print } = parts
  const stoppedMs = world.stopClock()
  const { served } = await sortMarkets(world)
  const frozen = { world, served, stoppedMs, wallets }
  // a poller polls everything that is listed at its start
  await service.restart('kept', () => undefined)
  await untilNone(createPendingPoll(v1, frozen), idleWithinMs, print)
  for (const fault of await faultsOfMarkets(v1, frozen)) onFault(fault)
  for (const fault of await faultsOfWallets(v1, frozen)) onFault(fault)
  progress.markets = served.length
  progress.trades = served.reduce((sum, { tradeCount }) => sum + tradeCount, 0)
}

/** Whether a market is not served, or not up to an instant. */
async function behindOf(
  { v1 }: RoundParts,
  market: TrueMarket,
  untilMs: number,
): Promise<readonly string[]> {
  const id = idOf(market)
  const { status, completeUntilMs } = await v1.get(`${v1.pathOf(id)}/trades?limit=1`)
  if (status !== 200) return [`${id} is not served`]
  return completeUntilMs < untilMs ? [`${id} is ${untilMs - completeUntilMs} ms behind`] : []
}

/** Whether a market lacks trades, or has a gap. */
async function missingOf(
  { v1, truth }: RoundParts,
  market: TrueMarket,
): Promise<readonly string[]> {
  const id = idOf(market)
  const list = await v1.trades(id)
  const [fault] = faultsOfTrades(expectedTrades(truth, market), { ...list, gaps: null })
  if (fault !== undefined) return [`${id}: ${fault}`]
  return list.gaps === null ? [] : [`${id} has the gaps ${list.gaps}`]
}

/** Rejects with the last lines if it takes too long. */
async function untilNone(
  linesOf: () => Promise<readonly string[]>,
  withinMs: number,
  print: (line: string) => void,
): Promise<void> {
  const startedMs = performance.now()
  let printedMs = startedMs
  for (;;) {
    const lines = await linesOf()
    if (lines.length === 0) return
    const nowMs = performance.now()
    if (nowMs - startedMs > withinMs)
      throw new Error(`still ${lines.length} such as\n${lines.slice(0, 10).join('\n')}`)
    if (nowMs - printedMs > printEveryMs) {
      print(`still ${lines.length} such as ${lines[0]}`)
      printedMs = nowMs
    }
    await sleep(pollMs)
  }
}

async function repairedTrades(adminUrl: string): Promise<number> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text()
  const counts = text.matchAll(/^oddslog_poller_anomalies_total\{.*reason="repaired".*\} (\d+)$/gm)
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}
