// The first part of bench/wallets.ts: runs its rounds against one platform and prints the durations.
import { startProgram } from '../child-program.ts'
import { medianOf, percentileOf, tableHead, tableRow } from '../statistics.ts'
import { runRound, type Round } from './first-request.ts'
import type { PlatformLine } from './platform.ts'

const print = (text: string): void => void process.stdout.write(text)

export async function showFirstQuestions(rounds: number): Promise<void> {
  const platform = startProgram('bench/wallets/platform.ts')
  const [line] = await platform.line(/^\{.*/)
  const platformLine = JSON.parse(line) as PlatformLine
  print(
    `\nA wallet with ${platformLine.large.rows} rows, ${platformLine.large.activity} of them activity:\n`,
  )
  print(
    tableHead([
      'round',
      'pages',
      'pages alone, ms',
      'as the poller reads, ms',
      'until complete, ms',
      'of pages alone',
      'of as the poller reads',
      'processor s: service, store, simulator',
    ]),
  )
  const found: Round[] = []
  for (let number = 1; number <= rounds; number += 1) {
    const round = await runRound(platformLine, platform.pid)
    found.push(round)
    const { pages, bareMs, pollerMs, serviceMs, ...cpu } = round.large
    print(
      tableRow([
        number,
        pages,
        bareMs.toFixed(0),
        pollerMs.toFixed(0),
        serviceMs.toFixed(0),
        (serviceMs / bareMs).toFixed(2),
        (serviceMs / pollerMs).toFixed(2),
        [cpu.ownCpuS, cpu.storeCpuS, cpu.platformCpuS].map((s) => s.toFixed(1)).join(', '),
      ]),
    )
  }
  await platform.kill()
  const ratio = (of: (round: Round) => number): string =>
    medianOf(found.map((round) => round.large.serviceMs / of(round))).toFixed(2)
  print(
    `medians: ${ratio(({ large }) => large.bareMs)} of pages alone, ` +
      `${ratio(({ large }) => large.pollerMs)} of as the poller reads\n`,
  )
  showSmall(
    platformLine.small.map(({ rows }) => rows),
    found,
  )
}

function showSmall(rows: readonly number[], rounds: readonly Round[]): void {
  const small = rounds.flatMap((round) => round.small)
  const complete = small.filter(({ isComplete }) => isComplete).length
  print(
    `\n${small.length} questions about wallets with ${Math.min(...rows)} to ${Math.max(...rows)} rows, ` +
      `${complete} of the first answers complete:\n`,
  )
  print(tableHead(['', 'p50 ms', 'p99 ms']))
  for (const [name, all] of [
    ['page alone', small.map(({ bareMs }) => bareMs)],
    ['first answer', small.map(({ answerMs }) => answerMs)],
  ] as const)
    print(tableRow([name, ...[0.5, 0.99].map((share) => percentileOf(all, share).toFixed(0))]))
}
