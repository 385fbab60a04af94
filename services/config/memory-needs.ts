// Whether this machine has enough memory for all markets of the real platforms, if one service has all roles. The numbers
// were measured with 84,000 and 196,000 open markets, of which 80,000 end each day: docs/operating.md, Memory.
import { totalmem } from 'node:os'
import type { Config } from '../config.ts'

/** All processes with their caches, and few markets. */
const baseBytes = 1.5e9
const openMarketsOfPlatforms = [84_000, 196_000]
const bytesPerOpenMarket = 5_000
/** For each day that ended markets stay in memory. */
const bytesPerEndedDay = 85e6
/** The rest is for the system, and for the cache of files, without which the log and the store would be slow. */
const usableFraction = 0.85

type Settings = Pick<Config, 'platforms' | 'endedMarketsDays' | 'maxMarkets'>

/** Returns what to change if the memory is too small; null if it is enough, or if the platforms are simulated. */
export function describeMissingMemory(settings: Settings, memoryBytes: number): string | null {
  const { platforms, endedMarketsDays, maxMarkets } = settings
  if (Object.values(platforms).includes('simulator')) return null
  const openMarkets = openMarketsOfPlatforms.reduce((sum, n) => sum + Math.min(n, maxMarkets), 0)
  const openBytes = baseBytes + openMarkets * bytesPerOpenMarket
  const neededBytes = openBytes + endedMarketsDays * bytesPerEndedDay
  const usableBytes = usableFraction * memoryBytes
  if (neededBytes <= usableBytes) return null
  const days = Math.floor((usableBytes - openBytes) / bytesPerEndedDay)
  const remedy =
    days > 0
      ? `set ENDED_MARKETS=${days}, so that ended markets leave the memory earlier`
      : 'use a machine with more memory, or set ENDED_MARKETS=1 and a smaller MAX_MARKETS'
  return `all markets of the platforms need about ${toGb(neededBytes)} GB of memory, and ${toGb(usableBytes)} of ${toGb(memoryBytes)} GB can be used: ${remedy}`
}

/** The memory of the machine, or of the container if that is less. */
export function readMemoryBytes(): number {
  const limitBytes = process.constrainedMemory()
  return limitBytes > 0 ? Math.min(limitBytes, totalmem()) : totalmem()
}

const toGb = (bytes: number): string => (bytes / 1e9).toFixed(1)
