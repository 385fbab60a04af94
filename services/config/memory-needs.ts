// Whether this machine has enough memory for all markets of the real platforms, if one service has all roles. The
// numbers are from the section Memory of docs/operating.md.
import type { Config } from '../config.ts'
import { identityOf } from '../platforms/identity.ts'

/** Memory of all processes with their caches when there are few markets. */
const baseBytes = 1.5e9
const bytesPerOpenMarket = 5_000
/** Memory of the poller and the api together, for each ended market. */
const bytesPerEndedMarket = 1_058
/**
 * The fraction of the memory that the service can use. The rest is for the system and for the page cache, without
 * which the log and the store would be slow.
 */
const usableFraction = 0.85

type Settings = Pick<Config, 'platforms' | 'endedMarketsDays' | 'maxMarkets'>

/** Returns what to change if the memory is too small; null if it is enough, or if the platforms are simulated. */
export function describeMissingMemory(settings: Settings, memoryBytes: number): string | null {
  const { platforms, endedMarketsDays, maxMarkets } = settings
  if (Object.values(platforms).includes('simulator')) return null
  const sizes = Object.keys(platforms).flatMap((platform) => identityOf(platform)?.size ?? [])
  const openMarkets = sumOf(sizes.map((size) => Math.min(size.openMarkets, maxMarkets)))
  const openBytes = baseBytes + openMarkets * bytesPerOpenMarket
  const bytesPerDay = sumOf(sizes.map((size) => size.endedMarketsPerDay)) * bytesPerEndedMarket
  const neededBytes = openBytes + endedMarketsDays * bytesPerDay
  const usableBytes = usableFraction * memoryBytes
  if (neededBytes <= usableBytes) return null
  const days = Math.floor((usableBytes - openBytes) / bytesPerDay)
  const remedy =
    days > 0
      ? `set ENDED_MARKETS=${days}, so that ended markets leave the memory earlier`
      : 'use a machine with more memory, or set ENDED_MARKETS=1 and a smaller MAX_MARKETS'
  return `all markets of the platforms need about ${toGb(neededBytes)} GB of memory, and ${toGb(usableBytes)} of ${toGb(memoryBytes)} GB can be used: ${remedy}`
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, n) => sum + n, 0)
const toGb = (bytes: number): string => (bytes / 1e9).toFixed(1)
