// Counts the requests of clients to the poller, and appends them to their topic.
import type { ClientRequest, RequestQuotas } from './request-quotas.ts'
import type { RequestTopic } from './request-topic.ts'

/** Returns a function that sends a request, which never rejects. The caller checks the quota first. */
export function createRequestSender<Request extends ClientRequest>(options: {
  readonly quotas: Pick<RequestQuotas<Request>, 'apply'>
  readonly topic: Pick<RequestTopic<Request>, 'append'>
  /** Called when a request could not be appended. It then counts towards no quota, so it can be sent again. */
  readonly onFailure: (error: unknown) => void
}): (request: Request) => Promise<void> {
  const { quotas, topic, onFailure } = options
  return async (request) => {
    // the request is counted before its record is read back from the topic, so that concurrent requests cannot exceed
    // the quota
    const undo = quotas.apply(request)
    try {
      await topic.append(request)
    } catch (error) {
      undo()
      onFailure(error)
    }
  }
}
