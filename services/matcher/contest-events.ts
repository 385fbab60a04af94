// Events on platforms whose ids are tickers. Such a platform lists each possible result of a contest as a
// market of its own: A wins, B wins, draw. Whether a draw is listed decides how the other markets compare.
import { hasTickers, type MatcherInput } from './matcher-input.ts'

interface ContestEvent {
  readonly markets: Set<string>
  /**
   * Ids of the markets for a draw. The id of a market that `forget` has removed stays here, because a draw
   * remains possible in the contest.
   */
  readonly draws: Set<string>
}

/**
 * The functions that change an event return the ids of all its markets if it got its first market for a draw
 * or lost its last one, else none.
 */
export interface ContestEvents {
  add(input: MatcherInput, isDraw: boolean): Iterable<string>
  /** To be called when the market is in another event now. `input` has the old event. */
  moveAway(input: MatcherInput): Iterable<string>
  forget(input: MatcherInput): Iterable<string>
  /** Whether the event of the market has a market for a draw. */
  listsDraw(input: MatcherInput): boolean
}

export function createContestEvents(): ContestEvents {
  const events = new Map<string, ContestEvent>()

  function changeEvent(
    input: MatcherInput,
    change: (event: ContestEvent) => void,
  ): Iterable<string> {
    if (!hasTickers(input)) return []
    const key = eventKey(input)
    const event = events.get(key) ?? { markets: new Set(), draws: new Set() }
    const listedDrawBefore = event.draws.size > 0
    change(event)
    if (event.markets.size === 0) events.delete(key)
    else events.set(key, event)
    return event.draws.size > 0 === listedDrawBefore ? [] : event.markets
  }

  return {
    add: (input, isDraw) =>
      changeEvent(input, ({ markets, draws }) => {
        markets.add(input.id)
        if (isDraw) draws.add(input.id)
        else draws.delete(input.id)
      }),
    moveAway: (input) =>
      changeEvent(input, ({ markets, draws }) => {
        markets.delete(input.id)
        draws.delete(input.id)
      }),
    forget: (input) => changeEvent(input, ({ markets }) => markets.delete(input.id)),
    listsDraw: (input) => (events.get(eventKey(input))?.draws.size ?? 0) > 0,
  }
}

function eventKey({ platform, eventNativeId }: MatcherInput): string {
  return `${platform}/${eventNativeId}`
}
