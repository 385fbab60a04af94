// Answers questions about the values of trades or quotes by time bucket, from the store and from the records of the
// log that the store may not have yet.
import type { Store } from '../../lib/store/port.ts'
import { queryBucketValues } from '../queries/bucket-values.ts'
import type { MarketHistory } from './market-history.ts'
import type { HistoryMemory } from './memory.ts'

export interface BucketAnswersOptions {
  readonly store: Store
  readonly memory: Pick<HistoryMemory, 'unwrittenRows'>
  /** Called for an answer that is made without the records of the log, and so is only as new as the store. */
  readonly count: (result: 'fallbacks') => void
}

/** See MarketHistory.bucketValues. */
export function createBucketAnswers(options: BucketAnswersOptions): MarketHistory['bucketValues'] {
  const { store, memory, count } = options
  return ({ id }, request) => {
    const unwritten = memory.unwrittenRows(request.source === 'trades' ? 'trades' : 'quotes', id)
    if (unwritten === null) count('fallbacks')
    return queryBucketValues(store, id, request, unwritten ?? [])
  }
}
