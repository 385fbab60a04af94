// A customer who signs up, creates keys and revokes them as fast as possible, and remembers which changes
// were acknowledged.
import { createRandom, hashOf } from '../../simulator/random.ts'
import {
  createKey,
  listKeys,
  logIn,
  newCredentials,
  revokeKey,
  signUp,
  statusWith,
  UnexpectedStatus,
  type Credentials,
} from '../support/accounts.ts'

interface Key {
  /** null: the id of an account's first key is not returned. */
  readonly id: string | null
  readonly apiKey: string
  isRevoked: boolean
}

export interface Account {
  readonly credentials: Credentials
  /** Of its first login, and good after every restart; null: not logged in yet. */
  token: string | null
  readonly keys: Key[]
  /** Labels of keys that were asked for, and whether they were answered. */
  readonly labels: Map<string, 'answered' | 'not there' | 'there'>
}

/** What was under way when the connection broke. */
type Unanswered =
  | { readonly change: 'signup'; readonly credentials: Credentials }
  | { readonly change: 'new key'; readonly account: Account; readonly label: string }
  | { readonly change: 'revocation'; readonly account: Account; readonly key: Key }

export interface Customer {
  /** Signs up for the first time. */
  open(url: string): Promise<void>
  /** Resolves when the service does not answer any more. Rejects when it refuses something. */
  workUntilKilled(url: string): Promise<void>
  /** What is not as it was answered, or there by half. */
  faultsAfterRestart(url: string): Promise<readonly string[]>
  accounts(): readonly Account[]
  /** How many changes were answered and how many not, and what became of those. */
  counts(): Readonly<Record<string, number>>
}

export function createCustomer(seed: string): Customer {
  const random = createRandom(hashOf(seed))
  const accounts: Account[] = []
  const counts: Record<string, number> = {}
  let unanswered: Unanswered | null = null
  let labels = 0

  const count = (what: string): void => {
    counts[what] = (counts[what] ?? 0) + 1
  }

  /** Does one change; while it is under way it is the one that may be lost. */
  async function tried<T>(change: Unanswered, work: () => Promise<T>): Promise<T> {
    unanswered = change
    const answer = await work()
    unanswered = null
    count(`${change.change} answered`)
    return answer
  }

  async function open(url: string, credentials: Credentials): Promise<void> {
    const { apiKey } = await tried({ change: 'signup', credentials }, () =>
      signUp(url, credentials),
    )
    const keys = [{ id: null, apiKey, isRevoked: false }]
    accounts.push({ credentials, token: null, keys, labels: new Map() })
  }

  async function tokenOf(url: string, account: Account): Promise<string> {
    account.token ??= await logIn(url, account.credentials)
    return account.token
  }

  async function workOnce(url: string): Promise<void> {
    const account = accounts[random.below(accounts.length)]
    if (!account || random.chance(0.04)) return open(url, newCredentials())
    const token = await tokenOf(url, account)
    const key = account.keys.find(({ id, isRevoked }) => id !== null && !isRevoked)
    if (key?.id && random.chance(0.5)) {
      const { id } = key
      const change = { change: 'revocation', account, key } as const
      await tried(change, () => revokeKey(url, token, id))
      key.isRevoked = true
      return
    }
    labels += 1
    const label = `${seed} ${labels}`
    const change = { change: 'new key', account, label } as const
    const made = await tried(change, () => createKey(url, token, label))
    account.labels.set(label, 'answered')
    account.keys.push({ ...made, isRevoked: false })
  }

  /** Finds out what became of the change that was not answered; faults, if it is there by half. */
  async function settle(url: string): Promise<readonly string[]> {
    const lost = unanswered
    unanswered = null
    if (lost === null) return []
    count(`${lost.change} not answered`)
    const isThere = await become(url, lost)
    if (typeof isThere === 'string') return [`${lost.change}: ${isThere}`]
    if (isThere) count(`${lost.change} not answered, there`)
    return []
  }

  async function become(url: string, lost: Unanswered): Promise<boolean | string> {
    switch (lost.change) {
      case 'signup':
        return becomeOfSignup(url, lost.credentials)
      case 'new key': {
        const { account, label } = lost
        const labelled = (await listKeys(url, await tokenOf(url, account))).filter(
          (key) => key.label === label,
        )
        account.labels.set(label, labelled.length > 0 ? 'there' : 'not there')
        return labelled.length > 1 ? 'there several times' : labelled.length > 0
      }
      case 'revocation': {
        const { account, key } = lost
        const status = await statusWith(url, key.apiKey)
        const listed = (await listKeys(url, await tokenOf(url, account))).find(
          ({ id }) => id === key.id,
        )
        const isRevoked = listed?.revoked_at !== null
        if (!listed || (status === 401) !== isRevoked)
          return `${status}, and listed as ${JSON.stringify(listed)}`
        key.isRevoked = isRevoked
        return isRevoked
      }
    }
  }

  /** The account exists with its password and first key, or the email has no account. */
  async function becomeOfSignup(url: string, credentials: Credentials): Promise<boolean | string> {
    const token = await logIn(url, credentials).catch((error: unknown) => {
      if (error instanceof UnexpectedStatus && error.status === 401) return null
      throw error
    })
    if (token === null) {
      const { apiKey } = await signUp(url, credentials)
      return (await statusWith(url, apiKey)) === 200 ? false : 'its key does not work'
    }
    const keys = await listKeys(url, token)
    const live = keys.filter(({ revoked_at: at }) => at === null)
    return keys.length === 1 && live.length === 1 ? true : `it has ${JSON.stringify(keys)}`
  }

  async function faultsOf(url: string, account: Account): Promise<string[]> {
    const faults: string[] = []
    for (const { apiKey, isRevoked } of account.keys) {
      const status = await statusWith(url, apiKey)
      if (status !== (isRevoked ? 401 : 200)) faults.push(`${status} for isRevoked=${isRevoked}`)
    }
    const listed = await listKeys(url, await tokenOf(url, account))
    for (const { id, isRevoked } of account.keys) {
      const found = listed.find((key) => key.id === id)
      if (id !== null && (found?.revoked_at === null) === isRevoked)
        faults.push(`isRevoked=${isRevoked}, listed as ${JSON.stringify(found)}`)
    }
    for (const [label, state] of account.labels) {
      const times = listed.filter((key) => key.label === label).length
      if (times !== (state === 'not there' ? 0 : 1))
        faults.push(`${label}: ${state}, ${times} times`)
    }
    const wanted = 1 + [...account.labels.values()].filter((state) => state !== 'not there').length
    if (listed.length !== wanted) faults.push(`${listed.length} keys instead of ${wanted}`)
    return faults
  }

  return {
    open: (url) => open(url, newCredentials()),
    async workUntilKilled(url) {
      for (;;)
        try {
          await workOnce(url)
        } catch (error) {
          if (error instanceof UnexpectedStatus) throw error
          return
        }
    },
    async faultsAfterRestart(url) {
      const faults = [...(await settle(url))]
      for (const account of accounts) faults.push(...(await faultsOf(url, account)))
      return faults
    },
    accounts: () => accounts,
    counts: () => counts,
  }
}
