// States in arrays compared with states in a Map, after any changes.
import { expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { FeedGap } from '../../schemas/generated/events.ts'
import type {
  BookStampState,
  HistoryState,
  MarketState,
  MarketSummary,
} from '../../services/poller/checkpoints.ts'
import { createPackedStates, type MutableStates } from '../../services/poller/packed-states.ts'
import type { ReadonlyStates } from '../../services/poller/states.ts'

const ids = ['pa_0x1', 'pa_0x2', 'pb_KX_A-1', 'unknown', 'pa_']
const text = fc.constantFrom('', 'Yes', 'No', '0x1', 'KX_A-1', 'ü – 1')
const texts = fc.array(text, { maxLength: 3 })
const timeMs = fc.integer({ min: 0, max: 2_000_000_000_000 })
const optionalMs = fc.option(timeMs, { nil: null })

const marketState: fc.Arbitrary<MarketState> = fc
  .record({
    phase: fc.constantFrom('open' as const, 'settling' as const, 'final' as const),
    hasBook: fc.boolean(),
    tokens: texts,
    outcomes: texts,
    volume24h: fc.double({ min: 0, max: 1e12, noNaN: true }),
    volumeTotal: fc.double({ min: 0, max: 1e12, noNaN: true }),
    neverTraded: fc.boolean(),
    createdMs: optionalMs,
    closedMs: optionalMs,
    nativeId: text,
    eventNativeId: fc.option(text, { nil: null }),
    digest: text,
    listedMs: timeMs,
    askedMs: optionalMs,
  })
  .map(({ askedMs, ...state }) => (askedMs === null ? state : { ...state, askedMs }))
const gap: FeedGap = { from_ms: 1, until_ms: 2, reason: 'page_limit' }
const historyState: fc.Arbitrary<HistoryState> = fc
  .record({
    fromMs: optionalMs,
    untilMs: timeMs,
    gaps: fc.constantFrom<readonly FeedGap[]>([], [gap]),
  })
  .map(({ fromMs, ...state }) => (fromMs === null ? state : { fromMs, ...state }))
const bookState: fc.Arbitrary<BookStampState> = fc
  .record({ stamp: text, receivedAtMs: optionalMs })
  .map(({ stamp, receivedAtMs }) => (receivedAtMs === null ? { stamp } : { stamp, receivedAtMs }))

const id = fc.constantFrom(...ids)
const change = <K extends string, S>(kind: K, state: fc.Arbitrary<S>) =>
  fc.record({ kind: fc.constant(kind), id, state: fc.option(state, { nil: null }) })
const changes = fc.array(
  fc.oneof(
    change('markets', marketState),
    change('histories', historyState),
    change('books', bookState),
  ),
  { maxLength: 40 },
)

const toSummary = ({
  tokens: _tokens,
  outcomes: _outcomes,
  eventNativeId: _event,
  digest: _digest,
  ...summary
}: MarketState): MarketSummary => summary

const byId = <S>(states: Iterable<readonly [string, S]>): readonly (readonly [string, S])[] =>
  [...states].toSorted(([a], [b]) => (a < b ? -1 : 1))

/** `toPart`: returns what an iteration returns of a state. */
function expectEqual<S, Part>(
  packed: ReadonlyStates<S, Part>,
  expected: ReadonlyMap<string, S>,
  toPart: (state: S) => Part,
): void {
  expect(packed.size).toBe(expected.size)
  for (const one of ids) {
    expect(packed.get(one)).toEqual(expected.get(one))
    expect(packed.has(one)).toBe(expected.has(one))
  }
  const parts = new Map([...expected].map(([one, state]) => [one, toPart(state)]))
  expect(byId(packed)).toEqual(byId(parts))
  expect([...packed.keys()].toSorted()).toEqual([...expected.keys()].toSorted())
  expect([...packed.values()]).toHaveLength(expected.size)
}

function apply<S, Part>(
  states: MutableStates<S, Part>,
  to: Map<string, S>,
  key: string,
  state: S | null,
): void {
  if (state === null) {
    states.delete(key)
    to.delete(key)
    return
  }
  states.set(key, state)
  to.set(key, state)
}

it('are those that were stored last, of each kind', () => {
  fc.assert(
    fc.property(changes, (steps) => {
      const packed = createPackedStates()
      const markets = new Map<string, MarketState>()
      const histories = new Map<string, HistoryState>()
      const books = new Map<string, BookStampState>()
      for (const step of steps) {
        if (step.kind === 'markets') apply(packed.markets, markets, step.id, step.state)
        else if (step.kind === 'histories') apply(packed.histories, histories, step.id, step.state)
        else apply(packed.books, books, step.id, step.state)
      }
      expectEqual(packed.markets, markets, toSummary)
      expectEqual(packed.histories, histories, (state) => state)
      expectEqual(packed.books, books, (state) => state)
    }),
    { numRuns: 500 },
  )
})
