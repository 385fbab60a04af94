// Signing in, and the account with its API keys.
import { useState } from 'preact/hooks'
import { ApiError, type ApiKey, type CreatedApiKey } from '../clients/typescript/src/client.ts'
import { formatMinute } from './format.ts'
import { Empty, Page, Problem, Section, Show, Table } from './parts.tsx'
import {
  endSession,
  forgetToken,
  getSession,
  hideNewKey,
  logIn,
  logOut,
  signUp,
  useKey,
  useSession,
} from './session.ts'
import { useLoaded } from './use-loaded.ts'

/** Shown in place of a page that needs a key. */
export function SignInPage() {
  const { notice } = useSession()
  return (
    <Page title="Sign in">
      {notice !== null && (
        <p class="notice" role="status">
          {notice}
        </p>
      )}
      <p>
        All data needs an API key. The console keeps it in this tab only: it is forgotten when you
        close the tab.
      </p>
      <div class="columns">
        <Section title="Use an API key">
          <KeyForm />
        </Section>
        <Section title="Log in">
          <p class="quiet">Creates a key for this tab. Logging out revokes it.</p>
          <CredentialsForm action="Log in" submit={logIn} />
        </Section>
        <Section title="Create an account">
          <p class="quiet">Returns a key that works here and in your programs.</p>
          <CredentialsForm action="Sign up" submit={signUp} isNew />
        </Section>
      </div>
    </Page>
  )
}

export function AccountPage() {
  const { apiKey, email, token, newKey } = useSession()
  if (apiKey === null) return <SignInPage />
  return (
    <Page title="Account">
      {newKey !== null && <NewKey apiKey={newKey} onSeen={hideNewKey} />}
      <Section
        title="This tab"
        aside={
          <button type="button" onClick={() => void logOut()}>
            Log out
          </button>
        }
      >
        <p>
          Uses the key <code>{apiKey.slice(0, 9)}…</code>
          {email !== null && ` of ${email}`}. It is forgotten when you close the tab.
        </p>
      </Section>
      {token === null ? (
        <Section title="API keys">
          <p>Log in to see, create and revoke the keys of your account.</p>
          <CredentialsForm action="Log in" submit={logIn} />
        </Section>
      ) : (
        <Keys token={token} />
      )}
    </Page>
  )
}

/** Runs an action of a form, and says while it runs and why it failed. */
function useAction(): {
  readonly isRunning: boolean
  readonly error: unknown
  readonly run: (action: () => Promise<void>) => Promise<void>
} {
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<unknown>(null)
  return {
    isRunning,
    error,
    async run(action) {
      setRunning(true)
      setError(null)
      try {
        await action()
      } catch (reason) {
        setError(reason)
        if (reason instanceof ApiError && reason.hasType('invalid_token')) forgetToken()
      }
      setRunning(false)
    },
  }
}

function KeyForm() {
  const [text, setText] = useState('')
  const { isRunning, error, run } = useAction()
  return (
    <form
      class="stacked"
      onSubmit={(event) => {
        event.preventDefault()
        void run(() => useKey(text.trim()))
      }}
    >
      <label>
        <span>API key</span>
        <input
          type="password"
          required
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <button type="submit" disabled={isRunning}>
        Use this key
      </button>
      {error !== null && <Problem error={error} what="access with this key" />}
    </form>
  )
}

function CredentialsForm(props: {
  readonly action: 'Log in' | 'Sign up'
  readonly submit: (email: string, password: string) => Promise<void>
  readonly isNew?: boolean
}) {
  const { action, submit, isNew = false } = props
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const { isRunning, error, run } = useAction()
  return (
    <form
      class="stacked"
      onSubmit={(event) => {
        event.preventDefault()
        void run(() => submit(email.trim(), password))
      }}
    >
      <label>
        <span>Email</span>
        <input
          type="email"
          required
          autocomplete="username"
          value={email}
          onInput={(event) => setEmail(event.currentTarget.value)}
        />
      </label>
      <label>
        <span>Password{isNew && ', at least 8 characters'}</span>
        <input
          type="password"
          required
          minLength={isNew ? 8 : undefined}
          autocomplete={isNew ? 'new-password' : 'current-password'}
          value={password}
          onInput={(event) => setPassword(event.currentTarget.value)}
        />
      </label>
      <button type="submit" disabled={isRunning}>
        {action}
      </button>
      {error !== null && <Problem error={error} what={action === 'Log in' ? 'login' : 'account'} />}
    </form>
  )
}

