// Remembers some trades that a platform has returned, as witnesses. If the platform returns no trades for a
// market that has been traded, the empty list is accepted only if the platform still returns one of the
// witnesses.
import type { Source, TradeResult, TradeRow } from '../../platforms/source.ts'
import { UpstreamError } from '../../platforms/upstream/upstream-error.ts'
import type { PollerTuning } from '../tuning.ts'

/**
 * Number of witnesses, each a trade of another market. More than one, because the platform may withdraw a
 * trade.
 */
const maxWitnesses = 5
/** For this time after a witness was returned, empty lists are accepted without a new check. */
const provenForMs = 5_000

export interface TradeWitnesses {
  /** Remembers a trade of the answer, if it contains one. */
  note(answer: TradeResult): void
  /** Rejects with UpstreamError if the platform returns none of the remembered trades. */
  confirmTradesAreReturned(signal: AbortSignal): Promise<void>
}

export function createTradeWitnesses(options: {
  readonly source: Source
  readonly tuning: PollerTuning
  /** See createSteadyClock. */
  readonly now: () => number
}): TradeWitnesses {
  const { source, tuning, now } = options
  const { rowsPerWindow } = tuning
  /** The time (Unix seconds) of one returned trade of each market, by native id. The newest entry is last. */
  const witnesses = new Map<string, number>()
  let provenAtMs = -Infinity

  async function isTradeReturned(nativeId: string, second: number, signal: AbortSignal) {
    const window = { fromS: second, untilS: second + 1 }
    const { rows } = await source.trades([nativeId], window, rowsPerWindow, signal, 'history')
    return rows.length > 0
  }

  return {
    note({ rows }) {
      const row = rows.find(({ timeMs }: TradeRow) => timeMs !== null)
      if (!row) return
      witnesses.delete(row.marketNativeId)
      witnesses.set(row.marketNativeId, Math.floor((row.timeMs ?? 0) / 1000))
      const [first] = witnesses.keys()
      if (witnesses.size > maxWitnesses && first !== undefined) witnesses.delete(first)
      provenAtMs = now()
    },

    async confirmTradesAreReturned(signal) {
      if (witnesses.size === 0 || now() - provenAtMs < provenForMs) return
      for (const [nativeId, second] of [...witnesses].toReversed()) {
        if (!(await isTradeReturned(nativeId, second, signal))) continue
        provenAtMs = now()
        return
      }
      const message = 'the platform returns no trades, not even known ones'
      throw new UpstreamError(message, { kind: 'failed', status: 200 })
    },
  }
}
