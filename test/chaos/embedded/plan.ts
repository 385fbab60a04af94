// Which faults are injected into the embedded form and when. A pure function of the seed.
import { createRandom, hashOf, type Random } from '../../../simulator/random.ts'
import { describeListFault, drawListFault } from '../list-fault-plan.ts'
import type { ListFault } from '../list-faults.ts'

export type EmbeddedFault =
  /** False lists of trades (list-faults.ts). */
  | { readonly kind: 'lists'; readonly list: ListFault }
  /** Trades that appear late. */
  | { readonly kind: 'withheld'; readonly forMs: number; readonly lateMs: number }
  /** The error of the service's clock from now on. */
  | { readonly kind: 'our-clock'; readonly errorMs: number }
  /** The error of the platforms' clock from now on. */
  | { readonly kind: 'platform-clock'; readonly errorMs: number }
  /** The machine is suspended: time passes, and the process does not notice. */
  | { readonly kind: 'pause'; readonly forMs: number }
  /** Another program fills the disk, and frees it again. */
  | { readonly kind: 'full-disk'; readonly forMs: number }
  /** The service is stopped, and started again later, perhaps on another store. */
  | { readonly kind: 'outage'; readonly forMs: number; readonly store: StoreAtStart }

/** The store as it was, no store, or the copy that was made in the first outage. */
export type StoreAtStart = 'kept' | 'lost' | 'older'

export type EmbeddedFaultKind = EmbeddedFault['kind']

export interface EmbeddedPlan {
  /** The errors of the clocks when the service is started for the first time; at most one of them is wrong. */
  readonly atStart: { readonly ourErrorMs: number; readonly platformErrorMs: number }
  readonly faults: readonly { readonly atMs: number; readonly fault: EmbeddedFault }[]
}

/** In random order: a little more than half a minute. */
const kinds: readonly EmbeddedFaultKind[] = [
  ...Array<EmbeddedFaultKind>(6).fill('lists'),
  ...Array<EmbeddedFaultKind>(6).fill('pause'),
  ...Array<EmbeddedFaultKind>(2).fill('our-clock'),
  ...Array<EmbeddedFaultKind>(2).fill('platform-clock'),
  ...Array<EmbeddedFaultKind>(3).fill('outage'),
  ...Array<EmbeddedFaultKind>(2).fill('withheld'),
  ...Array<EmbeddedFaultKind>(2).fill('full-disk'),
]
const maxGapMs = 3_500
const secondMs = 1_000
const minuteMs = 60_000
const clockErrorsMs = [3 * secondMs, 40 * secondMs, 5 * minuteMs, 60 * minuteMs]

/** The plan of a shorter round is the beginning of that of a longer one. */
export function planEmbedded(seed: string, forMs: number): EmbeddedPlan {
  const random = createRandom(hashOf(seed))
  const error = drawClockError(random)
  const isOurs = random.chance(0.5)
  const atStart = { ourErrorMs: isOurs ? error : 0, platformErrorMs: isOurs ? 0 : error }
  const faults: { atMs: number; fault: EmbeddedFault }[] = []
  let outages = 0
  for (let atMs = 0; ;)
    for (const kind of shuffled(kinds, random)) {
      atMs += random.below(maxGapMs)
      if (atMs >= forMs) return { atStart, faults }
      const fault = draw(kind, random, atMs, outages === 0)
      if (kind === 'outage') outages += 1
      faults.push({ atMs, fault })
    }
}

function draw(
  kind: EmbeddedFaultKind,
  random: Random,
  atMs: number,
  isFirstOutage: boolean,
): EmbeddedFault {
  switch (kind) {
    case 'lists':
      return { kind, list: drawListFault(random, atMs) }
    case 'withheld':
      return {
        kind,
        forMs: minuteMs + random.below(5 * minuteMs),
        lateMs: 140 * secondMs + random.below(5 * minuteMs),
      }
    case 'our-clock':
    case 'platform-clock':
      return { kind, errorMs: drawClockError(random) }
    case 'pause':
      return { kind, forMs: drawDuration(random, 10 * minuteMs) }
    case 'full-disk':
      return { kind, forMs: drawDuration(random, 20 * secondMs) }
    case 'outage': {
      const forMs = drawDuration(random, 60 * minuteMs)
      const store = random.pick<StoreAtStart>(['kept', 'lost', 'lost', 'older', 'older'])
      return { kind, forMs, store: isFirstOutage ? 'kept' : store }
    }
  }
}

/** In either direction; every third time the clock is right. */
function drawClockError(random: Random): number {
  const errorMs = random.pick(clockErrorsMs)
  return random.pick([errorMs, -errorMs, 0])
}

/** From a second on; short ones as often as long ones. */
function drawDuration(random: Random, maxMs: number): number {
  return Math.round(secondMs * (maxMs / secondMs) ** random.next())
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const left = [...list]
  return list.map(() => left.splice(random.below(left.length), 1)[0] as T)
}

export function describeEmbeddedFault(fault: EmbeddedFault): string {
  switch (fault.kind) {
    case 'lists':
      return describeListFault(fault.list)
    case 'withheld':
      return `trades of the next ${fault.forMs} ms appear ${fault.lateMs} ms late`
    case 'our-clock':
      return `our clock is wrong by ${fault.errorMs} ms`
    case 'platform-clock':
      return `the platforms' clock is wrong by ${fault.errorMs} ms`
    case 'pause':
      return `suspended for ${fault.forMs} ms`
    case 'full-disk':
      return `the disk is full for ${fault.forMs} ms`
    case 'outage':
      return `stopped for ${fault.forMs} ms, store ${fault.store}`
  }
}
