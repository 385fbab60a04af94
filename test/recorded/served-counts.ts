// How many of the recorded objects are served, and why the others are not: the table in docs/platforms.md.
import type { Reason } from './expected-market.ts'
import { reasonOfA } from './expected-platform-a.ts'
import { reasonOfB } from './expected-platform-b.ts'
import { reasonOfRow } from './expected-wallets.ts'
import { childrenOf, type Json, type Recording, type Observation } from './recordings.ts'

type Platform = Recording['platform']

/** What became of the objects of one file, or of the markets nested in them. */
export interface Counts {
  readonly file: string
  readonly what: string
  readonly in: number
  readonly served: number
  readonly excluded: Readonly<Record<string, number>>
}

export function reasonOf(platform: Platform, market: Json): Reason | null {
  return platform === 'platform_a' ? reasonOfA(market) : reasonOfB(market)
}

export function eventSlugOf(platform: Platform, event: Json): string {
  return String(event[platform === 'platform_a' ? 'slug' : 'event_ticker'])
}

/** `shown`: slugs of the events of all markets that are served. */
export function eventReasonOf(
  platform: Platform,
  event: Json,
  shown: ReadonlySet<string>,
): Reason | 'no_market' | null {
  const parlay = platform === 'platform_b' ? reasonOfB(event) : null
  return parlay ?? (shown.has(eventSlugOf(platform, event)) ? null : 'no_market')
}

function tally(reasons: readonly (string | null)[]): Pick<Counts, 'in' | 'served' | 'excluded'> {
  const excluded: Record<string, number> = {}
  for (const reason of reasons) if (reason !== null) excluded[reason] = (excluded[reason] ?? 0) + 1
  return {
    in: reasons.length,
    served: reasons.filter((reason) => reason === null).length,
    excluded,
  }
}

/** Of the markets that are served: their first tokens, and the slugs of their events. */
export interface Shown {
  readonly firstTokens: ReadonlySet<string>
  readonly eventSlugs: ReadonlySet<string>
}

export function countsOf(recording: Recording, shown: Shown): readonly Counts[] {
  const { file, platform, kind, objects } = recording
  const line = (what: string, reasons: readonly (string | null)[]): Counts => ({
    file: file.replace(/\.json$/, ''),
    what,
    ...tally(reasons),
  })
  const marketReason = ({ json }: Observation) => reasonOf(platform, json)
  const eventReason = ({ json }: Observation) => eventReasonOf(platform, json, shown.eventSlugs)
  switch (kind) {
    case 'events': {
      const nested = objects.flatMap(childrenOf)
      return [
        line('events', objects.map(eventReason)),
        ...(nested.length > 0 ? [line('markets', nested.map(marketReason))] : []),
      ]
    }
    case 'named events':
      return [line('events', objects.map(eventReason))]
    case 'markets':
      return [line('markets', objects.map(marketReason))]
    case 'trades':
      return [
        line(
          'trades',
          objects.map(() => null),
        ),
      ]
    case 'activity':
      return [
        line(
          'rows',
          objects.map(({ json }) => reasonOfRow(json)),
        ),
      ]
    case 'books': {
      return [
        line(
          'books',
          objects.map(({ json }) => {
            if (platform === 'platform_b')
              return reasonOfB({ ticker: recording.bookTicker ?? json['ticker'] })
            return shown.firstTokens.has(String(json['asset_id'])) ? null : 'second_token'
          }),
        ),
      ]
    }
  }
}

const amount = ([what, count]: readonly [string, number]): string =>
  `${count} ${count === 1 ? what.replace(/s$/, '') : what}`

/** The table in docs/platforms.md: one line for each file. */
export function toLines(all: readonly Counts[]): string[] {
  return [...new Set(all.map(({ file }) => file))].toSorted().map((file) => {
    const parts = all.filter((one) => one.file === file)
    const given = sums(parts.map(({ what, in: count }) => [what, count]))
    const served = sums(parts.map(({ what, served: count }) => [what, count]))
    const excluded = sums(parts.flatMap((one) => Object.entries(one.excluded)))
    const cells = [
      given.map(amount),
      served.filter(([, count]) => count > 0).map(amount),
      excluded.map(([reason, count]) => `${count} \`${reason}\``),
    ]
    return `| ${[file, ...cells.map((cell) => cell.join(', ') || '–')].join(' | ')} |`
  })
}

function sums(all: readonly (readonly [string, number])[]): (readonly [string, number])[] {
  const found = new Map<string, number>()
  for (const [name, count] of all) found.set(name, (found.get(name) ?? 0) + count)
  return [...found]
}
