// The console in a real browser, against a running service with simulated platforms. With CONSOLE_SCREENSHOTS=1
// (`npm run console:screenshots`) it also takes the pictures of docs/console.md.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { describeWhere, findMissing } from '../support/describe-where.ts'
import { eventually, until } from '../support/waiting.ts'
import {
  findBarriers,
  loaded,
  openConsoleWorld,
  openPage,
  readStored,
  violationsOf,
  type ConsoleWorld,
  type Window,
} from './console/console-world.ts'
import { measureFirstChart, takeScreenshots } from './console/screenshots.ts'

let world: ConsoleWorld

/** The pages with their addresses, and a text that each shows when it has its data. */
function pagesOf({ pages }: ConsoleWorld): Readonly<Record<string, readonly [string, string]>> {
  return {
    markets: ['#/', 'Volume 24 h'],
    search: ['#/?q=will', 'markets found'],
    market: [pages.market, 'Every trade before'],
    events: ['#/events', 'open events'],
    event: [pages.event, 'Volume 24 h'],
    matches: ['#/matches', 'open pairs'],
    wallet: [pages.wallet, 'Gain'],
    account: ['#/account', 'API keys'],
  }
}

const textOf = (page: Page): Promise<string> => page.locator('body').innerText()

describeWhere(findMissing(['chromium']), 'the console', () => {
  beforeAll(async () => {
    world = await openConsoleWorld()
  })
  afterAll(() => world?.close())

  /** Runs a test in a window of its own, and checks that nothing went wrong in it. */
  async function inWindow(
    key: string | null,
    use: (window: Window) => Promise<void>,
    options?: Parameters<ConsoleWorld['openWindow']>[1],
  ): Promise<void> {
    const window = await world.openWindow(key, options)
    try {
      await use(window)
      expect(await violationsOf(window.page)).toEqual([])
      expect(window.faults).toEqual([])
    } finally {
      await window.close()
    }
  }

  // colours depend on the theme, and layout on the width, so two of the four combinations are enough
  it.each([
    ['light', 1280],
    ['dark', 320],
  ] as const)(
    'shows every page, %s and %d pixels wide, without a barrier or a fault',
    async (colorScheme, width) => {
      await inWindow(
        world.apiKey,
        async (window) => {
          const { page } = window
          for (const [name, [hash, text]] of Object.entries(pagesOf(world))) {
            await openPage(window, hash)
            await page.getByText(text).first().waitFor()
            expect([name, await findBarriers(page)]).toEqual([name, []])
            expect([name, await violationsOf(page)]).toEqual([name, []])
            const shown = await page.locator('html').evaluate((html) => html.scrollWidth)
            expect([name, shown]).toEqual([name, width])
          }
        },
        { colorScheme, viewport: { width, height: 800 } },
      )
    },
  )

  describe('the page of a market', () => {
    it('says that no order book was recorded', async () => {
      const window = await world.openWindow(world.apiKey)
      const { page } = window
      const body = {
        detail: [{ loc: ['path', 'market_id'], msg: '', type: 'orderbook_not_found' }],
      }
      await page.route('**/orderbook', (route) => route.fulfill({ status: 404, json: body }))
      // a new order book from the stream would take the place of the text
      await page.route('**/v1/stream*', (route) => route.abort())
      await openPage(window, world.pages.market)
      await page.getByText('No order book of this market was recorded yet.').waitFor()
      await window.close()
    })

    it('shows trades as they happen, and goes on after the connection broke', async () => {
      const window = await world.openWindow(world.apiKey)
      const { page } = window
      await openPage(window, world.pages.market)
      await page.getByText('Live', { exact: true }).waitFor()
      const rows = page.getByRole('region', { name: 'Trades' }).locator('tbody tr')
      const newest = (): Promise<string> => rows.first().innerText()
      const before = await newest()
      // trades happen
      await eventually(
        async () => {
          world.skip(600_000)
          expect(await newest()).not.toBe(before)
        },
        { everyMs: 1_000 },
      )

      const streams: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/v1/stream')) streams.push(request.url())
      })
      world.gateway.cut()
      await page.getByText(/Connection lost at \d\d:\d\d:\d\d UTC, reconnecting/).waitFor()
      world.skip(1_800_000)
      world.gateway.restore()
      await page.getByText(/Live again after \d+ s, nothing left out/).waitFor()
      expect(streams.every((url) => url.includes('&after='))).toBe(true)
      // the same trades as in an answer of the service, each once
      await eventually(async () => {
        const { trades } = await world.v1.newestTrades(world.marketId)
        const sizes = trades.slice(0, 50).map(({ side }) => side)
        expect(await rows.locator('td:nth-child(2)').allInnerTexts()).toEqual(sizes)
      })
      await window.close()
    })

    it('shows the price at a moment, and says when there was none', async () => {
      await inWindow(world.apiKey, async (window) => {
        const { page } = window
        await openPage(window, world.pages.market)
        const { trades } = await world.v1.newestTrades(world.marketId)
        const at = new Date((trades[2]?.timestamp_ms ?? 0) + 1_000).toISOString().slice(0, 19)
        await page.getByLabel('Price at (UTC)').fill(at)
        await page.getByRole('button', { name: 'Show price' }).click()
        await page.getByText(/from a (trade|quote) at/).waitFor()
        await page.getByLabel('Price at (UTC)').fill('2001-01-01T00:00:00')
        await page.getByRole('button', { name: 'Show price' }).click()
        await page.getByRole('alert').getByText('No price.').waitFor()
        // the browser reports the status 404
        expect(window.faults.splice(0).join()).toContain('404')
      })
    })

    it('names the match, its reasons and the spread', async () => {
      await inWindow(world.apiKey, async (window) => {
        await openPage(window, world.pages.market)
        const panel = window.page.getByRole('region', { name: 'Matched market' })
        expect(await panel.innerText()).toMatch(/Score \d+.*Same subject:/s)
      })
    })
  })

  describe('an odd market', () => {
    const script = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>'

    /** Changes the answers of the service on their way to the browser. */
    async function changeAnswers(
      { page }: Window,
      path: string,
      change: (body: Record<string, unknown>) => object,
    ): Promise<void> {
      await page.route(`**/v1/markets/${world.marketId}${path}`, async (route) => {
        const response = await route.fetch()
        const body = (await response.json()) as Record<string, unknown>
        await route.fulfill({ response, json: { ...body, ...change(body) } })
      })
    }

    it('with a script in its texts shows the script as text', async () => {
      await inWindow(world.apiKey, async (window) => {
        const text = { question: script, description: script }
        await changeAnswers(window, '', ({ platforms }) => ({
          ...text,
          outcomes: [{ label: script, price: 0.5, price_cents: 50 }],
          platforms: (platforms as object[]).map((one) => ({ ...one, url: 'javascript:hacked=1' })),
        }))
        await openPage(window, world.pages.market)
        expect(await window.page.locator('h1').innerText()).toBe(script)
        expect(await window.page.title()).toContain('<img src=x')
        expect(await window.page.locator('a[href^="javascript:"]').count()).toBe(0)
        expect(await window.page.evaluate(() => 'hacked' in globalThis)).toBe(false)
      })
    })

    it('with a question of 10,000 characters and 40 outcomes fits a phone', async () => {
      await inWindow(
        world.apiKey,
        async (window) => {
          const outcomes = Array.from({ length: 40 }, (_, i) => ({
            label: `Candidate ${i + 1}`,
            price: 0.025,
            price_cents: 2.5,
          }))
          await changeAnswers(window, '', () => ({ question: 'Q'.repeat(10_000), outcomes }))
          await openPage(window, world.pages.market)
          const { page } = window
          expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBe(320)
          expect((await page.locator('h1').innerText()).length).toBeLessThan(400)
          await page.getByRole('button', { name: 'Show all 10,000 characters' }).click()
          expect((await page.locator('h1').innerText()).length).toBe(10_000)
          expect(await page.getByText(/^Candidate \d+$/).count()).toBe(40)
          expect(await findBarriers(page)).toEqual([])
        },
        { viewport: { width: 320, height: 640 } },
      )
    })

    it.each([
      [0, 'Nobody has traded this market yet.'],
      [1, 'Trades'],
    ])('with %d trades says so', async (count, text) => {
      await inWindow(world.apiKey, async (window) => {
        const first = (name: string) => (body: Record<string, unknown>) => ({
          [name]: (body[name] as unknown[]).slice(0, count),
        })
        await changeAnswers(window, '/trades*', first('trades'))
        await changeAnswers(window, '/candles*', first('candles'))
        await openPage(window, world.pages.market)
        await window.page.getByText(text).first().waitFor()
        expect(await window.page.locator('.trades tbody tr').count()).toBe(count)
        expect(await findBarriers(window.page)).toEqual([])
      })
    })

    it('that does not exist is an error with a way out', async () => {
      await inWindow(world.apiKey, async (window) => {
        await openPage(window, '#/market/pb_NONE')
        await window.page.getByRole('alert').getByText('No such market').waitFor()
        expect(await window.page.getByRole('button', { name: 'Try again' }).count()).toBe(1)
        expect(window.faults.splice(0).join()).toContain('404')
      })
    })
  })

  it('can be used with the keyboard alone', async () => {
    await inWindow(null, async (window) => {
      const { page } = window
      const focused = (): Promise<string> =>
        page.locator(':focus').evaluate((element) => element.textContent ?? '')
      /** Presses Tab until the element has the focus. */
      const tabTo = async (isWanted: () => Promise<boolean>): Promise<void> => {
        for (let presses = 0; presses < 60; presses += 1) {
          await page.keyboard.press('Tab')
          if (await isWanted()) return
        }
        throw new Error('the keyboard does not reach the element')
      }
      await openPage(window, '#/')
      await page.keyboard.press('Tab')
      expect(await focused()).toBe('Skip to the content')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
      await page.keyboard.type(world.apiKey)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Markets', exact: true }).waitFor()
      await loaded(page)
      const title = await page.locator('tbody a').first().innerText()
      await tabTo(async () => (await focused()) === title)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: title, level: 1 }).waitFor()
      await tabTo(async () => (await focused()) === '1h')
      await page.keyboard.press('Enter')
      await until(() => page.url().endsWith('interval=1h'))
      expect(await page.locator('[aria-current=true]').innerText()).toBe('1h')
    })
  })

  it('manages an account, and ends when its key is revoked in another window', async () => {
    const credentials = ['grace@example.com', 'correct horse battery'] as const
    const enter = async (page: Page, panel: string, action: string): Promise<void> => {
      const form = page.getByRole('region', { name: panel })
      await form.getByLabel('Email').fill(credentials[0])
      await form.getByLabel(/^Password/).fill(credentials[1])
      await form.getByRole('button', { name: action }).click()
    }
    await inWindow(null, async (first) => {
      await openPage(first, '#/account')
      await enter(first.page, 'Create an account', 'Sign up')
      await first.page.getByText('Your new API key.').waitFor()
      const key = await first.page.locator('.secret').innerText()
      await first.page.getByRole('region', { name: 'API keys' }).getByText('first key').waitFor()
      expect(await findBarriers(first.page)).toEqual([])
      await first.page.getByRole('link', { name: 'Markets' }).click()
      await loaded(first.page)
      await first.page.getByText('Live', { exact: true }).waitFor()

      await inWindow(null, async ({ page, ...second }) => {
        await openPage({ page }, '#/account')
        await enter(page, 'Log in', 'Log in')
        await page.getByRole('button', { name: 'Revoke first key' }).click()
        await page.getByRole('button', { name: 'Revoke for good' }).click()
        await first.page.getByText('it was revoked').waitFor()
        expect(await textOf(first.page)).toContain('Sign in')
        expect(await readStored(first.page)).not.toContain(key)

        const own = await readStored(page)
        const { apiKey } = JSON.parse(own ?? '{}') as { apiKey: string }
        await page.getByRole('button', { name: 'Log out' }).click()
        await page.getByText('You are logged out.').waitFor()
        const headers = { 'X-API-Key': apiKey }
        expect((await fetch(`${world.gateway.url}/v1/markets`, { headers })).status).toBe(401)
        expect(page.url()).not.toContain('ol_')
        expect(second.faults).toEqual([])
      })
      expect(first.faults.filter((fault) => !fault.includes('401'))).toEqual([])
      first.faults.length = 0
    })
  })

  it('tells a wrong key and a wrong password from a service that is away', async () => {
    await inWindow(null, async (window) => {
      const { page } = window
      await openPage(window, '#/')
      await page.getByLabel('API key', { exact: true }).fill('ol_nonsense')
      await page.getByRole('button', { name: 'Use this key' }).click()
      await page.getByRole('alert').getByText('malformed').waitFor()

      const login = page.getByRole('region', { name: 'Log in' })
      await login.getByLabel('Email').fill('nobody@example.com')
      await login.getByLabel('Password').fill('not the password')
      await login.getByRole('button', { name: 'Log in' }).click()
      await login.getByRole('alert').getByText('No login.').waitFor()
      expect(window.faults.splice(0).every((fault) => fault.includes('401'))).toBe(true)

      world.gateway.cut()
      await login.getByRole('button', { name: 'Log in' }).click()
      await login.getByRole('alert').getByText('cannot be reached').waitFor()
      world.gateway.restore()
      expect(window.faults.splice(0).join()).toContain('net::ERR')
    })
  })

  it('is served to browsers only', async () => {
    const open = (accept: string): Promise<Response> =>
      fetch(`${world.gateway.url}/`, { headers: { Accept: accept }, redirect: 'manual' })
    expect((await open('*/*')).headers.get('Location')).toBe('/docs')
    const page = await open('text/html,*/*;q=0.8')
    const policy = page.headers.get('Content-Security-Policy') ?? ''
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("require-trusted-types-for 'script'")
    const html = await page.text()
    expect(html).not.toMatch(/<script>|style=|onload=/)
    for (const [, path] of html.matchAll(/(?:src|href)="([^"]+)"/g))
      expect([path, (await fetch(world.gateway.url + path)).status]).toEqual([path, 200])
  })

  if (process.env['CONSOLE_SCREENSHOTS'] === '1')
    it('has its picture taken', async () => {
      await takeScreenshots(world, pagesOf(world))
      process.stdout.write(`first chart: ${JSON.stringify(await measureFirstChart(world))}\n`)
    })
})
