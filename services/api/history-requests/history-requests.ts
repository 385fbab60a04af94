// Asks the poller, through the topic `history-requests`, for trades of a market that are older than the trades that the
// poller fetches by itself. Quotas of the accounts limit these requests (docs/decisions/031-bounded-past.md).
import type { HistoryRequest } from '../../../schemas/generated/events.ts'
import {
  createRequestQuotas,
  type Quotas,
  type RequestQuotas,
} from '../client-requests/request-quotas.ts'
import {
  createRequestTopic,
  type RequestTopic,
  type RequestTopicOptions,
} from '../client-requests/request-topic.ts'

/** A market counts towards the quotas for this long after its request, and is not requested again meanwhile. */
const countsForMs = 86_400_000

export type RequestedHistories = RequestQuotas<HistoryRequest>

export function createRequestedHistories(options: {
  readonly quotas: Quotas
  /** Unix milliseconds. */
  readonly now: () => number
}): RequestedHistories {
  return createRequestQuotas({
    ...options,
    walletOrMarketOf: ({ market_id: id }: HistoryRequest) => id,
    countsForMs,
  })
}

export type HistoryRequests = RequestTopic<HistoryRequest>

export function createHistoryRequests(
  options: RequestTopicOptions & { readonly requestedHistories: Pick<RequestedHistories, 'apply'> },
): HistoryRequests {
  return createRequestTopic({
    ...options,
    topic: 'history-requests',
    keyOf: ({ market_id: id }) => id,
    apply: (request) => void options.requestedHistories.apply(request),
  })
}
