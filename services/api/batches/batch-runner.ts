// Answers the items of batches a few at a time, so that other requests are answered in between. An item that
// fails has an error as its result; the other items are answered.
import { setImmediate as nextTurn } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { MaybePromise } from '../../lib/run/maybe-promise.ts'
import { StoreUnavailable } from '../../lib/store/port.ts'
import { RequestError, storeUnavailable } from '../errors.ts'
import { toRequestError } from '../http/error-response.ts'
import type { RouteContext } from '../route.ts'

export interface Batch<Result> {
  /**
   * Each group is a list of item numbers (from 0); each item is in exactly one group. The items of a group
   * are answered one after the other, because an item may need what the item before it has loaded.
   */
  readonly groups: readonly (readonly number[])[]
  /** Answers an item. Throws a RequestError for an error of the item, or rejects with it. */
  readonly answer: (item: number) => MaybePromise<Result>
}

/**
 * Resolves with the results of the items, by number. Rejects with a RequestError (500 or 503) if the service
 * failed for every item.
 */
export type BatchRunner = <Result>(
  batch: Batch<Result>,
) => Promise<readonly (Result | RequestError)[]>

/**
 * Maximum number of groups, of all batches together, that are answered at the same time. Each group that waits
 * for the store takes one of its connections.
 */
const maxGroups = 8
/**
 * Maximum number of groups of one batch that are answered at the same time, so that other batches can be
 * answered too.
 */
const maxGroupsOfBatch = 4
/**
 * After this many items, other requests are answered. An item takes some microseconds from memory, or up to a
 * millisecond for a page of candles.
 */
const itemsPerTurn = 10
/**
 * Items that were not started within this time get an error, because most clients and proxies wait at most 30 s for a
 * response.
 */
const maxDurationMs = 20_000

export function createBatchRunner({
  now,
  onFailure,
}: Pick<RouteContext, 'now' | 'onFailure'>): BatchRunner {
  const limit = pLimit(maxGroups)

  return async <Result>({ groups, answer }: Batch<Result>) => {
    const results: (Result | RequestError)[] = []
    const endMs = now() + maxDurationMs
    let failed = 0
    let isUnavailable = false
    let answered = 0
    /** Set while other requests have their turn; resolves afterwards. All groups of the batch wait for it. */
    let turn: Promise<void> | null = null

    function recordFailure(error: unknown): RequestError {
      if (error instanceof RequestError) return error
      // only the first error is reported: all errors of a batch usually have the same cause
      if (failed === 0) onFailure(error)
      failed += 1
      // all remaining items get this error at once: each of them would wait for the store in vain, too
      if (error instanceof StoreUnavailable) isUnavailable = true
      return toRequestError(error)
    }

    async function answerOne(item: number): Promise<Result | RequestError> {
      if (isUnavailable || now() > endMs) return storeUnavailable()
      try {
        return await answer(item)
      } catch (error) {
        return recordFailure(error)
      }
    }

    async function answerGroup(items: readonly number[]): Promise<void> {
      for (const item of items) {
        if (turn) await turn
        results[item] = await answerOne(item)
        answered += 1
        if (answered % itemsPerTurn === 0) turn = nextTurn()
      }
    }

    const left = groups.values()
    async function answerRemainingGroups(): Promise<void> {
      for (const group of left) await limit(() => answerGroup(group))
    }
    await Promise.all(Array.from({ length: maxGroupsOfBatch }, answerRemainingGroups))
    const failures = results.filter(isFailure)
    if (failures[0] && failures.length === answered) throw failures[0]
    return results
  }
}

/** Whether the result is an error of the service, not of the client. */
function isFailure(result: unknown): result is RequestError {
  return result instanceof RequestError && result.status >= 500
}
