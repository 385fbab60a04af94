// Numbers and times as the pages show them. All times are UTC, as in the API.

const twoDecimals = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})
const oneDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 4 })

/** Cents with at least one decimal, and all that the price has: `53.0¢`, `43.75¢`. */
export function formatPrice(price: number): string {
  return `${formatCents(price)}¢`
}

/** The API has 0 for a bid that does not exist. */
export function formatBid(price: number): string {
  return price === 0 ? '–' : formatPrice(price)
}

/** The API has 1 for an ask that does not exist. */
export function formatAsk(price: number): string {
  return price === 1 ? '–' : formatPrice(price)
}

/** Cents with a sign: `+1.5¢`, `−0.4¢`, `0.0¢`. */
export function formatDifference(difference: number): string {
  const text = formatCents(Math.abs(difference))
  if (Number(text) === 0) return `${text}¢`
  return `${difference < 0 ? '−' : '+'}${text}¢`
}

function formatCents(price: number): string {
  // the product has an error in the last binary digits: 0.07 * 100 is 7.000000000000001
  const cents = Number((price * 100).toFixed(4))
  const decimals = /\.(\d+)/.exec(String(cents))?.[1]?.length ?? 0
  return cents.toFixed(Math.max(1, decimals))
}

/** Below 10,000 with at most one decimal; from 10,000 on abbreviated: `12.35K`. */
export function formatSize(size: number): string {
  return Math.abs(size) < 10_000 ? oneDecimal.format(size) : compact.format(size)
}

/** Up to $9,999.99 in dollars and cents, above that in short: `$12.35K`. */
export function formatDollars(dollars: number): string {
  const amount = Math.abs(dollars)
  const text = amount < 10_000 ? twoDecimals.format(amount) : compact.format(amount)
  return `${dollars < 0 ? '−' : ''}$${text}`
}

export function formatPercent(percent: number): string {
  return `${percent < 0 ? '−' : ''}${oneDecimal.format(Math.abs(percent))}%`
}

/** `2026-11-26 18:40:03`. */
export function formatTime(ms: number): string {
  const text = isoOf(ms)
  return text === null ? 'unknown' : text.slice(0, 19).replace('T', ' ')
}

/** `2026-11-26 18:40`. */
export function formatMinute(ms: number): string {
  return formatTime(ms).slice(0, 16)
}

/** `18:40:03` on the day of `nowMs`, else with the date. */
export function formatClock(ms: number, nowMs: number): string {
  const text = formatTime(ms)
  return text.slice(0, 10) === formatTime(nowMs).slice(0, 10) ? text.slice(11) : text.slice(5)
}

/** `45 s`, `12 min`, `3 h`, `2 d`: the largest unit that fits, rounded down. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`
  return `${Math.floor(seconds / 86_400)} d`
}

/** The value of a field of the type `datetime-local`, read as UTC. */
export function toMomentField(ms: number): string {
  return isoOf(ms)?.slice(0, 19) ?? ''
}

/** Unix milliseconds; null if the text is not a time. */
export function parseMomentField(text: string): number | null {
  const ms = Date.parse(`${text}Z`)
  return Number.isNaN(ms) ? null : ms
}

/** `some_platform` as `Some Platform`. */
export function formatPlatform(platform: string): string {
  return platform
    .split('_')
    .map((word) =>
      word.length === 1 ? word.toUpperCase() : word[0]?.toUpperCase() + word.slice(1),
    )
    .join(' ')
}

/** `0x1234…abcd`. Texts that are short enough stay as they are. */
export function shorten(text: string, length = 14): string {
  if (text.length <= length) return text
  return `${text.slice(0, Math.ceil(length / 2) - 1)}…${text.slice(-Math.floor(length / 2) + 1)}`
}

function isoOf(ms: number): string | null {
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
