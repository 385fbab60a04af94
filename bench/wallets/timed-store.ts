// A store that records when each query started and ended.
import type { Store } from '../../services/lib/store/port.ts'

export interface TimedQuestion {
  readonly sql: string
  readonly fromMs: number
  readonly untilMs: number
}

export function createTimedStore(store: Store) {
  let questions: TimedQuestion[] = []
  async function timed<T>(sql: string, ask: () => Promise<T>): Promise<T> {
    const fromMs = performance.now()
    const answer = await ask()
    questions.push({ sql, fromMs, untilMs: performance.now() })
    return answer
  }
  const timedStore: Store = {
    ...store,
    query: (sql, params) => timed(sql, () => store.query(sql, params)),
    bytes: (sql, params, format) => timed(sql, () => store.bytes(sql, params, format)),
  }
  return {
    store: timedStore,
    /** The queries since the last call, ordered by their end. */
    take: (): readonly TimedQuestion[] => {
      const durations = questions
      questions = []
      return durations
    },
  }
}
