// The accounts of developers and their API keys. Reads are answered from memory; changes are appended to the
// topic `developers` first (journal.ts). This module does not check permissions: the routes do.
import { randomUUID } from 'node:crypto'
import type { Codec } from '../../lib/codec/port.ts'
import type { EventLog } from '../../lib/log/port.ts'
import { createApiKey, digestOf, isWellFormed, prefixOf } from './api-key.ts'
import {
  toDeveloperRevokedRecord,
  toKeyCreatedRecord,
  toKeyRevokedRecord,
  toSignedUpRecord,
  type ChangeContext,
  type ChangeRecord,
} from './changes.ts'
import { createJournal } from './journal.ts'
import { createKeyUsage } from './key-usage.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { createAccountRegistry, type ApiKey, type Developer } from './registry.ts'
import { createUsageReports } from './usage-reports.ts'

export interface AccountsOptions {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  /**
   * Name of the log writer of this process. No two processes may use the same name at the same
   * time.
   */
  readonly writerName: string
  /** Unix milliseconds. */
  readonly now: () => number
  /** Called when the topic `developers` can no longer be read or written. */
  readonly onFatal: (error: Error) => void
  /** Called when the times of last use of keys could not be appended. The next report contains them again. */
  readonly onUsageReportFailed: (error: unknown) => void
  /** Default: password hashes with the cost that is meant for production. */
  readonly passwords?: Passwords
}

export interface NewKey {
  readonly key: ApiKey
  /** The full key. It is not stored and cannot be shown again. */
  readonly apiKey: string
}

/** Why a key is rejected. */
export type KeyRefusal = 'malformed' | 'unknown' | 'revoked'

export interface Accounts {
  /** Resolves when all accounts in the topic have been read. */
  start(): Promise<void>
  /** Appends the times of last use that are not in the topic yet, and closes the journal. */
  stop(): Promise<void>
  /** As Journal.catchUp. */
  catchUp(): Promise<void>
  /** Checks a key in memory, without I/O, and records when it was used. */
  checkKey(apiKey: string): ApiKey | KeyRefusal
  /**
   * For a key that checkKey returned earlier: records that it was used again and returns true, or returns false
   * if the key was revoked in the meantime.
   */
  noteKeyUsedAgain(key: ApiKey): boolean
  /** Returns the developer, or null if the account does not exist or is revoked. */
  findDeveloper(id: string): Developer | null
  /**
   * Creates an account with its first key. Resolves with null if the email is taken; both cases
   * take the same time, so that the time does not reveal which emails have accounts.
   */
  signUp(email: string, password: string): Promise<(NewKey & { developer: Developer }) | null>
  /**
   * Checks a login. Resolves with null if there is no such account or the password is wrong. Both cases take
   * the same time.
   */
  logIn(email: string, password: string): Promise<Developer | null>
  /** Returns the active keys and the recently revoked keys, newest first. */
  keysOf(developer: Developer): readonly ApiKey[]
  /** Start of the minute in which the key was last used, Unix milliseconds; null if never used. */
  lastUseMsOf(key: ApiKey): number | null
  /** Creates a key. Resolves with null if the developer has the maximum number of active keys. */
  createKey(developer: Developer, label: string): Promise<NewKey | null>
  /**
   * Revokes a key. Resolves when this process rejects the key; all other processes reject it within a second.
   * Resolves with false if the developer has no such key.
   */
  revokeKey(developer: Developer, keyId: string): Promise<boolean>
  /**
   * Revokes the account with all its keys and tokens. Resolves with null if there is no such
   * account.
   */
  revokeDeveloper(email: string, reason: string): Promise<Developer | null>
  hasAccounts(): boolean
}

export const maxActiveKeys = 100
/**
 * After this time a revoked key is forgotten: lists no longer contain it, and a request with it gets the error
 * of an unknown key.
 */
export const revokedKeyRetentionDays = 30
const dayMs = 86_400_000
const forgetEveryMs = 3_600_000

const firstKeyLabel = 'first key'