function NewKey({ apiKey, onSeen }: { readonly apiKey: string; readonly onSeen: () => void }) {
  const [isCopied, setCopied] = useState(false)
  return (
    <div class="notice" role="status">
      <p>
        <strong>Your new API key.</strong> Store it now: the service keeps only a hash of it, so it
        is not shown again.
      </p>
      <p>
        <code class="secret">{apiKey}</code>
      </p>
      <p class="buttons">
        <button
          type="button"
          onClick={() => void navigator.clipboard.writeText(apiKey).then(() => setCopied(true))}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </button>
        <button type="button" onClick={onSeen}>
          I have stored it
        </button>
      </p>
    </div>
  )
}

function Keys({ token }: { readonly token: string }) {
  const keys = useLoaded('keys', async (signal) => {
    const { data } = await getSession().client.listKeys({}, { token, signal })
    return data
  })
  const [created, setCreated] = useState<CreatedApiKey | null>(null)
  const [label, setLabel] = useState('')
  const { isRunning, error, run } = useAction()
  async function create(): Promise<void> {
    const { data } = await getSession().client.createKey({ label }, { token })
    setCreated(data)
    setLabel('')
    keys.reload()
  }
  async function revoke({ id, prefix }: ApiKey): Promise<void> {
    const { client, apiKey } = getSession()
    await client.revokeKey({ key_id: id }, { token })
    if (apiKey?.startsWith(prefix)) endSession(apiKey)
    else keys.reload()
  }
  return (
    <Section title="API keys">
      {created && <NewKey apiKey={created.api_key} onSeen={() => setCreated(null)} />}
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault()
          void run(create)
        }}
      >
        <label>
          <span>Label of a new key</span>
          <input
            required
            maxLength={100}
            autocomplete="off"
            value={label}
            onInput={(event) => setLabel(event.currentTarget.value)}
          />
        </label>
        <button type="submit" disabled={isRunning}>
          Create
        </button>
      </form>
      {error !== null && <Problem error={error} what="change of the keys" />}
      <Show of={keys} what="keys">
        {(list) =>
          list.length === 0 ? (
            <Empty>This account has no keys.</Empty>
          ) : (
            <Table
              caption="API keys"
              head={[
                ['Label'],
                ['Key', 'wide'],
                ['Created (UTC)', 'wide'],
                ['Last used (UTC)', 'wide'],
                ['State'],
              ]}
            >
              {list.map((key) => (
                <KeyRow key={key.id} apiKey={key} revoke={() => void run(() => revoke(key))} />
              ))}
            </Table>
          )
        }
      </Show>
    </Section>
  )
}

/** Asks once more before it revokes a key, because that cannot be undone. */
function KeyRow({ apiKey, revoke }: { readonly apiKey: ApiKey; readonly revoke: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const time = (seconds: number | null): string =>
    seconds === null ? 'never' : formatMinute(seconds * 1000)
  return (
    <tr>
      <th scope="row">{apiKey.label}</th>
      <td class="wide">
        <code>{apiKey.prefix}…</code>
      </td>
      <td class="wide">{time(apiKey.created_at)}</td>
      <td class="wide">{time(apiKey.last_used_at)}</td>
      <td>
        {apiKey.revoked_at !== null ? (
          <span class="quiet">revoked</span>
        ) : isAsking ? (
          <span class="buttons">
            <button type="button" class="danger" onClick={revoke}>
              Revoke for good
            </button>
            <button type="button" onClick={() => setAsking(false)}>
              Keep
            </button>
          </span>
        ) : (
          <button
            type="button"
            aria-label={`Revoke ${apiKey.label}`}
            onClick={() => setAsking(true)}
          >
            Revoke
          </button>
        )}
      </td>
    </tr>
  )
}
