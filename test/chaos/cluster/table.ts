// A round as a row of the table in docs/reliability.md.
import type { Round } from './round.ts'

export const tableHead = [
  '| seed | kill -9 | zombies | restarts, rebalances | brokers killed, silent | store, Redis killed | cold starts | trades | markets | claims checked | gave up | quiet after | |',
  '|---|---|---|---|---|---|---|---|---|---|---|---|---|',
].join('\n')

export function rowOf(round: Round): string {
  const { seed, blows, trades, markets, seen, gaveUp, quietAfterMs, faults } = round
  const n = (kind: keyof typeof blows): number => blows[kind] ?? 0
  const cells = [
    seed,
    n('kill'),
    n('zombie'),
    `${n('restart')}, ${n('rebalance')}`,
    `${n('broker')}, ${n('silent-broker')}`,
    `${n('store')}, ${n('redis')}`,
    n('cold-start'),
    trades,
    markets,
    seen.claims,
    gaveUp,
    quietAfterMs === null ? '' : `${Math.round(quietAfterMs / 1000)} s`,
    faults.length === 0 ? 'passed' : `${faults.length} faults`,
  ]
  return `| ${cells.join(' | ')} |`
}
