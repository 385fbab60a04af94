// Accounts over a real log in a temporary directory. Several may share one log, as processes do.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAccounts, type Accounts } from '../../../services/api/accounts/accounts.ts'
import { createPasswords, type Passwords } from '../../../services/api/accounts/passwords.ts'
import { openLocalCodec } from '../../../services/lib/codec/local.ts'
import type { Codec } from '../../../services/lib/codec/port.ts'
import { openLmdbLog, type LmdbLog } from '../../../services/lib/log/lmdb.ts'
import { topics } from '../../../services/topology.ts'

export interface AccountsLog {
  readonly log: LmdbLog
  readonly codec: Codec
  close(): Promise<void>
}

export interface OpenAccounts {
  readonly accounts: Accounts
  /** Failures to write key usage, and fatal errors. */
  readonly failures: readonly unknown[]
  close(): Promise<void>
}

/** Closing it removes the directory. */
export async function openAccountsLog(now: () => number): Promise<AccountsLog> {
  const directory = await mkdtemp(join(tmpdir(), 'oddslog-accounts-'))
  const log = await openLmdbLog({
    path: join(directory, 'log'),
    topics: { 'pm.developers': topics.developers },
    now,
  })
  return {
    log,
    codec: await openLocalCodec({ path: join(directory, 'schemas') }),
    async close() {
      await log.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

let processes = 0
/** A hash of the service takes 0.3 s of processor time; passwords.test.ts tests that cost. */
export const cheapPasswords = createPasswords({ logN: 4, r: 8, p: 1 })

/** Started. `on`: a log that others use too; closing these accounts leaves it open. */
export async function openAccounts(options: {
  readonly now: () => number
  readonly on?: AccountsLog
  readonly passwords?: Passwords
}): Promise<OpenAccounts> {
  const { now, on, passwords = cheapPasswords } = options
  const base = on ?? (await openAccountsLog(now))
  const failures: unknown[] = []
  processes += 1
  const accounts = createAccounts({
    log: base.log,
    codec: base.codec,
    topicPrefix: 'pm.',
    writerName: `api-${processes}`,
    now,
    passwords,
    onFatal: (error) => failures.push(error),
    onUsageReportFailed: (error) => failures.push(error),
  })
  await accounts.start()
  return {
    accounts,
    failures,
    async close() {
      await accounts.stop()
      if (!on) await base.close()
    },
  }
}
