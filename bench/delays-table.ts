// Renders the rounds of live-trades.ts at several rates as a table.
import type { Delays } from './live-trades.ts'
import { medianOf, percentileOf, tableHead, tableRow } from './statistics.ts'

/** `busyNames`: the processes that `busy` of each round lists, in its order. `rates`: separated by commas. */
export async function printDelays(options: {
  readonly rates: string
  readonly rounds: number
  readonly busyNames: readonly string[]
  readonly runRound: (rate: number) => Promise<Delays>
}): Promise<void> {
  const { rates, rounds: count, busyNames, runRound } = options
  const busyName = `processors busy: ${busyNames.join(', ')}`
  process.stdout.write(
    tableHead(['trades/s wanted', 'reached', 'probes', 'p50 ms', 'p99 ms', busyName]),
  )
  for (const rate of rates.split(',').map(Number)) {
    const rounds: Delays[] = []
    for (let number = 1; number <= count; number += 1) rounds.push(await runRound(rate))
    const median = (get: (round: Delays) => number): number => medianOf(rounds.map(get))
    process.stdout.write(
      tableRow([
        rate,
        Math.round(median((round) => round.perS)),
        rounds.reduce((sum, round) => sum + round.delaysMs.length, 0),
        Math.round(median((round) => percentileOf(round.delaysMs, 0.5))),
        Math.round(median((round) => percentileOf(round.delaysMs, 0.99))),
        busyNames.map((_, i) => median(({ busy }) => busy[i] ?? NaN).toFixed(2)).join(', '),
      ]),
    )
  }
}
