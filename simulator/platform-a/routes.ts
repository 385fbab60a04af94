// All routes of platform_a (Gamma, the CLOB and the Data API) and its streams.
import type { Route } from '../server/routes.ts'
import type { SimulatedWorld } from '../simulated-world.ts'
import type { Stream } from '../streams/stream.ts'
import { activityRoute, type ActivityCaps } from './activity.ts'
import { clobRoutes } from './clob.ts'
import { dataRoutes, type TradeCaps } from './data.ts'
import { gammaRoutes } from './gamma.ts'
import { positionsRoute } from './positions.ts'
import { activityTopic } from './streams/activity-topic.ts'
import { marketChannel } from './streams/market-channel.ts'

export interface PlatformAOptions {
  /** Maximum rows and offset of /trades (default 10,000 each; a larger offset gets 400). */
  readonly tradeCaps?: TradeCaps
  /** Maximum rows and offset of /activity (default 500 and 5,000). */
  readonly activityCaps?: ActivityCaps
  /** The fraction of the markets that Gamma lists as markets of Protocol V2, with `positionIds` (default 0). */
  readonly protocolV2Share?: number
}

/** Rows per page of the CLOB's market list. */
const clobPage = 500

export function createRoutes(
  { world, wallets, truth, isVisible, isActionVisible }: SimulatedWorld,
  {
    tradeCaps = { limit: 10_000, offset: 10_000, beyond: 'refuse' },
    activityCaps = { limit: 500, offset: 5_000 },
    protocolV2Share = 0,
  }: PlatformAOptions,
): readonly Route[] {
  return [
    ...gammaRoutes(world, protocolV2Share),
    ...clobRoutes(world, clobPage),
    ...dataRoutes(world, tradeCaps, isVisible),
    activityRoute(world, wallets, activityCaps, isActionVisible),
    positionsRoute(world, (wallet) => truth.positions(wallet)),
  ]
}

export const createStreams = ({ world }: SimulatedWorld): readonly Stream[] => [
  marketChannel(world),
  activityTopic(world),
]
