// A round on the streams as a row of the table in docs/reliability.md.
import type { StreamRound } from './round.ts'

export const streamsTableHead = [
  '| seed | trades | watermarks checked | announced, withdrawn | current books compared | requested books equal, different | connections ended | snapshots requested again | |',
  '|---|---|---|---|---|---|---|---|---|',
].join('\n')

export function rowOfStreams(round: StreamRound): string {
  const { seed, trades, watermarks, announced, withdrawn, currentBooks, counts, faults } = round
  const sum = (pattern: RegExp): number =>
    Object.entries(counts)
      .filter(([name]) => pattern.test(name))
      .reduce((total, [, count]) => total + count, 0)
  const cells = [
    seed,
    trades,
    watermarks,
    `${announced}, ${withdrawn}`,
    currentBooks,
    `${sum(/^stream_checks .* equal$/)}, ${sum(/^stream_checks .* different$/)}`,
    sum(/^stream_ends /),
    sum(/^stream_anomalies .* no_snapshot$/),
    faults.length === 0 ? 'passed' : `${faults.length} faults`,
  ]
  return `| ${cells.join(' | ')} |`
}
