// Whether this machine has enough memory for all markets of the real platforms, if one service has all roles. The
// numbers are from the section Memory of docs/operating.md.
import type { Config } from '../config.ts'
import { identityOf } from '../platforms/identity.ts'

/**
 * Memory of all processes with their caches when there are few markets, and of the ended markets that poller and matcher
 * keep for a day.
 */
const baseBytes = 1.1e9
const bytesPerOpenMarket = 4_200
/** Memory of the api for each ended market that is in lists. */
const bytesPerEndedMarket = 790
/** Memory of the poller for each ended market, if there is no directory for a file with these markets. */
const bytesPerRetiredMarket = 300
/** The smallest value of LISTED_ENDED_MARKETS. */
const minListedEndedMarkets = 1_000
/**
 * The fraction of the memory that the service can use. The rest is for the system and for the page cache, without
 * which the log and the store would be slow.
 */
const usableFraction = 0.85

type Settings = Pick<
  Config,
  'log' | 'platforms' | 'endedMarketsDays' | 'listedEndedMarkets' | 'maxMarkets'
>

/** Returns what to change if the memory is too small; null if it is enough, or if the platforms are simulated. */
export function describeMissingMemory(settings: Settings, memoryBytes: number): string | null {
  const { log, platforms, endedMarketsDays, listedEndedMarkets, maxMarkets } = settings
  if (Object.values(platforms).includes('simulator')) return null
  const sizes = Object.keys(platforms).flatMap((platform) => identityOf(platform)?.size ?? [])
  const openMarkets = sumOf(sizes.map((size) => Math.min(size.openMarkets, maxMarkets)))
  const endedMarkets = endedMarketsDays * sumOf(sizes.map((size) => size.endedMarketsPerDay))
  const retiredBytes = log.kind === 'lmdb' ? 0 : endedMarkets * bytesPerRetiredMarket
  const otherBytes = baseBytes + openMarkets * bytesPerOpenMarket + retiredBytes
  const neededBytes = otherBytes + Math.min(endedMarkets, listedEndedMarkets) * bytesPerEndedMarket
  const usableBytes = usableFraction * memoryBytes
  if (neededBytes <= usableBytes) return null
  const thousandsThatFit = Math.floor((usableBytes - otherBytes) / bytesPerEndedMarket / 1000)
  const remedy =
    1000 * thousandsThatFit >= minListedEndedMarkets
      ? `set LISTED_ENDED_MARKETS=${1000 * thousandsThatFit}, so that fewer ended markets are in memory`
      : `use a machine with more memory, or set LISTED_ENDED_MARKETS=${minListedEndedMarkets} and a smaller MAX_MARKETS`
  return `all markets of the platforms need about ${toGb(neededBytes)} GB of memory, and ${toGb(usableBytes)} of ${toGb(memoryBytes)} GB can be used: ${remedy}`
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, n) => sum + n, 0)
const toGb = (bytes: number): string => (bytes / 1e9).toFixed(1)
