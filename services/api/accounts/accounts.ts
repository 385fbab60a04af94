// Developers and their keys, as the api uses them: what it is asked is answered from memory, what
// changes goes through the topic `developers` first. Who may ask is not decided here.
import { randomUUID } from 'node:crypto'
import type { Codec } from '../../platform/codec/port.ts'
import type { EventLog } from '../../platform/log/port.ts'
import { createApiKey, digestOf, isWellFormed, prefixOf } from './api-key.ts'
import {
  developerRevoked,
  keyCreated,
  keyRevoked,
  keyUsed,
  signedUp,
  type ChangeRecord,
} from './changes.ts'
import { createJournal } from './journal.ts'
import { createKeyUsage } from './key-usage.ts'
import { createPasswords } from './passwords.ts'
import { createRegistry, type ApiKey, type Developer } from './registry.ts'

export interface AccountsOptions {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  /** Of this process's writer: no other process may use it at the same time. */
  readonly writerName: string
  /** Unix milliseconds. */
  readonly now: () => number
  /** The accounts cannot be followed any more. */
  readonly onFatal: (error: Error) => void
  /** When keys were last used could not be told; it will be tried again. */
  readonly onUsageLost: (error: unknown) => void
}

export interface NewKey {
  readonly key: ApiKey
  /** The only time that it is seen. */
  readonly apiKey: string
}

/** What is wrong with a key. */
export type KeyRefusal = 'malformed' | 'unknown' | 'revoked'

export interface Accounts {
  /** Resolves when every account is known. */
  start(): Promise<void>
  /** Tells what is still to be told of the use of keys. */
  stop(): Promise<void>
  /** From memory, without I/O; notes that the key was used. */
  checkKey(apiKey: string): ApiKey | KeyRefusal
  /** An account that is not revoked. */
  developer(id: string): Developer | null
  /** null: the email is taken. Takes as long either way. */
  signUp(email: string, password: string): Promise<(NewKey & { developer: Developer }) | null>
  /** null: no such account, or another password. Takes as long either way. */
  logIn(email: string, password: string): Promise<Developer | null>
  /** Newest first. */
  keysOf(developer: Developer): readonly ApiKey[]
  /** Start of the minute in which it was last used, Unix milliseconds; null: never. */
  lastUseOf(key: ApiKey): number | null
  /** null: the developer has as many live keys as one may have. */
  createKey(developer: Developer, label: string): Promise<NewKey | null>
  /** Resolves when the key is refused here; every other process refuses it within a second. False: the developer has no such key. */
  revokeKey(developer: Developer, keyId: string): Promise<boolean>
  /** Ends the account with all its keys and tokens. null: there is none. */
  revokeDeveloper(email: string, reason: string): Promise<Developer | null>
  /** Nobody has ever signed up. */
  isEmpty(): boolean
}

export const mostLiveKeys = 100

const usageEveryMs = 60_000
const firstLabel = 'first key'

export async function createAccounts(options: AccountsOptions): Promise<Accounts> {
  const { now } = options
  const passwords = await createPasswords()
  const registry = createRegistry()
  const usage = createKeyUsage(now)
  const journal = createJournal({ ...options, apply: (change) => registry.apply(change) })
  let telling: NodeJS.Timeout | undefined
  let told = Promise.resolve()
  /** Keys that are being made, by developer: they count before they are in the registry. */
  const underWay = new Map<string, number>()

  /** One after the other. */
  function tellUsage(): Promise<void> {
    told = told.then(tellUsageNow)
    return told
  }

  async function tellUsageNow(): Promise<void> {
    const uses = usage.take()
    if (uses.length === 0) return
    try {
      await journal.tell(
        uses.map(({ key, usedAtMs }) =>
          keyUsed({ developerId: key.developer.id, atMs: now() }, key.id, usedAtMs),
        ),
      )
    } catch (error) {
      usage.giveBack(uses)
      options.onUsageLost(error)
    }
  }

  function makeKey(developerId: string, label: string): { record: ChangeRecord; apiKey: string } {
    const apiKey = createApiKey()
    const key = { id: `key_${randomUUID()}`, label, prefix: prefixOf(apiKey) }
    const digest = digestOf(apiKey)
    return { apiKey, record: keyCreated({ developerId, atMs: now() }, { ...key, digest }) }
  }

  function foundKey(apiKey: string): NewKey {
    const key = registry.keyByDigest(digestOf(apiKey))
    if (!key) throw new Error('a new key is not in the registry')
    return { key, apiKey }
  }

  return {
    async start() {
      await journal.start()
      telling = setInterval(() => void tellUsage(), usageEveryMs).unref()
    },

    async stop() {
      clearInterval(telling)
      await tellUsage()
      await journal.stop()
    },

    checkKey(apiKey) {
      const key = registry.keyByDigest(digestOf(apiKey))
      // a key that somebody has is well formed, and is spared the check
      if (!key) return isWellFormed(apiKey) ? 'unknown' : 'malformed'
      if (!isLive(key)) return 'revoked'
      usage.note(key)
      return key
    },

    developer(id) {
      const developer = registry.byId(id)
      return developer?.revokedAtMs === null ? developer : null
    },

    async signUp(email, password) {
      const passwordHash = await passwords.hash(password)
      if (registry.byEmail(email)) return null
      const of = { developerId: `dev_${randomUUID()}`, atMs: now() }
      const { record, apiKey } = makeKey(of.developerId, firstLabel)
      await journal.append([signedUp(of, email, passwordHash), record])
      // somebody else's record may have come before ours
      const developer = registry.byId(of.developerId)
      return developer ? { developer, ...foundKey(apiKey) } : null
    },

    async logIn(email, password) {
      const developer = registry.byEmail(email)
      const isRight = await passwords.verify(password, developer?.passwordHash ?? null)
      return developer && isRight && developer.revokedAtMs === null ? developer : null
    },

    keysOf: (developer) => [...developer.keys.values()].toReversed(),

    lastUseOf: (key) => usage.lastUseOf(key),

    async createKey(developer, label) {
      const live = [...developer.keys.values()].filter(isLive).length
      const soon = underWay.get(developer.id) ?? 0
      if (live + soon >= mostLiveKeys) return null
      underWay.set(developer.id, soon + 1)
      try {
        const { record, apiKey } = makeKey(developer.id, label)
        await journal.append([record])
        return foundKey(apiKey)
      } finally {
        const left = (underWay.get(developer.id) ?? 1) - 1
        if (left > 0) underWay.set(developer.id, left)
        else underWay.delete(developer.id)
      }
    },

    async revokeKey(developer, keyId) {
      const key = developer.keys.get(keyId)
      if (!key) return false
      if (key.revokedAtMs === null)
        await journal.append([keyRevoked({ developerId: developer.id, atMs: now() }, keyId)])
      return true
    },

    async revokeDeveloper(email, reason) {
      const developer = registry.byEmail(email)
      if (!developer) return null
      if (developer.revokedAtMs === null)
        await journal.append([developerRevoked({ developerId: developer.id, atMs: now() }, reason)])
      return developer
    },

    isEmpty: () => registry.size === 0,
  }
}

function isLive(key: ApiKey): boolean {
  return key.revokedAtMs === null && key.developer.revokedAtMs === null
}
