// Asks again what can be asked twice: a broker that has gone, a leader that has changed.
import { setTimeout as sleep } from 'node:timers/promises'
import { isPermanent, toLogError } from './failures.ts'

const attempts = 16
const firstPauseMs = 50
const longestPauseMs = 1_000

/** Rejects with a LogError, after some ten seconds if nothing gets better. */
export async function persist<T>(doing: string, question: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await question()
    } catch (error) {
      if (isPermanent(error) || attempt === attempts) throw toLogError(doing, error)
      await sleep(Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1)))
    }
  }
}
