// Serves the console (the folder `console`, compiled by `npm run build:console`): its page at / to browsers, and its
// other files below /console.
import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Asset } from './asset.ts'

/**
 * Allows scripts, styles, images and requests of this host only. Trusted Types prevent the page from inserting text
 * as HTML, so a script in the title of a market stays text.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}

export interface ConsoleAssets {
  readonly page: Asset
  readonly files: readonly Asset[]
}

const isBuilt = import.meta.url.endsWith('.js')
const builtFolder = new URL(isBuilt ? '../../console/' : '../../dist/console/', import.meta.url)

/** Returns null if the program runs from its sources and the console was not built. */
export async function readConsoleAssets(): Promise<ConsoleAssets | null> {
  const names = await readdir(builtFolder).catch((error: NodeJS.ErrnoException) => {
    if (isBuilt || error.code !== 'ENOENT') throw error
    return null
  })
  if (names === null) return null
  const assets = await Promise.all(names.map(readAsset))
  const isPage = ({ path }: Asset): boolean => path === '/console/index.html'
  const page = assets.find(isPage)
  if (!page) throw new Error('the build of the console has no index.html')
  const headers = {
    'Content-Security-Policy': contentSecurityPolicy,
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  }
  return {
    page: { ...page, path: '/', headers },
    files: assets.filter((asset) => !isPage(asset)),
  }
}

async function readAsset(name: string): Promise<Asset> {
  const type = types[extname(name)]
  if (type === undefined) throw new Error(`the build of the console has an unknown file: ${name}`)
  const body = await readFile(new URL(name, builtFolder))
  return { path: `/console/${name}`, type, body, headers: {} }
}
