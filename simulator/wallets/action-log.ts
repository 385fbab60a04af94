// The actions of all wallets in one event of platform_a, in the order in which they are recorded until `sort`
// is called.
import { hexOf } from '../random.ts'
import type { EventA, MarketA } from '../world/market.ts'
import type { Fill } from './fill.ts'
import { byTime, type TokenAction, type WalletAction } from './wallet-action.ts'

/** The wallet of an action and its time: Unix microseconds. */
export interface WalletTime {
  readonly wallet: number
  readonly timeUs: number
}

type TokenFields = Pick<TokenAction, 'type' | 'outcome' | 'sizeMicro' | 'usdcMicro' | 'transaction'>
export function createActionLog({ id, markets }: EventA) {
  const actions = new Map<number, WalletAction[]>()
  const unsorted = new Set<WalletAction[]>()
  const number = Number(id)
  let count = 0
  let transactions = 0

  function record(action: WalletAction): void {
    const list = actions.get(action.wallet) ?? []
    actions.set(action.wallet, list)
    list.push(action)
    unsorted.add(list)
  }

  const newTransaction = (): string => `0x${hexOf(`deed/${markets[0]?.id}/${transactions++}`, 64)}`

  function recordTokenAction(when: WalletTime, leg: number, fields: TokenFields): void {
    record({ ...when, ...fields, market: markets[leg] as MarketA, event: number, n: count++ })
  }

  function recordFill(when: WalletTime, fill: Fill): void {
    record({ ...when, type: 'TRADE', event: number, n: count++, fill })
  }

  /** Sorts the actions that were added since the last call. */
  function sort(): void {
    for (const list of unsorted) list.sort(byTime)
    unsorted.clear()
  }

  return { actions, newTransaction, recordTokenAction, recordFill, sort }
}
