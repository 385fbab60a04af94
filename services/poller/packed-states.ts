// The states of the markets of one partition, in arrays by the number of the market instead of in objects, which would
// take several times the memory. The three kinds of states have the same ids, so they share the numbers.
import type { FeedGap } from '../../schemas/generated/events.ts'
import { createColumn } from '../lib/run/column.ts'
import { createMarketNumbers } from '../lib/run/market-numbers.ts'
import { createTextColumn } from '../lib/run/text-column.ts'
import type { BookStampState, HistoryState, MarketState, MarketSummary } from './checkpoints.ts'
import type { States } from './states.ts'

export interface MutableStates<S, Part = S> extends States<S, Part> {
  delete(id: string): void
}

export interface PackedStates {
  readonly markets: MutableStates<MarketState, MarketSummary>
  readonly histories: MutableStates<HistoryState>
  readonly books: MutableStates<BookStampState>
}

/** Writes and reads the states of one kind at the number of a market. */
interface Kind<S, Part = S> {
  readonly write: (market: number, id: string, state: S) => void
  readonly read: (market: number, id: string) => S
  /** Reads what an iteration returns. */
  readonly readPart: (market: number, id: string) => Part
  /** Frees the memory of the texts of a removed state. */
  readonly clear: (market: number) => void
}

const phases = ['open', 'settling', 'final'] as const
const phaseBits = 3
const hasBookBit = 4
const neverTradedBit = 8
const hasEventBit = 16

/** Stands for a number that is null or absent. */
const none = NaN
const toNumber = (value: number): number | null => (Number.isNaN(value) ? null : value)

/** Returns the part of a unified id after its prefix. */
const nativeIdIn = (id: string): string => id.slice(id.indexOf('_') + 1)
const noTexts: readonly string[] = []
const noGaps: readonly FeedGap[] = []

const parseList = (json: string): readonly string[] =>
  json === '' ? noTexts : (JSON.parse(json) as string[])

export function createPackedStates(): PackedStates {
  const createStates = createNumberedStates()
  return {
    markets: createStates(createMarketKind()),
    histories: createStates(createHistoryKind()),
    books: createStates(createBookKind()),
  }
}

/** Returns states of the same kind as those of the books in PackedStates, with numbers of their own. */
export function createPackedBooks(): MutableStates<BookStampState> {
  const createStates = createNumberedStates()
  return createStates(createBookKind())
}

/** Returns a function that creates the states of one kind. All kinds share the numbers. */
function createNumberedStates(): <S, Part>(kind: Kind<S, Part>) => MutableStates<S, Part> {
  const numbers = createMarketNumbers()
  /** By market: bit i is set if the market has a state of kind i. */
  const kinds = createColumn(Uint32Array)
  let kindCount = 0

  return function createStates<S, Part>({
    write,
    read,
    readPart,
    clear,
  }: Kind<S, Part>): MutableStates<S, Part> {
    const bit = 1 << kindCount
    kindCount += 1
    let size = 0

    const hasState = (market: number): boolean => (kinds.get(market) & bit) !== 0

    function find(id: string): number | undefined {
      const market = numbers.get(id)
      return market !== undefined && hasState(market) ? market : undefined
    }

    function* entries(): Generator<readonly [string, Part]> {
      for (let market = 0; market < numbers.size(); market += 1) {
        if (!hasState(market)) continue
        const id = numbers.idOf(market)
        yield [id, readPart(market, id)]
      }
    }

    return {
      get(id) {
        const market = find(id)
        return market === undefined ? undefined : read(market, id)
      },
      has: (id) => find(id) !== undefined,
      set(id, state) {
        const market = numbers.assign(id)
        if (!hasState(market)) size += 1
        kinds.set(market, kinds.get(market) | bit)
        write(market, id, state)
      },
      delete(id) {
        const market = find(id)
        if (market === undefined) return
        size -= 1
        clear(market)
        kinds.set(market, kinds.get(market) & ~bit)
        if (kinds.get(market) === 0) numbers.release(id)
      },
      *keys() {
        for (let market = 0; market < numbers.size(); market += 1)
          if (hasState(market)) yield numbers.idOf(market)
      },
      *values() {
        for (const [, part] of entries()) yield part
      },
      [Symbol.iterator]: entries,
      get size() {
        return size
      },
    }
  }
}

