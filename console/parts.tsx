// Small parts that several pages show.
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ApiError } from '../clients/typescript/src/client.ts'
import type { Connection } from './follow.ts'
import { formatDuration, formatPlatform, formatPrice, formatTime } from './format.ts'
import { toWebLink } from './location.ts'
import { platformOfId } from './platforms.ts'
import type { LivePrice } from './series.ts'
import { describeError } from './session.ts'
import type { Loaded } from './use-loaded.ts'

/** A page. Its heading takes the focus after a navigation, so that screen readers announce the page. */
export function Page(props: {
  readonly title: string
  /** Above the heading. */
  readonly context?: ComponentChildren
  readonly children: ComponentChildren
}) {
  const { title, context, children } = props
  useEffect(() => {
    document.title = `${title.slice(0, 80)} · oddslog`
  }, [title])
  return (
    <>
      <header class="page-head">
        {context !== undefined && <p class="context">{context}</p>}
        <Heading text={title} />
      </header>
      {children}
    </>
  )
}

const longTitle = 300

/** Questions can have 10,000 characters; of a long one, the rest is shown on request. */
function Heading({ text }: { readonly text: string }) {
  const [isWhole, setWhole] = useState(false)
  if (text.length <= longTitle) return <h1 tabIndex={-1}>{text}</h1>
  return (
    <>
      <h1 tabIndex={-1} class="long">
        {isWhole ? text : `${text.slice(0, longTitle)}…`}
      </h1>
      <button type="button" class="link" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
        {isWhole ? 'Show less' : `Show all ${text.length.toLocaleString('en-US')} characters`}
      </button>
    </>
  )
}

export function Section(props: {
  readonly title: string
  /** Beside the title. */
  readonly aside?: ComponentChildren
  readonly class?: string
  readonly children: ComponentChildren
}) {
  const id = `section-${props.title.toLowerCase().replaceAll(/\W+/g, '-')}`
  return (
    <section class={`panel ${props.class ?? ''}`} aria-labelledby={id}>
      <div class="panel-head">
        <h2 id={id}>{props.title}</h2>
        {props.aside}
      </div>
      {props.children}
    </section>
  )
}

/** Shows what was loaded, that it is loading, or why it could not be loaded. */
export function Show<T>(props: {
  readonly of: Loaded<T>
  readonly what: string
  readonly children: (data: T) => ComponentChildren
}) {
  const { of: loaded, what, children } = props
  const { data, error, isLoading } = loaded
  return (
    <>
      {error !== null && <Problem error={error} what={what} retry={loaded.reload} />}
      {data !== null && children(data)}
      {data === null && isLoading && error === null && (
        <p class="quiet" role="status">
          Loading {what}…
        </p>
      )}
    </>
  )
}

export function Problem(props: {
  readonly error: unknown
  /** What could not be loaded or done. */
  readonly what: string
  readonly retry?: () => void
}) {
  const { error, what, retry } = props
  const requestId = error instanceof ApiError ? error.requestId : null
  return (
    <div class="problem" role="alert">
      <p>
        <strong>No {what}.</strong> {describeError(error)}.
      </p>
      {requestId !== null && (
        <p class="quiet">
          Request <code>{requestId}</code>
        </p>
      )}
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  )
}

export function Empty({ children }: { readonly children: ComponentChildren }) {
  return <p class="empty">{children}</p>
}

/** An entry of a list of facts (`dl`). */
export function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** A price that changes while it is shown. The key restarts the animation at each change. */
export function Price(props: { readonly live: LivePrice | undefined; readonly listed: number }) {
  const { live, listed } = props
  const price = live?.price ?? listed
  const direction = live?.direction ?? 'same'
  return (
    <span key={`${live?.timestampMs ?? 0} ${price}`} class={`price ${direction}`}>
      {formatPrice(price)}
    </span>
  )
}

export function PlatformName({ platform }: { readonly platform: string }) {
  return <span class={`platform ${platform.replaceAll('_', '-')}`}>{formatPlatform(platform)}</span>
}

/** The name of the platform that lists a market; nothing if the prefix of its id is unknown. */
export function PlatformOfMarket({ id }: { readonly id: string }) {
  const platform = platformOfId(id)
  return platform === null ? null : <PlatformName platform={platform} />
}

export function PlatformLink({
  url,
  platform,
}: {
  readonly url: string
  readonly platform: string
}) {
  const link = toWebLink(url)
  if (link === null) return <PlatformName platform={platform} />
  return (
    <a href={link} target="_blank" rel="noopener noreferrer">
      {formatPlatform(platform)}
      <span aria-hidden="true"> ↗</span>
      <span class="for-screen-readers"> (opens a new tab)</span>
    </a>
  )
}

export function Time({ ms }: { readonly ms: number }) {
  const text = formatTime(ms)
  return text === 'unknown' ? (
    <span>unknown</span>
  ) : (
    <time dateTime={new Date(ms).toISOString()}>{text}</time>
  )
}

/** Whether the page is up to date, in words. */
export function ConnectionState({ connection }: { readonly connection: Connection }) {
  return (
    <p class={`connection ${connection.kind}`} role="status">
      <span class="dot" aria-hidden="true" />
      {describeConnection(connection)}
    </p>
  )
}

function describeConnection(connection: Connection): string {
  if (connection.kind === 'connecting') return 'Connecting'
  if (connection.kind === 'ended') return 'Not live'
  if (connection.kind === 'broken')
    return `Connection lost at ${formatTime(connection.sinceMs).slice(11)} UTC, reconnecting`
  const { resumedAfterMs } = connection
  if (resumedAfterMs === null) return 'Live'
  return `Live again after ${formatDuration(resumedAfterMs)}, nothing left out`
}

/** A table that scrolls sideways by itself where it is too wide for the page. */
export function Table(props: {
  readonly caption: string
  readonly class?: string
  readonly head: readonly (readonly [name: string, kind?: string])[]
  readonly children: ComponentChildren
}) {
  const { caption, head, children } = props
  return (
    <div class={`scroll ${props.class ?? ''}`} role="group" aria-label={caption} tabIndex={0}>
      <table>
        <caption class="for-screen-readers">{caption}</caption>
        <thead>
          <tr>
            {head.map(([name, kind = '']) => (
              <th key={name} scope="col" class={kind}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

export function More(props: {
  readonly hasMore: boolean
  readonly load: () => Promise<void>
  readonly what: string
}) {
  const [isLoading, setLoading] = useState(false)
  const [error, setError] = useState<unknown>(null)
  if (!props.hasMore) return null
  async function load(): Promise<void> {
    setLoading(true)
    setError(null)
    await props.load().catch(setError)
    setLoading(false)
  }
  return (
    <>
      {error !== null && <Problem error={error} what={`further ${props.what}`} />}
      <button type="button" class="more" disabled={isLoading} onClick={() => void load()}>
        {isLoading ? 'Loading…' : `More ${props.what}`}
      </button>
    </>
  )
}
