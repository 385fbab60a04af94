// An account in a new directory, and rate limits that are never reached. Used by the servers of the benchmarks auth and
// http-path. A failure ends the process.
import { join } from 'node:path'
import { createAccounts, type Accounts } from '../services/api/accounts/accounts.ts'
import { createLimits, type Limits } from '../services/api/limits.ts'
import type { Cache } from '../services/lib/cache/port.ts'
import { openLocalCodec } from '../services/lib/codec/local.ts'
import { openLmdbLog } from '../services/lib/log/lmdb.ts'
import { topics } from '../services/topology.ts'

/** `apiKey`: a key of the only account. */
export async function openBenchAccount(
  directory: string,
): Promise<{ readonly accounts: Accounts; readonly apiKey: string }> {
  const log = await openLmdbLog({
    path: join(directory, 'log'),
    topics: { 'pm.developers': topics.developers },
    now: Date.now,
  })
  const accounts = createAccounts({
    log,
    codec: await openLocalCodec({ path: join(directory, 'schemas') }),
    topicPrefix: 'pm.',
    writerName: 'bench',
    now: Date.now,
    onFatal: fail,
    onUsageReportFailed: fail,
  })
  await accounts.start()
  const made = await accounts.signUp('bench@example.com', 'a password of benchmarks')
  if (!made) throw new Error('the directory is not empty')
  return { accounts, apiKey: made.apiKey }
}

/** The default rate limits of requests, with numbers that are never reached. */
export function createUnreachedLimits(cache: Cache): Limits {
  return createLimits(cache, {
    requests: [
      { limit: 900_000_000, windowMs: 1_000 },
      { limit: 900_000_000, windowMs: 60_000 },
    ],
    auth: [],
    loginFailures: [],
    creations: [],
  })
}

export function fail(error: unknown): never {
  process.stderr.write(`${String(error)}\n`)
  process.exit(1)
}
