import type { MarketState } from '../../../services/poller/checkpoints.ts'

/** The checkpoint of an open market. */
export const aMarketState: MarketState = {
  phase: 'open',
  hasBook: true,
  tokens: ['1', '2'],
  outcomes: ['Yes', 'No'],
  volume24h: 0,
  volumeTotal: 0,
  neverTraded: false,
  createdMs: null,
  closedMs: null,
  nativeId: '0x1',
  eventNativeId: null,
  digest: '',
  listedMs: 5,
}
