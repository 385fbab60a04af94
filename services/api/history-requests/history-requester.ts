// States the completeness of a response about a period of a market. If the period begins before the trades that
// the poller has fetched, this file also asks the poller for the earlier trades.
import {
  hasUnfetchedTrades,
  toStatedCompleteness,
  type Period,
  type StatedCompleteness,
} from '../completeness.ts'
import type { Completeness } from '../catalog/feed-catalog.ts'
import { createRequestSender } from '../client-requests/request-sender.ts'
import type { HistoryRequests, RequestedHistories } from './history-requests.ts'

export interface HistoryRequester {
  /**
   * Returns what a response about `period` states about its completeness. If trades of a part of the period were not
   * fetched, requests the earlier trades of the market, but does not wait for them. The request counts towards the
   * quota of the account.
   */
  requestUnfetchedTrades(response: {
    readonly marketId: string
    readonly accountId: string
    readonly completeness: Completeness
    readonly period: Period
  }): StatedCompleteness
}

export function createHistoryRequester(options: {
  readonly requestedHistories: RequestedHistories
  readonly requests: Pick<HistoryRequests, 'append'>
  /** Unix milliseconds. */
  readonly now: () => number
  /** Called when a request could not be appended to the topic. The next response about the market tries again. */
  readonly onFailure: (error: unknown) => void
}): HistoryRequester {
  const { requestedHistories, requests, now, onFailure } = options
  const send = createRequestSender({ quotas: requestedHistories, topic: requests, onFailure })

  return {
    requestUnfetchedTrades({ marketId, accountId, completeness, period }) {
      const stated = toStatedCompleteness(completeness, period)
      if (!hasUnfetchedTrades(completeness, period.fromMs, period.untilMs)) return stated
      if (requestedHistories.requestedAtMs(marketId) !== null) return stated
      const exceeded = requestedHistories.quotaExceededBy(marketId, accountId)
      if (exceeded)
        return { ...stated, historyNotRequested: `${exceeded.quota};limit=${exceeded.limit}` }
      // not awaited: a log that hangs must not delay the response
      void send({ market_id: marketId, requested_at_ms: now(), account_id: accountId })
      return stated
    },
  }
}
