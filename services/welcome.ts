// What `npm start` shows a person: what it is doing, how far it is, and requests to try.
import type { BackfillProgress, Service } from './compose.ts'

export type Show = (line: string) => void

const progressEveryMs = 2_000

export interface Progress {
  onBackfill(progress: BackfillProgress): void
  /** Resolves when every platform's markets have their history. */
  readonly done: Promise<void>
}

/** A line every other second while history is fetched, until all of it is there for the first time. */
export function createProgress(
  show: Show,
  now: () => number,
  platforms: readonly string[],
): Progress {
  const counts = new Map<string, BackfillProgress>()
  let shownAtMs = now()
  let finish: (() => void) | null = null
  const done = new Promise<void>((resolve) => {
    finish = resolve
  })
  return {
    done,
    onBackfill(progress) {
      if (finish === null) return
      counts.set(progress.platform, progress)
      const known = [...counts.values()]
      const isDone =
        known.length === platforms.length && known.every((p) => p.marketsDone === p.marketsTotal)
      if (now() - shownAtMs < progressEveryMs && !isDone) return
      shownAtMs = now()
      const parts = known.map((p) => `${p.platform} ${p.marketsDone} of ${p.marketsTotal}`)
      show(`fetching the past of each market: ${parts.join(', ')}`)
      if (!isDone) return
      finish()
      finish = null
    },
  }
}

export function showAddresses(show: Show, { apiUrl, adminUrl, simulatorUrl }: Service): void {
  if (simulatorUrl !== null)
    show(
      `Markets are made up, by a simulator at ${simulatorUrl}; UPSTREAM=live asks the platforms.`,
    )
  show(
    `The api is at ${apiUrl}, its description at ${apiUrl}/docs, metrics at ${adminUrl}/metrics.`,
  )
}

/** Requests that work when pasted: about a market that has an event, trades and a past. */
export async function showRequests(show: Show, apiUrl: string, now: () => number): Promise<void> {
  const response = await fetch(`${apiUrl}/v1/markets?status=open&limit=1`)
  const [market] = (await response.json()) as readonly { id: string; event_slug: string | null }[]
  const paths = ['/v1/markets?limit=3']
  if (market) {
    const path = `/v1/markets/${encodeURIComponent(market.id)}`
    const dayAgoS = Math.floor(now() / 1000) - 86_400
    paths.push(path, `${path}/price?at_time=${dayAgoS}`, `${path}/candles?interval=1h&limit=24`)
    paths.push(`${path}/trades?limit=5`, `${path}/orderbook`)
    if (market.event_slug !== null)
      paths.push(`/v1/events/${encodeURIComponent(market.event_slug)}`)
  }
  show('Ready. Try:')
  for (const path of paths) show(`  curl '${apiUrl}${path}'`)
}
