// Remembers some trades that a platform has returned, as witnesses. If the platform returns no trades for a
// market that has been traded, the empty list is accepted only if the platform still returns one of the
// witnesses (docs/decisions/014-evidence-for-watermarks.md, rule 7).
import type { Source, TradeResult } from '../../platforms/source.ts'
import { UpstreamError } from '../../platforms/upstream/upstream-error.ts'
import type { TapeState } from '../checkpoints.ts'
import type { PollerTuning } from '../tuning.ts'

/**
 * Maximum number of witnesses, each a trade of a different market. There are several, because the platform may withdraw
 * a trade.
 */
const maxWitnesses = 5
/**
 * An empty list is accepted if it was received less than this time after the `asOfMs` of a response with trades, which
 * shows that the platform had no fault that empties its lists.
 */
const provenForMs = 5_000

export interface TradeWitnesses {
  /**
   * Resolves with the answer of `request`. If the answer has no rows and `mayBeEmpty` is false, the platform is asked
   * for a known trade. If it returns that trade, `request` is called once more, because a fault that has just ended may
   * have emptied the first answer. Rejects with UpstreamError if the platform returns no known trade.
   */
  read(
    request: () => Promise<TradeResult>,
    mayBeEmpty: boolean,
    signal: AbortSignal,
  ): Promise<TradeResult>
}

export function createTradeWitnesses(options: {
  readonly source: Source
  /** The newest state of the platform's tape, which an earlier run may have stored. */
  readonly tape: () => TapeState | null
  readonly tuning: PollerTuning
  /** See createSteadyClock. */
  readonly now: () => number
}): TradeWitnesses {
  const { source, tape, tuning, now } = options
  const { rowsPerWindow } = tuning
  /** The time (Unix seconds) of one returned trade of each market, by native id. The newest entry is last. */
  const witnesses = new Map<string, number>()
  /** The latest `asOfMs` of a response with trades. */
  let provenAtMs = -Infinity

  /** Returns whether the response has trades. */
  function noteIfHasTrades({ rows, asOfMs }: TradeResult): boolean {
    const hasTrades = rows.some(({ timeMs }) => timeMs !== null)
    // `asOfMs` can be later than the steady clock, if the steady clock was behind at the start.
    if (hasTrades) provenAtMs = Math.max(provenAtMs, Math.min(asOfMs, now()))
    return hasTrades
  }

  function noteWitness({ rows }: TradeResult): void {
    const row = rows.find(({ timeMs }) => timeMs !== null)
    if (!row) return
    witnesses.delete(row.marketNativeId)
    witnesses.set(row.marketNativeId, Math.floor((row.timeMs ?? 0) / 1000))
    const [first] = witnesses.keys()
    if (witnesses.size > maxWitnesses && first !== undefined) witnesses.delete(first)
  }

  async function isWitnessReturned(signal: AbortSignal): Promise<boolean> {
    for (const [nativeId, fromS] of [...witnesses].toReversed()) {
      const window = { fromS, untilS: fromS + 1 }
      if (
        noteIfHasTrades(await source.trades([nativeId], window, rowsPerWindow, signal, 'history'))
      )
        return true
    }
    return false
  }

  /**
   * Whether the list of all trades has the newest row of the tape. null: no row of the tape is known, or the
   * platform has no such list.
   */
  async function isNewestTapeRowReturned(signal: AbortSignal): Promise<boolean | null> {
    const newestRowMs = tape()?.newestRowMs
    if (newestRowMs === undefined || !source.tape) return null
    const fromS = Math.floor(newestRowMs / 1000)
    const answer = await source.tape({ fromS, untilS: fromS + 1 }, rowsPerWindow, signal)
    return answer && noteIfHasTrades(answer)
  }

  /**
   * Resolves with false if no trade is known that the platform could return. Rejects with UpstreamError if the
   * platform returns none of the known trades.
   */
  async function confirmTradesAreReturned(signal: AbortSignal): Promise<boolean> {
    const isReturned =
      witnesses.size > 0 ? await isWitnessReturned(signal) : await isNewestTapeRowReturned(signal)
    if (isReturned === false) {
      const message = 'the platform returns no trades, not even known ones'
      throw new UpstreamError(message, { kind: 'failed', status: 200 })
    }
    return isReturned === true
  }

  return {
    async read(request, mayBeEmpty, signal) {
      async function readOnce(): Promise<TradeResult> {
        const answer = await request()
        noteWitness(answer)
        noteIfHasTrades(answer)
        return answer
      }
      const answer = await readOnce()
      const isProven = now() - provenAtMs < provenForMs
      if (answer.rows.length > 0 || mayBeEmpty || isProven) return answer
      return (await confirmTradesAreReturned(signal)) ? readOnce() : answer
    },
  }
}
