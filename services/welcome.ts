// The messages that main.ts prints for the user after the start: addresses, the progress of fetching the
// history of all markets (backfill), and example requests.
import type { Market } from '../schemas/generated/api.ts'
import type { BackfillProgress, UrlsAndDemoKey } from './compose.ts'

/** Prints a line for the user. */
export type PrintLine = (line: string) => void

/** Minimum time between two lines about the progress. */
const progressIntervalMs = 2_000

export interface BackfillReporter {
  /** Called whenever the poller has made progress on one platform. */
  onBackfill(progress: BackfillProgress): void
  /** Resolves when the history of all markets of all platforms has been fetched. */
  readonly done: Promise<void>
}

/** Prints a line at most every 2 s while the poller reads the lists of markets and fetches their history. */
export function createBackfillReporter(
  show: PrintLine,
  now: () => number,
  platforms: readonly string[],
): BackfillReporter {
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
        known.length === platforms.length &&
        known.every((p) => p.isListed && p.marketsDone === p.marketsTotal)
      if (now() - shownAtMs < progressIntervalMs && !isDone) return
      shownAtMs = now()
      const parts = known.map(({ platform, isListed, marketsDone, marketsTotal }) =>
        isListed
          ? `${platform} history of ${marketsDone} of ${marketsTotal} markets`
          : `${platform} ${marketsTotal} markets listed so far`,
      )
      show(`loading: ${parts.join(', ')}`)
      if (!isDone) return
      finish()
      finish = null
    },
  }
}

/** Prints the addresses of the service, and how to get an API key. */
export function showAddresses(show: PrintLine, service: UrlsAndDemoKey): void {
  const { apiUrl, adminUrl, simulatorUrl, demoKey } = service
  if (simulatorUrl !== null)
    show(`Markets are simulated, at ${simulatorUrl}; UPSTREAM=live uses the real platforms.`)
  if (apiUrl === null) return show(`Metrics are at ${adminUrl}/metrics.`)
  show(
    `The api is at ${apiUrl}, its documentation at ${apiUrl}/docs, metrics at ${adminUrl}/metrics.`,
  )
  show(`The console, for browsers, is at ${apiUrl}/`)
  if (demoKey !== null) {
    show(`Your API key, shown this once: ${demoKey}`)
    show(`  ${toCurlCommand(apiUrl + listPath, demoKey)}`)
    return
  }
  const credentials = '{"email":"you@example.com","password":"at least 8 characters"}'
  show(
    'Requests need an API key. A key is shown only once, when it is created. To get one, sign up:',
  )
  show(`  curl -H 'Content-Type: application/json' -d '${credentials}' '${apiUrl}/v1/auth/signup'`)
  show(`  ${toCurlCommand(apiUrl + listPath, '<your key>')}`)
}

/**
 * Prints curl commands that users can copy and run: for a market with its event, trades and prices, and for a
 * wallet. Prints only "Ready." if this process has no api or no demo key.
 */
export async function showExampleRequests(
  show: PrintLine,
  { apiUrl, simulatorUrl, demoKey }: UrlsAndDemoKey,
  now: () => number,
): Promise<void> {
  if (apiUrl === null || demoKey === null) {
    show('Ready.')
    return
  }
  const wallet = await findWallet(simulatorUrl)
  const paths = await findExamplePaths(apiUrl, demoKey, wallet, now)
  show('Ready. Try:')
  for (const path of paths) show(`  ${toCurlCommand(apiUrl + path, demoKey)}`)
}

const listPath = '/v1/markets?limit=3'

/** Returns a curl command for a POSIX shell. */
function toCurlCommand(url: string, key: string): string {
  return `curl -H 'X-API-Key: ${key}' '${url.replaceAll("'", '%27')}'`
}

type ListedMarket = Pick<Market, 'id' | 'event_slug' | 'created_at'>

/** Returns paths of the API for which this service has data at the moment. */
async function findExamplePaths(
  apiUrl: string,
  key: string,
  wallet: string | null,
  now: () => number,
): Promise<readonly string[]> {
  // resolves with null if the request fails, as it does when the service is being stopped
  const sendRequest = (method: 'GET' | 'HEAD', path: string): Promise<Response | null> =>
    fetch(apiUrl + path, { method, headers: { 'X-API-Key': key } }).catch(() => null)

  const list = await sendRequest('GET', '/v1/markets?status=open&limit=100')
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
  // paths that return 404 are left out: the market may have no price an hour ago, or no order book yet
  const answers = await Promise.all(paths.map((one) => sendRequest('HEAD', one)))
  return [listPath, ...paths.filter((_, i) => answers[i]?.status !== 404)]
}

/**
 * Returns a wallet that has traded on the simulator, or null if there is no simulator. The API itself has no
 * list of wallets.
 */
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
