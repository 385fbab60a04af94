// A round on the embedded form as a row of the table in docs/reliability.md.
import type { EmbeddedRound } from './round.ts'

export const embeddedTableHead = [
  '| seed | false lists: faults, responses | rows hidden, repaired | our clock set | platform clock set | suspended | stopped | store lost, older | disk full, recovered after | trades | watermarks checked | complete after | |',
  '|---|---|---|---|---|---|---|---|---|---|---|---|---|',
].join('\n')

export function rowOfEmbedded(round: EmbeddedRound): string {
  const { seed, injected, trades, repaired, seen, recoveredAfterMs, completeAfterMs, faults } =
    round
  const n = (kind: keyof typeof injected): number => injected[kind] ?? 0
  const cells = [
    seed,
    `${n('lists')}, ${n('changedLists')}`,
    `${n('hiddenRows')}, ${repaired}`,
    n('our-clock'),
    n('platform-clock'),
    n('pause'),
    n('outage'),
    `${n('lost')}, ${n('older')}`,
    recoveredAfterMs === null
      ? n('full-disk')
      : `${n('full-disk')}, ${(recoveredAfterMs / 1000).toFixed(1)} s`,
    trades,
    seen.completeResponses,
    completeAfterMs === null ? '' : `${Math.round(completeAfterMs / 1000)} s`,
    faults.length === 0 ? 'passed' : `${faults.length} faults`,
  ]
  return `| ${cells.join(' | ')} |`
}
