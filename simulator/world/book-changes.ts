// What changes from one order book to the next, as the streams of the platforms report it.
import { nextBookMs, type Book, type Level } from './book.ts'
import type { Market } from './market.ts'

/** The new size of one level of the first outcome's book. */
export interface LevelChange {
  readonly side: 'bid' | 'ask'
  readonly pricePico: number
  /** 0: the level is new. */
  readonly beforeMicro: number
  /** 0: the level is removed. */
  readonly afterMicro: number
}

/**
 * The changes that lead from one book to another; null is no book. Smaller levels come first: so the bids never
 * reach the asks in between.
 */
export function levelChanges(before: Book | null, after: Book | null): readonly LevelChange[] {
  return [
    ...changesOf('bid', before?.bids ?? [], after?.bids ?? []),
    ...changesOf('ask', before?.asks ?? [], after?.asks ?? []),
  ].sort((one, other) => Number(grows(one)) - Number(grows(other)))
}

const grows = ({ beforeMicro, afterMicro }: LevelChange): boolean => afterMicro > beforeMicro

function changesOf(
  side: LevelChange['side'],
  before: readonly Level[],
  after: readonly Level[],
): readonly LevelChange[] {
  const old = sizesOf(before)
  const now = sizesOf(after)
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((pricePico) => ({
      side,
      pricePico,
      beforeMicro: old.get(pricePico) ?? 0,
      afterMicro: now.get(pricePico) ?? 0,
    }))
    .filter(({ beforeMicro, afterMicro }) => beforeMicro !== afterMicro)
}

const sizesOf = (levels: readonly Level[]): ReadonlyMap<number, number> =>
  new Map(levels.map(({ pricePico, sizeMicro }) => [pricePico, sizeMicro]))

/** A change of a whole book. */
export interface BookStep {
  readonly atMs: number
  /** null: no book. */
  readonly before: Book | null
  readonly after: Book | null
}

export interface BookWatch {
  /** The changes since the last call, up to and including a time, oldest first. */
  stepsUntil(untilMs: number): readonly BookStep[]
}

/** After a jump of the clock, only the books of this much time are reported one by one. */
export const maxStepsMs = 120_000

/** Watches the book of a market from a time on. `bookOf`: the book as the platform serves it. */
export function watchBook(
  market: Market,
  fromMs: number,
  bookOf: (tMs: number) => Book | null,
): BookWatch {
  let nextMs = nextBookMs(market, fromMs)
  let current = bookOf(fromMs)
  const stepTo = (atMs: number): BookStep => {
    const step = { atMs, before: current, after: bookOf(atMs) }
    current = step.after
    nextMs = nextBookMs(market, atMs)
    return step
  }
  return {
    stepsUntil(untilMs) {
      const steps: BookStep[] = []
      if (nextMs <= untilMs - maxStepsMs) steps.push(stepTo(untilMs - maxStepsMs))
      while (nextMs <= untilMs) steps.push(stepTo(nextMs))
      return steps
    },
  }
}