function createMarketKind(): Kind<MarketState, MarketSummary> {
  const flags = createColumn(Uint32Array)
  const volumes24h = createColumn(Float64Array)
  const totalVolumes = createColumn(Float64Array)
  const createdMs = createColumn(Float64Array)
  const closedMs = createColumn(Float64Array)
  const listedMs = createColumn(Float64Array)
  const askedMs = createColumn(Float64Array)
  const digests = createTextColumn()
  const eventNativeIds = createTextColumn()
  /** Lists as JSON. */
  const tokens = createTextColumn()
  const outcomes: (readonly string[])[] = []
  /** Only of markets whose native id is not part of their id. */
  const otherNativeIds = new Map<number, string>()
  const sharedOutcomes = createListPool()

  function readPart(market: number, id: string): MarketSummary {
    const flag = flags.get(market)
    const asked = toNumber(askedMs.get(market))
    return {
      phase: phases[flag & phaseBits] ?? 'open',
      hasBook: (flag & hasBookBit) !== 0,
      volume24h: volumes24h.get(market),
      volumeTotal: totalVolumes.get(market),
      neverTraded: (flag & neverTradedBit) !== 0,
      createdMs: toNumber(createdMs.get(market)),
      closedMs: toNumber(closedMs.get(market)),
      nativeId: otherNativeIds.get(market) ?? nativeIdIn(id),
      listedMs: listedMs.get(market),
      ...(asked === null ? {} : { askedMs: asked }),
    }
  }

  return {
    readPart,

    write(market, id, state) {
      flags.set(
        market,
        phases.indexOf(state.phase) |
          (state.hasBook ? hasBookBit : 0) |
          (state.neverTraded ? neverTradedBit : 0) |
          (state.eventNativeId === null ? 0 : hasEventBit),
      )
      volumes24h.set(market, state.volume24h)
      totalVolumes.set(market, state.volumeTotal)
      createdMs.set(market, state.createdMs ?? none)
      closedMs.set(market, state.closedMs ?? none)
      listedMs.set(market, state.listedMs)
      askedMs.set(market, state.askedMs ?? none)
      digests.set(market, state.digest)
      eventNativeIds.set(market, state.eventNativeId ?? '')
      tokens.set(market, state.tokens.length === 0 ? '' : JSON.stringify(state.tokens))
      outcomes[market] = sharedOutcomes(state.outcomes)
      if (nativeIdIn(id) === state.nativeId) otherNativeIds.delete(market)
      else otherNativeIds.set(market, state.nativeId)
    },

    read: (market, id) => ({
      tokens: parseList(tokens.get(market)),
      outcomes: outcomes[market] ?? noTexts,
      eventNativeId: (flags.get(market) & hasEventBit) === 0 ? null : eventNativeIds.get(market),
      digest: digests.get(market),
      ...readPart(market, id),
    }),

    clear(market) {
      digests.set(market, '')
      eventNativeIds.set(market, '')
      tokens.set(market, '')
      outcomes[market] = noTexts
      otherNativeIds.delete(market)
    },
  }
}

function createHistoryKind(): Kind<HistoryState> {
  const fromMs = createColumn(Float64Array)
  const untilMs = createColumn(Float64Array)
  /** Only of histories that have gaps. */
  const gapsOf = new Map<number, readonly FeedGap[]>()

  function read(market: number): HistoryState {
    const from = toNumber(fromMs.get(market))
    return {
      ...(from === null ? {} : { fromMs: from }),
      untilMs: untilMs.get(market),
      gaps: gapsOf.get(market) ?? noGaps,
    }
  }

  return {
    read,
    readPart: read,

    write(market, _id, { fromMs: from = none, untilMs: until, gaps }) {
      fromMs.set(market, from)
      untilMs.set(market, until)
      if (gaps.length === 0) gapsOf.delete(market)
      else gapsOf.set(market, gaps)
    },

    clear: (market) => gapsOf.delete(market),
  }
}

function createBookKind(): Kind<BookStampState> {
  const stamps = createTextColumn()
  const receivedAtMs = createColumn(Float64Array)

  function read(market: number): BookStampState {
    const received = toNumber(receivedAtMs.get(market))
    return {
      stamp: stamps.get(market),
      ...(received === null ? {} : { receivedAtMs: received }),
    }
  }

  return {
    read,
    readPart: read,

    write(market, _id, { stamp, receivedAtMs: received = none }) {
      stamps.set(market, stamp)
      receivedAtMs.set(market, received)
    },

    clear(market) {
      stamps.set(market, '')
    },
  }
}

/** Returns a function that returns the same list for equal lists, as createTextPool() does for texts. */
function createListPool(maxLists = 10_000): (list: readonly string[]) => readonly string[] {
  const pool = new Map<string, readonly string[]>()
  return (list) => {
    const key = JSON.stringify(list)
    const known = pool.get(key)
    if (known) return known
    if (pool.size >= maxLists) pool.clear()
    pool.set(key, list)
    return list
  }
}
