// Answers five questions with the tools of the MCP server alone, and prints the calls and their texts as Markdown, for
// docs/mcp.md. This program takes the place of the model: it chooses each call from what earlier calls returned. A
// service with simulated platforms must run and have its history.
//   MCP_API_URL=http://127.0.0.1:8080 MCP_API_KEY=ol_… node --import tsx tools/mcp-transcript.ts
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import {
  getDefaultEnvironment,
  StdioClientTransport,
} from '@modelcontextprotocol/sdk/client/stdio.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'

const print = (text: string): void => void process.stdout.write(`${text}\n`)

/** Number of rows that are printed of the text of a result. */
const shownRows = 4
const maxLineLength = 400

// The fields of the results that this program uses to answer the questions.
interface MarketRow {
  readonly id: string
  readonly question: string
  readonly outcomes: readonly { readonly label: string; readonly price: number }[]
}
interface MatchRow {
  readonly market_id: string
  readonly question: string
  readonly other_market_id: string
  readonly difference: number | null
}
interface Results {
  readonly search_markets: { readonly markets: readonly MarketRow[]; readonly answered_at: string }
  readonly get_price: { readonly price: number; readonly price_time: string }
  readonly get_candles: {
    readonly candles: readonly {
      readonly start: string
      readonly low: number
      readonly high: number
    }[]
    readonly completeness: { readonly complete_until: string } | null
  }
  readonly get_trades: {
    readonly trades: readonly {
      readonly size: number
      readonly price: number
      readonly side: string
    }[]
  }
  readonly find_matches: { readonly matches: readonly MatchRow[] }
  readonly get_spread: {
    readonly points: readonly { readonly start: string; readonly difference: number }[]
  }
  readonly get_market: { readonly rules: string | null; readonly data_quality: string | null }
  readonly get_wallet_positions: {
    readonly complete: boolean
    readonly positions: readonly {
      readonly title: string | null
      readonly cash_pnl: number | null
    }[]
  }
}

const root = fileURLToPath(new URL('..', import.meta.url))
const { MCP_API_URL = '', MCP_API_KEY = '', WALLET = '' } = process.env
const client = new Client({ name: 'transcript', version: '1' })
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: ['--import', 'tsx', 'services/main.ts', 'mcp'],
    cwd: root,
    env: { ...getDefaultEnvironment(), MCP_API_URL, MCP_API_KEY },
  }),
)

async function call<Name extends keyof Results>(
  name: Name,
  args: Record<string, unknown>,
): Promise<Results[Name]> {
  print(`\`${name}\` ${JSON.stringify(args)}\n`)
  const result = (await client.callTool({ name, arguments: args })) as CallToolResult
  const [content] = result.content
  const text = content?.type === 'text' ? content.text : ''
  const lines = text.replaceAll(/https:\/\/[^/"]+/g, 'https://…').split('\n')
  const isRowLine = (line: string): boolean => line.startsWith('[')
  const rows = lines.filter(isRowLine)
  // the first line in brackets has the names of the fields
  const shown = new Set(rows.slice(0, shownRows + 1))
  const left = rows.length - shown.size
  print('```')
  let hasSaid = false
  for (const line of lines) {
    if (!isRowLine(line) || shown.has(line))
      print(line.length > maxLineLength ? `${line.slice(0, maxLineLength)}…` : line)
    else if (!hasSaid) {
      print(`… ${left} further rows`)
      hasSaid = true
    }
  }
  print('```\n')
  if (result.isError === true) throw new Error(`${name} failed`)
  return result.structuredContent as unknown as Results[Name]
}

function ask(question: string): void {
  print(`### ${question}\n`)
}

const answer = (text: string): void => print(`**Answer.** ${text}\n`)

function first<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('no rows: has the service its history?')
  return row
}

ask('How likely is the most traded open Bitcoin market now, and how likely was it a day ago?')
{
  const found = await call('search_markets', {
    q: 'btc',
    status: 'open',
    sort_by: 'volume',
    limit: 3,
  })
  const market = first(found.markets)
  const dayAgo = new Date(Date.parse(found.answered_at) - 86_400_000).toISOString()
  const now = await call('get_price', { market_id: market.id })
  const before = await call('get_price', { market_id: market.id, at_time: dayAgo })
  answer(
    `“${market.question}”: ${now.price} for ${first(market.outcomes).label} now, ${before.price} a day ago (observed ${before.price_time}).`,
  )
}

ask('In which range did the most traded open politics market move in the last two days?')
{
  const { markets } = await call('search_markets', {
    category: 'politics',
    status: 'open',
    limit: 3,
  })
  const market = first(markets)
  const { candles, completeness } = await call('get_candles', {
    market_id: market.id,
    interval: '4h',
    limit: 12,
  })
  const low = Math.min(...candles.map((candle) => candle.low))
  const high = Math.max(...candles.map((candle) => candle.high))
  answer(
    `“${market.question}” moved between ${low} and ${high}; the trades are complete until ${completeness?.complete_until}.`,
  )
}

ask(
  'Which market has different prices on the two platforms, is it the same question, and does the difference last?',
)
{
  const { matches } = await call('find_matches', { status: 'open', confidence: 'high', limit: 20 })
  const sorted = [...matches].sort(
    (a, b) => Math.abs(b.difference ?? 0) - Math.abs(a.difference ?? 0),
  )
  const match = first(sorted)
  const { market_id, other_market_id } = match
  const one = await call('get_market', { market_id })
  const other = await call('get_market', { market_id: other_market_id })
  const { points } = await call('get_spread', {
    market_id,
    other_market_id,
    interval: '1h',
    source: 'trades',
    limit: 24,
  })
  const differences = points.map(({ difference }) => difference)
  answer(
    `“${match.question}”: the prices differ by ${match.difference} now; at the end of the last ${points.length} hours with trades or quotes the difference of the last trades was between ${Math.min(...differences)} and ${Math.max(...differences)}. Whether they are the same question, the rules must show: ${JSON.stringify(one.rules?.slice(0, 120))} and ${JSON.stringify(other.rules?.slice(0, 120))}.`,
  )
}

ask('Was the largest recent trade of the most traded open sports market a purchase or a sale?')
{
  const { markets } = await call('search_markets', { category: 'sports', status: 'open', limit: 1 })
  const market = first(markets)
  const { trades } = await call('get_trades', { market_id: market.id, limit: 50 })
  const largest = first([...trades].sort((a, b) => b.size - a.size))
  answer(
    `The largest of the last ${trades.length} trades of “${market.question}” was a ${largest.side} of ${largest.size} contracts at ${largest.price}, in terms of ${first(market.outcomes).label}.`,
  )
}

ask(`What does the wallet ${WALLET} hold, and how is it doing?`)
{
  const wallet = await call('get_wallet_positions', {
    address: WALLET,
    sort_by: 'CASHPNL',
    limit: 5,
  })
  const best = first(wallet.positions)
  answer(
    `Its best position is “${best.title}” with ${best.cash_pnl} dollars.${wallet.complete ? '' : ' Its activity is still being fetched, so this is preliminary.'}`,
  )
}

await client.close()
