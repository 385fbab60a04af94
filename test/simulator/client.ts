// What the tests of the simulator share: a served world with a clock in hand, and a careful client.
import {
  createSimulator,
  type Simulator,
  type SimulatorOptions,
} from '../../simulator/simulator.ts'

export type Row = Readonly<Record<string, unknown>>

/** A Saturday, ten hours and some into the day. */
export const saturdayMs = Date.UTC(2026, 10, 21, 10, 12, 34, 567)

export interface Served {
  readonly simulator: Simulator
  readonly clock: { nowMs: number }
  readonly url: string
  get(path: string): Promise<Response>
  /** The body of a 200. */
  json<T = Row>(path: string): Promise<T>
  close(): Promise<void>
}

export async function serve(options: Partial<SimulatorOptions> = {}): Promise<Served> {
  const clock = { nowMs: saturdayMs }
  const simulator = createSimulator({
    seed: 'test',
    historyDays: 2,
    now: () => clock.nowMs,
    ...options,
  })
  const server = await simulator.listen({ port: 0, host: '127.0.0.1' })
  // one connection per request: the server may close an idle one just as it is used again
  const get = (path: string): Promise<Response> =>
    fetch(server.url + path, { headers: { Connection: 'close' } })
  return {
    simulator,
    clock,
    url: server.url,
    get,
    async json<T>(path: string) {
      const response = await get(path)
      if (response.status !== 200)
        throw new Error(`${path}: ${response.status} ${await response.text()}`)
      return (await response.json()) as T
    },
    close: () => server.close(),
  }
}

/** All rows of a list with a cursor. */
export async function allPages(
  served: Served,
  path: string,
  names: { readonly rows: string; readonly parameter: string; readonly cursor: string },
): Promise<readonly Row[]> {
  const rows: Row[] = []
  let cursor: unknown = ''
  do {
    const sign = path.includes('?') ? '&' : '?'
    const page: Row = await served.json(
      `${path}${cursor === '' ? '' : `${sign}${names.parameter}=${encodeURIComponent(String(cursor))}`}`,
    )
    rows.push(...(page[names.rows] as Row[]))
    cursor = page[names.cursor] ?? ''
  } while (cursor !== '')
  return rows
}

export const gammaPages = (
  served: Served,
  kind: 'events' | 'markets',
  query: string,
): Promise<readonly Row[]> =>
  allPages(served, `/gamma/${kind}/keyset?${query}`, {
    rows: kind,
    parameter: 'after_cursor',
    cursor: 'next_cursor',
  })

export const tradeApiPages = (
  served: Served,
  path: string,
  rows: string,
): Promise<readonly Row[]> =>
  allPages(served, `/trade-api/v2${path}`, { rows, parameter: 'cursor', cursor: 'cursor' })

/** Every trade of platform_a in [startS, endS]: a window whose answer is full is halved. */
export async function windowedTrades(
  served: Served,
  startS: number,
  endS: number,
  cap: number,
): Promise<readonly Row[]> {
  const rows = await served.json<Row[]>(
    `/data/trades?takerOnly=true&limit=${cap}&start=${startS}&end=${endS}`,
  )
  if (rows.length < cap) return rows
  if (startS === endS) throw new Error(`second ${startS} holds more than ${cap} rows`)
  const middle = Math.floor((startS + endS) / 2)
  return [
    ...(await windowedTrades(served, middle + 1, endS, cap)),
    ...(await windowedTrades(served, startS, middle, cap)),
  ]
}

/** Rows as a multiset, so that exact repeats count. */
export const sorted = (rows: readonly unknown[]): readonly string[] =>
  rows.map((row) => JSON.stringify(row)).sort()

export const common = <T>(one: Iterable<T>, other: Iterable<T>): readonly T[] => {
  const known = new Set(other)
  return [...new Set(one)].filter((item) => known.has(item))
}

export const missing = <T>(from: Iterable<T>, other: Iterable<T>): readonly T[] => {
  const known = new Set(from)
  return [...new Set(other)].filter((item) => !known.has(item))
}
