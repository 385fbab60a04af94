// The end of a round: no more faults, clocks are right again, and time passes. Everything has to become
// complete, also what only audits find; then the platforms' clock is stopped and /v1 compared with the truth.
import { setTimeout as sleep } from 'node:timers/promises'
import type { TrueMarket } from '../../../simulator/truth.ts'
import { faultsOfTrades } from '../../e2e/checks.ts'
import { sortMarkets } from '../../e2e/excluded-markets.ts'
import { expectedTrades, idOf } from '../../e2e/expected.ts'
import { faultsOfMarkets, faultsOfWallets, pendingOf } from '../cluster/v1-checks.ts'
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
  const tradedMarkets = async (): Promise<readonly TrueMarket[]> =>
    (await sortMarkets(world)).served.filter(({ tradeCount }) => tradeCount > 0)
  let untilMs = clocks.platform()
  let steppedMs = startedMs
  let markets = await tradedMarkets()
  const pending = async (): Promise<readonly string[]> => {
    const behind = await behindOf(parts, markets, untilMs)
    if (behind.length > 0) return behind
    const missing = await missingOf(parts, markets)
    // Audits become due, and the tape passes the listings.
    if (missing.length > 0 && performance.now() - steppedMs > stepEveryMs) {
      clocks.skip(auditStepMs)
      untilMs = clocks.platform()
      steppedMs = performance.now()
      markets = await tradedMarkets()
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
  await untilNone(() => pendingOf(v1, frozen), idleWithinMs, print)
  for (const fault of await faultsOfMarkets(v1, frozen)) onFault(fault)
  for (const fault of await faultsOfWallets(v1, frozen)) onFault(fault)
  progress.markets = served.length
  progress.trades = served.reduce((sum, { tradeCount }) => sum + tradeCount, 0)
}

/** Markets that are not served, or not up to an instant. */
async function behindOf(
  { v1 }: RoundParts,
  markets: readonly TrueMarket[],
  untilMs: number,
): Promise<readonly string[]> {
  const behind: string[] = []
  for (const id of markets.map(idOf)) {
    const { status, completeUntilMs } = await v1.get(`${v1.pathOf(id)}/trades?limit=1`)
    if (status !== 200) behind.push(`${id} is not served`)
    else if (completeUntilMs < untilMs)
      behind.push(`${id} is ${untilMs - completeUntilMs} ms behind`)
  }
  return behind
}

/** Markets that lack trades, or that have a gap. */
async function missingOf(
  { v1, truth }: RoundParts,
  markets: readonly TrueMarket[],
): Promise<readonly string[]> {
  const missing: string[] = []
  for (const market of markets) {
    const id = idOf(market)
    const list = await v1.trades(id)
    const [fault] = faultsOfTrades(expectedTrades(truth, market), { ...list, gaps: null })
    if (fault !== undefined) missing.push(`${id}: ${fault}`)
    else if (list.gaps !== null) missing.push(`${id} has the gaps ${list.gaps}`)
  }
  return missing
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
