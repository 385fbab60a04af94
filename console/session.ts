// Who uses the console: the API key, the account, and a client with both. The key is in the session storage of this
// tab, so it ends with the tab; the access token, which can create keys, is in memory only. Neither is ever in a URL.
import { useEffect, useState } from 'preact/hooks'
import { ApiError, createClient, type Client } from '../clients/typescript/src/client.ts'

export interface Session {
  readonly apiKey: string | null
  /** Id of the key if the console created it at a login: logging out revokes it. */
  readonly ownKeyId: string | null
  readonly email: string | null
  /** Null before a login, and after a reload. */
  readonly token: string | null
  /** Sends `apiKey`. */
  readonly client: Client
  /** Why the last session ended; null if there is nothing to say. */
  readonly notice: string | null
  /** A new API key that the user has not seen yet: the service shows it only once. */
  readonly newKey: string | null
}

type Stored = Pick<Session, 'apiKey' | 'ownKeyId' | 'email'>

const storageName = 'oddslog'
const nobody: Stored = { apiKey: null, ownKeyId: null, email: null }
/** Retries of a request. If they fail, too, the page shows the error. */
const retry = { retries: 3, maxWaitMs: 20_000 }

const listeners = new Set<() => void>()
let session: Session = toSession(readStored(), {})

export function getSession(): Session {
  return session
}

export function useSession(): Session {
  const [, render] = useState({})
  useEffect(() => {
    const listener = (): void => render({})
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
  return session
}

/** Starts a session with a key if the service accepts the key. Otherwise rejects with an ApiError. */
export async function useKey(apiKey: string): Promise<void> {
  const { client } = toSession({ ...nobody, apiKey }, {})
  await client.listMarkets({ limit: 1 })
  start({ ...nobody, apiKey }, {})
}

/** Creates an account, and logs in, so that its keys can be managed. */
export async function signUp(email: string, password: string): Promise<void> {
  const { client } = session
  const { data } = await client.signUp({ email, password })
  start({ apiKey: data.api_key, ownKeyId: null, email }, { newKey: data.api_key })
  const { data: login } = await client.logIn({ email, password })
  change({ token: login.access_token })
}

/** Logs in. If the tab has no key, it gets a key of its own. */
export async function logIn(email: string, password: string): Promise<void> {
  const { data: login } = await session.client.logIn({ email, password })
  const token = login.access_token
  if (session.apiKey !== null) {
    change({ token, email })
    return
  }
  const { data: key } = await session.client.createKey({ label: 'console' }, { token })
  start({ apiKey: key.api_key, ownKeyId: key.id, email }, { token })
}

/** Forgets the key. Revokes it if the console created it and the access token is still valid. */
export async function logOut(): Promise<void> {
  const { ownKeyId, token, client } = session
  let notice = 'You are logged out.'
  if (ownKeyId !== null) {
    const isRevoked = token !== null && (await revokes(client, ownKeyId, token))
    if (!isRevoked)
      notice =
        'This tab has forgotten its key, which is labelled “console” and still valid. Log in to revoke it.'
  }
  start(nobody, { notice })
}

async function revokes(client: Client, keyId: string, token: string): Promise<boolean> {
  try {
    await client.revokeKey({ key_id: keyId }, { token })
    return true
  } catch {
    return false
  }
}

/** Ends the session whose key the service has rejected, for example because it was revoked in another window. */
export function endSession(apiKey: string | null): void {
  if (apiKey === null || apiKey !== session.apiKey) return
  const notice = 'The service no longer accepts the API key of this tab: it was revoked.'
  start(nobody, { notice, token: session.token })
}

export function forgetToken(): void {
  change({ token: null })
}

export function hideNewKey(): void {
  change({ newKey: null })
}

function start(stored: Stored, more: Partial<Session>): void {
  try {
    sessionStorage.setItem(storageName, JSON.stringify(stored))
  } catch {
    // the browser forbids storage: the session ends with a reload
  }
  session = toSession(stored, more)
  for (const listener of listeners) listener()
}

function change(changes: Partial<Session>): void {
  session = { ...session, ...changes }
  for (const listener of listeners) listener()
}

function toSession(stored: Stored, more: Partial<Session>): Session {
  const { apiKey } = stored
  const client = createClient({
    url: location.origin,
    apiKey: apiKey ?? undefined,
    retry,
    fetch: async (input, init) => {
      const response = await fetch(input, init)
      const sentKey = new Headers(init?.headers).has('X-API-Key')
      if (response.status === 401 && sentKey) endSession(apiKey)
      return response
    },
  })
  return { ...stored, token: null, notice: null, newKey: null, ...more, client }
}

function readStored(): Stored {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageName) ?? '{}') as Partial<Stored>
    return { ...nobody, ...stored }
  } catch {
    return nobody
  }
}

/** Returns what to tell the user about an error: the messages of the service, if it sent any. */
export function describeError(error: unknown): string {
  if (error instanceof ApiError) {
    const messages = error.detail.map(({ msg }) => msg)
    return messages.length > 0 ? messages.join('. ') : `The service answered with ${error.status}`
  }
  return 'The service cannot be reached'
}
