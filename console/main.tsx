// The console: the pages for browsers. Its only interface to the service is /v1.
import { render } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { AccountPage, SignInPage } from './account-page.tsx'
import { EventPage, EventsPage } from './events-page.tsx'
import { linkTo, parsePlace, searchLink, type Place } from './location.ts'
import { MarketPage } from './market-page.tsx'
import { MarketsPage } from './markets-page.tsx'
import { MatchesPage } from './matches-page.tsx'
import { Page } from './parts.tsx'
import { SearchForm } from './search-form.tsx'
import { useSession } from './session.ts'
import { WalletPage } from './wallet-page.tsx'

const pages = [
  ['Markets', '', linkTo([])],
  ['Events', 'events', linkTo(['events'])],
  ['Matches', 'matches', linkTo(['matches'])],
  ['Wallets', 'wallet', linkTo(['wallet'])],
  ['Account', 'account', linkTo(['account'])],
] as const

/** The navigation entry that a page belongs to. */
const parents: Readonly<Record<string, string>> = { market: '', event: 'events' }

function usePlace(): Place | null {
  const [hash, setHash] = useState(location.hash)
  useEffect(() => {
    const onChange = (): void => setHash(location.hash)
    addEventListener('hashchange', onChange)
    return () => removeEventListener('hashchange', onChange)
  }, [])
  return parsePlace(hash)
}

function Console() {
  const place = usePlace()
  const [first = ''] = place?.path ?? []
  const main = useRef<HTMLElement>(null)
  const path = place?.path.join('/')
  const isFirst = useRef(true)
  useEffect(() => {
    // after a navigation, the keyboard and screen readers continue at the new page
    if (!isFirst.current) {
      main.current?.querySelector<HTMLElement>('h1')?.focus()
      scrollTo(0, 0)
    }
    isFirst.current = false
  }, [path])
  return (
    <>
      <header class="top">
        <a
          class="skip"
          href={location.hash || '#/'}
          onClick={(event) => {
            event.preventDefault()
            main.current?.focus()
          }}
        >
          Skip to the content
        </a>
        <a class="brand" href={linkTo([])}>
          <svg viewBox="0 0 16 16" width="20" height="20" aria-hidden="true">
            <path class="wicks" d="M5 1v14M11 1v14" />
            <path class="rising" d="M3 6h4v7H3z" />
            <path class="falling" d="M9 3h4v6H9z" />
          </svg>
          oddslog
        </a>
        <nav aria-label="Pages">
          {pages.map(([name, page, link]) => (
            <a
              key={page}
              href={link}
              aria-current={(parents[first] ?? first) === page ? 'page' : undefined}
            >
              {name}
            </a>
          ))}
        </nav>
        <SearchForm
          label="Search markets, or enter a wallet"
          placeholder="Search markets"
          text={first === '' ? (place?.query.get('q') ?? '') : ''}
          linkTo={searchLink}
        />
      </header>
      <main ref={main} tabIndex={-1}>
        <CurrentPage place={place} />
      </main>
      <footer>
        <a href="/docs">API</a>
        <span>
          Charts:{' '}
          <a href="https://www.tradingview.com/" rel="noopener noreferrer">
            TradingView Lightweight Charts™
          </a>
          , © 2025 TradingView, Inc.
        </span>
        <a href="/console/licences.txt">Licences</a>
        <span>All times are UTC</span>
      </footer>
    </>
  )
}

function CurrentPage({ place }: { readonly place: Place | null }) {
  const { apiKey } = useSession()
  const { path: [first = '', second, ...rest] = [], query = new URLSearchParams() } = place ?? {}
  if (place === null || rest.length > 0) return <UnknownPage />
  if (first === 'account') return <AccountPage />
  if (apiKey === null) return <SignInPage />
  if (first === '') return <MarketsPage query={query} />
  if (first === 'wallet') return <WalletPage address={second ?? null} />
  if (first === 'events') return <EventsPage query={query} />
  if (first === 'matches') return <MatchesPage query={query} />
  if (first === 'market' && second !== undefined) return <MarketPage id={second} query={query} />
  if (first === 'event' && second !== undefined) return <EventPage slug={second} />
  return <UnknownPage />
}

function UnknownPage() {
  return (
    <Page title="No such page">
      <p>
        This address does not lead to a page. <a href={linkTo([])}>All open markets</a>
      </p>
    </Page>
  )
}

const element = document.getElementById('console')
if (element) render(<Console />, element)
