// A service with simulated platforms whose clock can be put forward, and a browser that reaches it through a gateway.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import axe from 'axe-core'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { root } from '../../support/source-files.ts'
import { sleep } from '../../support/waiting.ts'
import { firstKeyOf, openTestService } from '../service.ts'
import { createV1, type V1 } from '../v1.ts'
import { openWorld, seedOfRun } from '../world.ts'
import { openGateway, type Gateway } from './gateway.ts'

export interface ConsoleWorld {
  readonly gateway: Gateway
  readonly apiKey: string
  /** Asks the service without the console. */
  readonly v1: V1
  /** Addresses of pages that have data. */
  readonly pages: Readonly<Record<'market' | 'event' | 'wallet', string>>
  /** The id of the market of `pages.market`: open, traded and matched. */
  readonly marketId: string
  /** Puts the clocks of the service and of the platforms forward, so that trades happen. */
  skip(ms: number): void
  /** A window without anything stored. `key`: is stored as after a sign-in. */
  openWindow(key: string | null, options?: BrowserContextOptions): Promise<Window>
  close(): Promise<void>
}

export interface Window {
  readonly page: Page
  /** What went wrong in this window: errors of scripts, messages of the browser, violations of the policy. */
  readonly faults: string[]
  close(): Promise<void>
}

export async function openConsoleWorld(): Promise<ConsoleWorld> {
  await promisify(execFile)('npm', ['run', '-s', 'build:console'], { cwd: root })
  const folder = await mkdtemp(join(tmpdir(), 'oddslog-console-'))
  let skippedMs = 0
  const now = (): number => Date.now() + skippedMs
  const seed = seedOfRun('console')
  const world = await openWorld({ seed, historyDays: 1, size: 0.1, activity: 1, wallets: 50 }, now)
  const service = await openTestService(join(folder, 'data'), world.url, now)
  const apiKey = firstKeyOf(service)
  const v1 = createV1(
    () => service.apiUrl,
    () => apiKey,
  )
  while (!service.isBackfilled()) await sleep(200)
  const pages = await findPages(v1)
  const wallet = world.truth.wallets().findLast(({ rows }) => rows > 20)?.address
  if (wallet === undefined) throw new Error('the world has no wallets')
  while (!(await v1.wallet(wallet)).isComplete) await sleep(200)
  const gateway = await openGateway(() => service.apiUrl)
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  return {
    gateway,
    apiKey,
    v1,
    marketId: pages.marketId,
    pages: { ...pages, wallet: `#/wallet/${wallet}` },
    skip(ms) {
      skippedMs += ms
    },
    openWindow: (key, options) => openWindow(browser, gateway.url, key, options),
    async close() {
      await browser.close()
      await gateway.close()
      await service.stop()
      await world.close()
      await rm(folder, { recursive: true })
    },
  }
}

/**
 * The matches arrive some time after the markets, and order books later. Without an order book the response has status
 * 404, which the browser reports as an error.
 */
async function findPages(v1: V1) {
  for (;;) {
    const { matches } = await v1.matches()
    for (const { platform_a: side } of matches) {
      if (side.status !== 'open' || side.event_ticker === '') continue
      const { trades } = await v1.newestTrades(side.id)
      if (trades.length > 5 && (await v1.orderBook(side.id)) !== null)
        return {
          marketId: side.id,
          market: `#/market/${encodeURIComponent(side.id)}`,
          event: `#/event/${encodeURIComponent(side.event_ticker)}`,
        }
    }
    await sleep(200)
  }
}

/** In every page, before its scripts: a list of what the Content-Security-Policy forbade. */
const observer = `window.violations = []
document.addEventListener('securitypolicyviolation', (event) =>
  window.violations.push(event.effectiveDirective + ' ' + event.blockedURI))`

async function openWindow(
  browser: Browser,
  url: string,
  key: string | null,
  options: BrowserContextOptions = {},
): Promise<Window> {
  const context = await browser.newContext({
    baseURL: url,
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
    ...options,
  })
  await context.addInitScript({ content: observer })
  if (key !== null) {
    const stored = JSON.stringify(JSON.stringify({ apiKey: key, ownKeyId: null, email: null }))
    // an empty page has no storage
    const first = `if (location.protocol === 'http:' && sessionStorage.getItem('oddslog') === null) sessionStorage.setItem('oddslog', ${stored})`
    await context.addInitScript({ content: first })
  }
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      faults.push(`${message.text()} ${message.location().url}`)
  })
  return {
    page,
    faults,
    async close() {
      // a request whose answer is being changed is not awaited
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await context.close()
    },
  }
}

/** Opens a page of the console, and waits until it has its data. */
export async function openPage({ page }: Pick<Window, 'page'>, hash: string): Promise<void> {
  // a change of the fragment alone would not load the page again
  await page.goto('about:blank')
  await page.goto(`/${hash}`)
  await page.locator('h1').waitFor()
  await loaded(page)
}

export async function loaded(page: Page): Promise<void> {
  const loading = page.getByText(/^Loading /)
  while ((await loading.count()) > 0) await sleep(50)
}

/** All faults of accessibility that axe finds, as `rule: element`. */
export async function findBarriers(page: Page): Promise<readonly string[]> {
  await page.evaluate(`${axe.source};undefined`)
  return page.evaluate(async () => {
    const { axe: inPage } = globalThis as unknown as { axe: { run(): Promise<AxeResult> } }
    const { violations } = await inPage.run()
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  })
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly html: string }[]
  }[]
}

/** What the console has stored in this window. */
export async function readStored(page: Page): Promise<string | null> {
  return page.evaluate<string | null>("sessionStorage.getItem('oddslog')")
}

export async function violationsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(
    () => (globalThis as unknown as { violations: readonly string[] }).violations,
  )
}
