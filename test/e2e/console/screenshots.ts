// Takes the pictures of docs/console.md, and measures what the first chart costs.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../support/source-files.ts'
import { openPage, type ConsoleWorld, type Window } from './console-world.ts'

const sizes = [
  { width: 320, height: 640 },
  { width: 768, height: 1024 },
  { width: 1280, height: 900 },
]

/** One picture of each page in each theme and width, in docs/console. */
export async function takeScreenshots(
  world: ConsoleWorld,
  pages: Readonly<Record<string, readonly [hash: string, text: string]>>,
): Promise<void> {
  const folder = join(root, 'docs/console')
  await mkdir(folder, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const)
    for (const viewport of sizes) {
      const window = await world.openWindow(world.apiKey, { colorScheme, viewport })
      const visitor = await world.openWindow(null, { colorScheme, viewport })
      const save = async (shown: Window, name: string): Promise<void> => {
        // WebP, which Playwright itself does not write, is half the size of its formats
        const devtools = await shown.page.context().newCDPSession(shown.page)
        const options = { format: 'webp', quality: 55 } as const
        const { data } = await devtools.send('Page.captureScreenshot', options)
        const file = `${name}-${colorScheme}-${viewport.width}.webp`
        await writeFile(join(folder, file), Buffer.from(data, 'base64'))
      }
      for (const [name, [hash, text]] of Object.entries(pages)) {
        await openPage(window, hash)
        await window.page.getByText(text).first().waitFor()
        await save(window, name)
      }
      await openPage(visitor, '#/')
      await save(visitor, 'sign-in')
      await window.close()
      await visitor.close()
    }
}

export interface FirstChart {
  /** From the begin of the navigation, with an empty cache. */
  readonly milliseconds: number
  readonly requests: number
  /** As transferred: compressed, with headers. */
  readonly bytes: number
}

/** Opens the page of a market for the first time, and measures until its chart is drawn. */
export async function measureFirstChart(world: ConsoleWorld): Promise<FirstChart> {
  const window = await world.openWindow(world.apiKey)
  const { page } = window
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  let bytes = 0
  let requests = 0
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    requests += 1
  })
  await page.goto(`/${world.pages.market}`)
  await page.locator('.chart canvas').first().waitFor()
  await page.locator('.strip span').first().waitFor()
  const milliseconds = Math.round(await page.evaluate(() => performance.now()))
  await window.close()
  return { milliseconds, requests, bytes }
}
