// False lists of trades with status 200, for the proxy between a service and the simulator: empty, outdated,
// truncated and reordered lists, and rows that appear minutes late.
//
// Only lists that fit one page are changed. In the pages of platform_a, offsets count the rows that the proxy
// removes, so that later pages would lack rows that nobody meant to remove.
import type { ProxyAnswer } from '../e2e/tampering-proxy.ts'

export type ListPlatform = 'platform_a' | 'platform_b'

export interface ListFault {
  readonly kind: 'empty' | 'stale-date' | 'stale-age' | 'truncated' | 'reordered'
  readonly platform: ListPlatform
  readonly forMs: number
  /** Fraction of the lists that are false. */
  readonly share: number
  /** How old outdated lists are when the fault begins. */
  readonly agoMs: number
}

export interface ListFaults {
  /** Replaces the fault of the same platform. */
  begin(fault: ListFault): void
  /**
   * Hides every second trade of platform_b that happens within `forMs` from now, until the platform's clock is
   * `lateMs` past the trade.
   */
  withhold(forMs: number, lateMs: number): void
  /** Ends all faults. */
  end(): void
  readonly answerFor: (path: string, answer: ProxyAnswer) => ProxyAnswer
  /**
   * Whether a trade was hidden in a way that only the comparison with stated volumes shows
   * (docs/decisions/017-double-entry.md).
   */
  mayBeMissing(nativeTradeId: string): boolean
  readonly counts: { changedLists: number; hiddenRows: number }
}

export interface ListFaultsOptions {
  /** The platforms' clock. */
  readonly now: () => number
  /** In [0, 1). */
  readonly random: () => number
  /** Whether histories of markets are truncated, too: only an audit finds out. */
  readonly truncatesHistories: boolean
}

type Row = Readonly<Record<string, unknown>>

interface TradeListPath {
  readonly platform: ListPlatform
  /** Of one or several markets, not of all. */
  readonly isHistory: boolean
  readonly isFirstPage: boolean
  readonly limit: number
}

/** Before the poller has published a row of a tape, it has nothing with which it can compare a list. */
const provenAfterMs = 10_000
/** So long after a known trade was returned, the poller believes empty histories (decision 014, rule 7). */
const believedMs = 6_000

