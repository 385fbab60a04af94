// Serves /docs: Swagger UI for /openapi.json. All assets come from the installed package; the
// Content-Security-Policy forbids other hosts.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Asset } from './asset.ts'

/** Swagger UI needs inline styles and data: images. Scripts are allowed from this host only. */
const contentSecurityPolicy = [
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
    <link rel="icon" type="image/svg+xml" href="/favicon.ico">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
    <link rel="stylesheet" href="/docs/narrow.css">
    <script src="/docs/swagger-ui-bundle.js" defer></script>
    <script src="/docs/start.js" defer></script>
  </head>
  <body><div id="docs"></div></body>
</html>
`

const startScript = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#docs', deepLinking: true, validatorUrl: null })
`

/**
 * Stacks the columns of Swagger UI's tables on phones, which are too narrow to show the columns side by side. Hides
 * the column of links, because no response has links.
 */
const narrowStyle = `.swagger-ui .responses-table td.response-col_links { display: none !important }
@media (max-width: 640px) {
  .swagger-ui .wrapper, .swagger-ui .opblock-body .table-container, .swagger-ui .responses-inner { padding: 0 8px }
  .swagger-ui table.parameters > thead, .swagger-ui .responses-table > thead { display: none }
  .swagger-ui table.parameters, .swagger-ui table.parameters > tbody, .swagger-ui table.parameters > tbody > tr, .swagger-ui table.parameters > tbody > tr > td,
  .swagger-ui .responses-table, .swagger-ui .responses-table > tbody, .swagger-ui .responses-table > tbody > tr, .swagger-ui .responses-table > tbody > tr > td { display: block; width: auto; max-width: none; padding: 4px 0 }
  .swagger-ui table.headers td { overflow-wrap: anywhere; min-width: 5em }
}
`

/**
 * The icon of the service: two candles. It is served at /favicon.ico, which browsers request for every page.
 */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M5 1v14M11 1v14" stroke="#234"/><path d="M3 6h4v7H3z" fill="#2a7"/><path d="M9 3h4v6H9z" fill="#c43"/></svg>
`

export async function readDocsAssets(): Promise<readonly Asset[]> {
  const { resolve } = createRequire(import.meta.url)
  const read = (name: string): Promise<Buffer> => readFile(resolve(`swagger-ui-dist/${name}`))
  const [script, style] = await Promise.all([read('swagger-ui-bundle.js'), read('swagger-ui.css')])
  const hour = { 'Cache-Control': 'public, max-age=3600' }
  return [
    {
      path: '/docs',
      type: 'text/html; charset=utf-8',
      body: page,
      headers: { 'Content-Security-Policy': contentSecurityPolicy },
    },
    { path: '/docs/narrow.css', type: 'text/css; charset=utf-8', body: narrowStyle, headers: hour },
    { path: '/favicon.ico', type: 'image/svg+xml', body: icon, headers: hour },
    {
      path: '/docs/start.js',
      type: 'text/javascript; charset=utf-8',
      body: startScript,
      headers: hour,
    },
    {
      path: '/docs/swagger-ui-bundle.js',
      type: 'text/javascript; charset=utf-8',
      body: script,
      headers: hour,
    },
    { path: '/docs/swagger-ui.css', type: 'text/css; charset=utf-8', body: style, headers: hour },
  ]
}
