// What `npm start` shows a person: what it is doing, how far it is, and requests to try.
import type { Market } from '../schemas/generated/api.ts'
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
      const known = platforms.flatMap((platform) => counts.get(platform) ?? [])
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

export function showAddresses(show: Show, service: Service): void {
  const { apiUrl, adminUrl, simulatorUrl, demoKey } = service
  if (simulatorUrl !== null)
    show(
      `Markets are made up, by a simulator at ${simulatorUrl}; UPSTREAM=live asks the platforms.`,
    )
  if (apiUrl === null) return show(`Metrics are at ${adminUrl}/metrics.`)
  show(
    `The api is at ${apiUrl}, its description at ${apiUrl}/docs, metrics at ${adminUrl}/metrics.`,
  )
  if (demoKey !== null) {
    show(`Your API key, shown this once: ${demoKey}`)
    show(`  ${toCurl(apiUrl + listPath, demoKey)}`)
    return
  }
  const credentials = '{"email":"you@example.com","password":"at least 8 characters"}'
  show('Requests need an API key. It is shown only when it is made; who has none signs up for one:')
  show(`  curl -H 'Content-Type: application/json' -d '${credentials}' '${apiUrl}/v1/auth/signup'`)
  show(`  ${toCurl(apiUrl + listPath, '<your key>')}`)
}

/** Requests that work when pasted: about a market that has an event, trades and a past, and a wallet. */
export async function showRequests(
  show: Show,
  { apiUrl, simulatorUrl, demoKey }: Service,
  now: () => number,
): Promise<void> {
  if (apiUrl === null || demoKey === null) {
    show('Ready.')
    return
  }
  const wallet = await findWallet(simulatorUrl)
  const paths = await findPaths(apiUrl, demoKey, wallet, now)
  show('Ready. Try:')
  for (const path of paths) show(`  ${toCurl(apiUrl + path, demoKey)}`)
}

const listPath = '/v1/markets?limit=3'

/** For a POSIX shell. */
function toCurl(url: string, key: string): string {
  return `curl -H 'X-API-Key: ${key}' '${url.replaceAll("'", '%27')}'`
}

type ListedMarket = Pick<Market, 'id' | 'event_slug' | 'created_at'>

async function findPaths(
  apiUrl: string,
  key: string,
  wallet: string | null,
  now: () => number,
): Promise<readonly string[]> {
  // the service may be stopped at any moment: then there is nothing to show
  const ask = (method: 'GET' | 'HEAD', path: string): Promise<Response | null> =>
    fetch(apiUrl + path, { method, headers: { 'X-API-Key': key } }).catch(() => null)

  const list = await ask('GET', '/v1/markets?status=open&limit=100')
  if (!list?.ok) return [listPath]
  const hourAgoS = Math.floor(now() / 1000) - 3_600
  const markets = (await list.json()) as readonly ListedMarket[]
  const market = markets.find((one) => (one.created_at ?? Infinity) < hourAgoS) ?? markets[0]
  if (!market) return [listPath]
  const path = `/v1/markets/${encodeURIComponent(market.id)}`
  const paths = [
    path,
    `${path}/price?at_time=${hourAgoS}`,
    `${path}/candles?interval=1h&limit=24`,
    `${path}/trades?limit=5`,
    `${path}/orderbook`,
    ...(market.event_slug === null ? [] : [`/v1/events/${encodeURIComponent(market.event_slug)}`]),
    ...(wallet === null ? [] : [`/v1/wallets/${wallet}/positions?limit=2`]),
    '/v1/matching-markets?confidence=high&limit=2',
  ]
  // even so there may have been no price then, or never a book
  const answers = await Promise.all(paths.map((one) => ask('HEAD', one)))
  return [listPath, ...paths.filter((_, i) => answers[i]?.status !== 404)]
}

/** Who traded last on the simulator; null where there is none: no answer of ours lists wallets. */
async function findWallet(simulatorUrl: string | null): Promise<string | null> {
  if (simulatorUrl === null) return null
  try {
    const response = await fetch(`${simulatorUrl}/data/trades?limit=1`)
    const [trade] = (await response.json()) as readonly { readonly proxyWallet: string }[]
    return trade?.proxyWallet ?? null
  } catch {
    return null
  }
}