export function createListFaults(options: ListFaultsOptions): ListFaults {
  const { now, random, truncatesHistories } = options
  const active = new Map<ListPlatform, ListFault & { sinceMs: number; cutoffMs: number }>()
  const windows: { fromMs: number; untilMs: number; lateMs: number }[] = []
  const hidden = new Set<string>()
  const tapeSeenAtMs = new Map<ListPlatform, number>()
  /** When a list with rows was last returned as it was. */
  const trueListAtMs = new Map<ListPlatform, number>()
  const counts = { changedLists: 0, hiddenRows: 0 }

  function hide(row: Row): void {
    if (!hidden.has(idOf(row))) counts.hiddenRows += 1
    hidden.add(idOf(row))
  }

  function isWithheld(row: Row): boolean {
    const timeMs = timeOf(row)
    const isSecond = Number.parseInt(idOf(row).slice(0, 2), 16) % 2 === 0
    return windows.some(
      ({ fromMs, untilMs, lateMs }) =>
        isSecond && timeMs >= fromMs && timeMs < untilMs && now() < timeMs + lateMs,
    )
  }

  function noteTrueList({ platform }: TradeListPath, { rows }: { readonly rows: readonly Row[] }) {
    if (rows.length > 0) trueListAtMs.set(platform, performance.now())
  }

  function withoutWithheld(rows: readonly Row[]): readonly Row[] {
    return rows.filter((row) => {
      if (!isWithheld(row)) return true
      hide(row)
      return false
    })
  }

  function activeFault({ platform, isHistory }: TradeListPath) {
    const fault = active.get(platform)
    if (!fault) return null
    const elapsedMs = performance.now() - fault.sinceMs
    if (elapsedMs >= fault.forMs || random() >= fault.share) return null
    const seenAtMs = tapeSeenAtMs.get(platform) ?? Infinity
    if (!isHistory) return performance.now() - seenAtMs >= provenAfterMs ? fault : null
    // An empty history is believed while other lists are returned as they are.
    if (fault.kind === 'empty') {
      const isBelieved = performance.now() - (trueListAtMs.get(platform) ?? 0) <= believedMs
      return fault.share === 1 && elapsedMs > believedMs && !isBelieved ? fault : null
    }
    // On platform_a, an audit does not see small differences.
    if (fault.kind === 'truncated')
      return truncatesHistories && platform === 'platform_b' ? fault : null
    return fault
  }

  function changed(
    fault: ListFault & { cutoffMs: number },
    list: TradeListPath,
    rows: readonly Row[],
  ): { readonly rows: readonly Row[]; readonly headers?: Record<string, string> } {
    const asOfMs = Math.floor(Math.min(fault.cutoffMs, now()) / 1000) * 1000
    const older = (): readonly Row[] => rows.filter((row) => timeOf(row) < asOfMs)
    switch (fault.kind) {
      case 'empty':
        return { rows: [] }
      case 'stale-date':
        return { rows: older(), headers: { date: new Date(asOfMs).toUTCString() } }
      case 'stale-age':
        return { rows: older(), headers: { age: `${Math.ceil((now() - asOfMs) / 1000)}` } }
      case 'truncated': {
        // Newest first. Without its newest rows, a list is not false: it may be as old as that.
        const kept = Math.ceil(rows.length / 2)
        if (list.isHistory) for (const row of rows.slice(kept)) hide(row)
        return { rows: rows.slice(0, kept) }
      }
      case 'reordered':
        return { rows: rows.toReversed() }
    }
  }

  return {
    counts,
    begin: (fault) =>
      void active.set(fault.platform, {
        ...fault,
        sinceMs: performance.now(),
        cutoffMs: now() - fault.agoMs,
      }),
    withhold: (forMs, lateMs) =>
      void windows.push({ fromMs: now(), untilMs: now() + forMs, lateMs }),
    end() {
      active.clear()
      windows.length = 0
    },
    mayBeMissing: (id) => hidden.has(id),
    answerFor(path, answer) {
      const list = parsePath(path)
      if (list === null || answer.status !== 200) return answer
      const page = parsePage(answer.body)
      if (page === null) return answer
      const isWhole = list.isFirstPage && page.isLast && page.rows.length < list.limit
      if (!isWhole) {
        noteTrueList(list, page)
        return answer
      }
      const fault = activeFault(list)
      const rows = list.platform === 'platform_b' ? withoutWithheld(page.rows) : page.rows
      if (
        !list.isHistory &&
        page.rows.length > 0 &&
        fault === null &&
        !tapeSeenAtMs.has(list.platform)
      )
        tapeSeenAtMs.set(list.platform, performance.now())
      if (fault === null) noteTrueList(list, page)
      const result = fault ? changed(fault, list, rows) : { rows }
      if (fault) counts.changedLists += 1
      if (!fault && rows.length === page.rows.length) return answer
      const headers = { ...answer.headers, ...result.headers }
      return { ...answer, headers, body: page.withRows(result.rows) }
    },
  }
}

function parsePath(path: string): TradeListPath | null {
  const { pathname, searchParams: query } = new URL(path, 'http://proxy')
  const limit = Number(query.get('limit') ?? 100)
  if (pathname === '/data/trades')
    return {
      platform: 'platform_a',
      isHistory: query.has('market'),
      isFirstPage: Number(query.get('offset') ?? 0) === 0,
      limit,
    }
  if (/\/(markets|historical)\/trades$/.test(pathname))
    return {
      platform: 'platform_b',
      isHistory: query.has('ticker'),
      isFirstPage: !query.get('cursor'),
      limit,
    }
  return null
}

/** null: not a list, because the simulator has injected a fault of its own. */
function parsePage(body: string) {
  try {
    const json = JSON.parse(body) as unknown
    if (Array.isArray(json))
      return {
        rows: json as readonly Row[],
        isLast: true,
        withRows: (rows: readonly Row[]) => JSON.stringify(rows),
      }
    const { trades, cursor } = json as { trades?: readonly Row[] | null; cursor?: string | null }
    if (!trades) return null
    return {
      rows: trades,
      isLast: !cursor,
      withRows: (rows: readonly Row[]) => JSON.stringify({ ...(json as object), trades: rows }),
    }
  } catch {
    return null
  }
}

/** platform_b's id of a trade; trades of platform_a have none and are never hidden for long. */
const idOf = (row: Row): string => String(row['trade_id'])

function timeOf({ timestamp, created_time: created }: Row): number {
  return typeof timestamp === 'number' ? timestamp * 1000 : Date.parse(String(created))
}
