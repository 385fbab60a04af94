// Rows of a wallet's activity as platform_a writes them, and what became of them.
import { activityIn, normalizeActivity } from '../../normalizer/records.ts'

export type Known = Parameters<typeof normalizeActivity>[2]

export const wallet = '0xf5314a8d6ad573b0e8b7caafe62a8fbddd44905d'
export const known = { tokens: ['111', '222'], outcomes: ['Cardinals', 'Diamondbacks'] }
const names = { title: 'Who wins?', slug: 'who-wins', eventSlug: 'finals' }
export const trade = {
  proxyWallet: '0xF5314A8d6ad573b0e8b7caafe62a8fbddd44905d',
  timestamp: 1784326906,
  conditionId: '0xabc',
  type: 'TRADE',
  size: 1.464786,
  usdcSize: 1.039998,
  transactionHash: '0x9bcb',
  price: 0.709999959,
  asset: '222',
  side: 'BUY',
  outcomeIndex: 1,
  outcome: 'Diamondbacks',
  ...names,
}
/** Everything but trades, in the platform's format. */
export const other = {
  ...trade,
  size: 25.5,
  usdcSize: 25.5,
  price: 0,
  asset: '',
  side: '',
  outcomeIndex: 999,
  outcome: '',
}
/** With the redeemed outcome, as since August 2026. */
export const redeemed = {
  ...other,
  type: 'REDEEM',
  asset: '222',
  outcomeIndex: 1,
  outcome: 'Diamondbacks',
}
export const reward = {
  ...other,
  type: 'REWARD',
  conditionId: '',
  title: '',
  slug: '',
  eventSlug: '',
}

export const map = (body: object, about: Known = known) => normalizeActivity(wallet, body, about)
export const activity = (body: object, about: Known = known) => activityIn(map(body, about))