export function createAccounts(options: AccountsOptions): Accounts {
  const { now, passwords = createPasswords() } = options
  const registry = createAccountRegistry()
  const usage = createKeyUsage(now)
  const topic = 'developers'
  const journal = createJournal({ ...options, topic, apply: (change) => registry.apply(change) })
  const reports = createUsageReports({ ...options, usage, journal })
  /**
   * By developer id: how many keys are being created. They count towards the maximum although the registry
   * does not have them yet.
   */
  const pendingKeyCounts = new Map<string, number>()

  let forgetting: NodeJS.Timeout | undefined

  const forgetRevokedKeys = (): void =>
    registry.forgetRevokedKeys(now() - revokedKeyRetentionDays * dayMs)

  const changeContextOf = (developerId: string): ChangeContext => ({ developerId, atMs: now() })

  function toNewKey(apiKey: string): NewKey {
    const key = registry.keyByDigest(digestOf(apiKey))
    if (!key) throw new Error('a new key is not in the registry')
    return { key, apiKey }
  }

  return {
    async start() {
      await journal.start()
      reports.start()
      forgetRevokedKeys()
      forgetting = setInterval(forgetRevokedKeys, forgetEveryMs).unref()
    },

    async stop() {
      clearInterval(forgetting)
      await reports.stop()
      await journal.stop()
    },

    catchUp: () => journal.catchUp(),

    checkKey(apiKey) {
      const key = registry.keyByDigest(digestOf(apiKey))
      // every known key is well formed, so the format is checked only for unknown keys
      if (!key) return isWellFormed(apiKey) ? 'unknown' : 'malformed'
      if (!isActive(key)) return 'revoked'
      usage.record(key)
      return key
    },

    noteKeyUsedAgain(key) {
      if (!isActive(key)) return false
      usage.record(key)
      return true
    },

    findDeveloper(id) {
      const developer = registry.developerById(id)
      return developer?.revokedAtMs === null ? developer : null
    },

    async signUp(email, password) {
      const passwordHash = await passwords.hash(password)
      if (registry.developerByEmail(email)) return null
      const context = changeContextOf(`dev_${randomUUID()}`)
      const { record, apiKey } = makeKey(context, firstKeyLabel)
      await journal.append([toSignedUpRecord(context, email, passwordHash), record])
      // undefined if another process's signup with the same email came first in the log
      const developer = registry.developerById(context.developerId)
      return developer ? { developer, ...toNewKey(apiKey) } : null
    },

    async logIn(email, password) {
      // done for every email, because the response time must not reveal whether the email has an account
      await journal.catchUp()
      const developer = registry.developerByEmail(email)
      const isRight = await passwords.verify(password, developer?.passwordHash ?? null)
      return developer && isRight && developer.revokedAtMs === null ? developer : null
    },

    keysOf: (developer) => [...developer.keys.values()].toReversed(),

    lastUseMsOf: (key) => usage.lastUseMsOf(key),

    async createKey(developer, label) {
      const activeCount = [...developer.keys.values()].filter(isActive).length
      const pendingCount = pendingKeyCounts.get(developer.id) ?? 0
      if (activeCount + pendingCount >= maxActiveKeys) return null
      pendingKeyCounts.set(developer.id, pendingCount + 1)
      try {
        const { record, apiKey } = makeKey(changeContextOf(developer.id), label)
        await journal.append([record])
        return toNewKey(apiKey)
      } finally {
        const left = (pendingKeyCounts.get(developer.id) ?? 1) - 1
        if (left > 0) pendingKeyCounts.set(developer.id, left)
        else pendingKeyCounts.delete(developer.id)
      }
    },

    async revokeKey(developer, keyId) {
      const key = developer.keys.get(keyId)
      if (!key) return false
      if (key.revokedAtMs === null)
        await journal.append([toKeyRevokedRecord(changeContextOf(developer.id), keyId)])
      return true
    },

    async revokeDeveloper(email, reason) {
      const developer = registry.developerByEmail(email)
      if (!developer) return null
      if (developer.revokedAtMs === null)
        await journal.append([toDeveloperRevokedRecord(changeContextOf(developer.id), reason)])
      return developer
    },

    hasAccounts: () => registry.size > 0,
  }
}

function makeKey(context: ChangeContext, label: string): { record: ChangeRecord; apiKey: string } {
  const apiKey = createApiKey()
  const key = {
    id: `key_${randomUUID()}`,
    label,
    prefix: prefixOf(apiKey),
    digest: digestOf(apiKey),
  }
  return { apiKey, record: toKeyCreatedRecord(context, key) }
}

function isActive(key: ApiKey): boolean {
  return key.revokedAtMs === null && key.developer.revokedAtMs === null
}
