// /docs: Swagger UI over /openapi.json, served from the package on this machine; the page loads
// nothing from anywhere else, and its policy says so.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

export interface Asset {
  readonly path: string
  readonly type: string
  readonly body: string | Buffer
  readonly headers: Readonly<Record<string, string>>
}

/** Swagger UI sets styles on its elements and draws with data: images; scripts come from us alone. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>oddslog API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css">
    <script src="/docs/swagger-ui-bundle.js" defer></script>
    <script src="/docs/start.js" defer></script>
  </head>
  <body><div id="docs"></div></body>
</html>
`

const start = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#docs', deepLinking: true, validatorUrl: null })
`

export async function readDocsAssets(): Promise<readonly Asset[]> {
  const { resolve } = createRequire(import.meta.url)
  const read = (name: string): Promise<Buffer> => readFile(resolve(`swagger-ui-dist/${name}`))
  const [script, style] = await Promise.all([read('swagger-ui-bundle.js'), read('swagger-ui.css')])
  const hour = { 'Cache-Control': 'public, max-age=3600' }
  return [
    { path: '/docs', type: 'html', body: page, headers: { 'Content-Security-Policy': policy } },
    { path: '/docs/start.js', type: 'js', body: start, headers: hour },
    { path: '/docs/swagger-ui-bundle.js', type: 'js', body: script, headers: hour },
    { path: '/docs/swagger-ui.css', type: 'css', body: style, headers: hour },
  ]
}
