// The requests that wait for one rate limit. Requests of one class are sent in the order of their
// arrival; the queue decides which class is next.
import { classWeights, requestClasses, type RequestClass } from '../request-class.ts'

interface ClassifiedRequest {
  readonly requestClass: RequestClass
}

export interface ClassQueue<T extends ClassifiedRequest> {
  readonly size: number
  /** Returns how many requests of the class wait. */
  waitingCount(requestClass: RequestClass): number
  /**
   * Returns, for each class that has been used, the share of the requests that is reserved for the class: its minimum
   * share while all used classes have waiting requests.
   */
  reservedShares(): readonly (readonly [RequestClass, number])[]
  add(request: T): void
  remove(request: T): void
  /**
   * Removes and returns the request to send next, or null if there is none. A class takes part only if
   * `canStart` returns true for its first request. Takes O(number of classes).
   */
  take(canStart: (request: T) => boolean): T | null
}

interface RequestsOfClass<T> {
  readonly requestClass: RequestClass
  /** In the order of arrival. */
  readonly requests: Set<T>
  readonly weight: number
  /** The start tag (see createClassQueue) of the request that waits longest. */
  startTag: number
  /** Whether the class has had a request. */
  isUsed: boolean
}

/**
 * Creates a queue with these rules:
 *
 * 1. If a request of the tape waits, at most one request of another class is sent before it. If others
 *    wait too, every second request is one of the tape.
 * 2. The other classes are served by Start-time Fair Queueing (P. Goyal, H. M. Vin, H. Cheng: "Start-Time
 *    Fair Queueing", IEEE/ACM Transactions on Networking 5(5), 1997). The request with the lowest start
 *    tag is sent. The start tag is max(virtual time, finish tag of the previous request of the class), the
 *    finish tag is the start tag + 1 / weight, and the virtual time is the start tag of the last request
 *    sent. Each class that always has waiting requests gets a share in proportion to its weight. An idle
 *    class does not accumulate any credit.
 */
export function createClassQueue<T extends ClassifiedRequest>(): ClassQueue<T> {
  const flows = requestClasses.map((requestClass): RequestsOfClass<T> => {
    const weight = requestClass === 'tape' ? 1 : classWeights[requestClass]
    return { requestClass, requests: new Set(), weight, startTag: 0, isUsed: false }
  })
  const byClass = new Map(
    flows.map((requestsOfClass) => [requestsOfClass.requestClass, requestsOfClass]),
  )
  let virtualTime = 0
  let wasTape = false
  let size = 0

  const requestsOf = (requestClass: RequestClass): RequestsOfClass<T> =>
    byClass.get(requestClass) as RequestsOfClass<T>
  const firstRequestOf = ({ requests }: RequestsOfClass<T>): T | undefined =>
    requests.values().next().value

  function chooseClass(canStart: (request: T) => boolean): RequestsOfClass<T> | null {
    let tape: RequestsOfClass<T> | null = null
    let lowest: RequestsOfClass<T> | null = null
    for (const flow of flows) {
      const first = firstRequestOf(flow)
      if (first === undefined || !canStart(first)) continue
      if (flow.requestClass === 'tape') tape = flow
      else if (lowest === null || flow.startTag < lowest.startTag) lowest = flow
    }
    return tape !== null && (lowest === null || !wasTape) ? tape : lowest
  }

  return {
    get size() {
      return size
    },
    waitingCount: (requestClass) => requestsOf(requestClass).requests.size,
    reservedShares() {
      const used = flows.filter(({ isUsed }) => isUsed)
      const others = used.filter(({ requestClass }) => requestClass !== 'tape')
      const weights = others.reduce((sum, { weight }) => sum + weight, 0)
      const ofTape = others.length === 0 ? 1 : 0.5
      const ofOthers = used.length === others.length ? 1 : 0.5
      return used.map(({ requestClass, weight }) => [
        requestClass,
        requestClass === 'tape' ? ofTape : (ofOthers * weight) / weights,
      ])
    },
    add(request) {
      const flow = requestsOf(request.requestClass)
      flow.isUsed = true
      if (flow.requests.size === 0) flow.startTag = Math.max(flow.startTag, virtualTime)
      flow.requests.add(request)
      size += 1
    },
    remove(request) {
      if (requestsOf(request.requestClass).requests.delete(request)) size -= 1
    },
    take(canStart) {
      const flow = chooseClass(canStart)
      const request = flow && firstRequestOf(flow)
      if (!flow || request === undefined || request === null) return null
      flow.requests.delete(request)
      size -= 1
      wasTape = flow.requestClass === 'tape'
      if (!wasTape) {
        virtualTime = Math.max(virtualTime, flow.startTag)
        flow.startTag += 1 / flow.weight
      }
      return request
    },
  }
}
