// Retries requests that can safely be sent twice, for example while a leader changes.
import { retry } from '../../run/retry.ts'
import { isPermanentError, toLogError } from './failures.ts'

/** Retries the request. Rejects with a LogError after about ten seconds of failures. */
export async function retryIdempotent<T>(action: string, request: () => Promise<T>): Promise<T> {
  try {
    return await retry(request, {
      firstMs: 50,
      maxMs: 1_000,
      attempts: 16,
      random: Math.random,
      isRetriable: (error) => !isPermanentError(error),
    })
  } catch (error) {
    throw toLogError(action, error)
  }
}
