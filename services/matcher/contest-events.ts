// Tracks the events of platforms with tickers. Such a platform lists each possible result of a contest as a market of
// its own: A wins, B wins, draw. Whether there is a market for a draw decides how the other markets are compared.
import { hasTickers, type MatcherInput } from './matcher-input.ts'

interface ContestEvent {
  readonly markets: Set<string>
  /**
   * Ids of the markets for a draw. The id of a market that `forgetMarket` has removed stays here, because a draw
   * remains possible in the contest. null: there was none, as in most events.
   */
  draws: Set<string> | null
}

/**
 * Each function that changes an event returns the ids of all markets of the event if a draw has become
 * possible or is no longer possible, else none.
 */
export interface ContestEvents {
  add(input: MatcherInput, isDraw: boolean): Iterable<string>
  /** To be called after the market has moved to another event. `input` still has the old event. */
  removeFromOldEvent(input: MatcherInput): Iterable<string>
  forgetMarket(input: MatcherInput): Iterable<string>
  /** Whether the event of the market has a market for a draw. */
  eventListsDraw(input: MatcherInput): boolean
}

export function createContestEvents(): ContestEvents {
  const events = new Map<string, ContestEvent>()

  function changeEvent(
    input: MatcherInput,
    change: (event: ContestEvent) => void,
  ): Iterable<string> {
    if (!hasTickers(input)) return []
    const key = eventKey(input)
    const event = events.get(key) ?? { markets: new Set(), draws: null }
    const listedDrawBefore = listsDraw(event)
    change(event)
    if (event.markets.size === 0) events.delete(key)
    else events.set(key, event)
    return listsDraw(event) === listedDrawBefore ? [] : event.markets
  }

  return {
    add: (input, isDraw) =>
      changeEvent(input, (event) => {
        event.markets.add(input.id)
        if (isDraw) (event.draws ??= new Set()).add(input.id)
        else event.draws?.delete(input.id)
      }),
    removeFromOldEvent: (input) =>
      changeEvent(input, ({ markets, draws }) => {
        markets.delete(input.id)
        draws?.delete(input.id)
      }),
    forgetMarket: (input) => changeEvent(input, ({ markets }) => markets.delete(input.id)),
    eventListsDraw: (input) => listsDraw(events.get(eventKey(input))),
  }
}

const listsDraw = (event: ContestEvent | undefined): boolean => (event?.draws?.size ?? 0) > 0

function eventKey({ platform, eventNativeId }: MatcherInput): string {
  return `${platform}/${eventNativeId}`
}
