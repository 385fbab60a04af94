// A round as a row of the table in docs/reliability.md.
import type { Round } from './round.ts'

export const tableHead = [
  '| seed | kill -9 | zombies | restarts, rebalances | brokers killed, frozen | store, Redis killed | cold starts | false lists: faults, responses | trades | markets | watermarks checked | exits with status 1 | quiet after | |',
  '|---|---|---|---|---|---|---|---|---|---|---|---|---|---|',
].join('\n')

export function rowOf(round: Round): string {
  const { seed, injected, trades, markets, seen, gaveUp, idleAfterMs, faults } = round
  const n = (kind: keyof typeof injected): number => injected[kind] ?? 0
  const cells = [
    seed,
    n('kill'),
    n('zombie'),
    `${n('restart')}, ${n('rebalance')}`,
    `${n('broker')}, ${n('silent-broker')}`,
    `${n('store')}, ${n('redis')}`,
    n('cold-start'),
    `${n('lists')}, ${round.changedLists}`,
    trades,
    markets,
    seen.completeResponses,
    gaveUp,
    idleAfterMs === null ? '' : `${Math.round(idleAfterMs / 1000)} s`,
    faults.length === 0 ? 'passed' : `${faults.length} faults`,
  ]
  return `| ${cells.join(' | ')} |`
}
