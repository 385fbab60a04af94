// The completeness of the data of a market: a strip under the chart, on the same time axis, and the same in words.
import type { Completeness, DataQuality } from '../clients/typescript/src/client.ts'
import { formatDuration, formatMinute, formatSize } from './format.ts'
import { Time } from './parts.tsx'
import type { VisibleRange } from './price-drawing.ts'
import type { QualitySegment } from './series.ts'

const gapReasons: Readonly<Record<string, string>> = {
  unreachable: 'the platform could not be read; the service tries again every minute',
  truncated: 'the platform does not return more',
  volume: 'trades are missing according to the stated volume and are being read again',
  not_fetched: 'older trades were not requested before and are being fetched',
}

export function QualityStrip(props: {
  readonly segments: readonly QualitySegment[]
  readonly range: VisibleRange | null
}) {
  const { segments, range } = props
  if (!range || range.to <= range.from) return <div class="strip" aria-hidden="true" />
  const toPixels = (index: number): number =>
    // a candle is drawn around its position
    ((index - 0.5 - range.from) / (range.to - range.from)) * range.width
  return (
    <div class="strip" style={{ width: `${range.width}px` }} aria-hidden="true">
      {segments.map(({ quality, from, until }) => {
        const left = Math.max(0, toPixels(from))
        const right = Math.min(range.width, toPixels(until))
        if (right <= left) return null
        return (
          <span
            key={from}
            class={quality}
            style={{ left: `${left}px`, width: `${Math.max(2, right - left)}px` }}
          />
        )
      })}
    </div>
  )
}

export function QualityText(props: {
  readonly completeness: Completeness | null
  readonly audit: DataQuality | null
  readonly nowMs: number
}) {
  const { completeness, audit, nowMs } = props
  return (
    <div class="quality">
      <ul class="key">
        <li class="complete">complete</li>
        <li class="pending">after the watermark</li>
        <li class="gap">gap</li>
      </ul>
      {completeness && (
        <p>
          Every trade before <Time ms={completeness.complete_until_ms} /> UTC is known (
          {formatDuration(nowMs - completeness.complete_until_ms)} ago)
          {completeness.gaps.length === 0 ? '.' : ', except in these ranges:'}
        </p>
      )}
      {completeness && completeness.gaps.length > 0 && (
        <ul class="gaps">
          {completeness.gaps.map(({ from_ms: fromMs, until_ms: untilMs, reason }) => (
            <li key={`${fromMs} ${reason}`}>
              {fromMs <= 0 ? 'the beginning' : formatMinute(fromMs)} to {formatMinute(untilMs)}:{' '}
              {gapReasons[reason] ?? reason}
            </li>
          ))}
          {completeness.has_more_gaps && <li>and more</li>}
        </ul>
      )}
      {completeness?.history_not_requested && (
        <p>The quota of markets whose older trades are fetched is used up for today.</p>
      )}
      <p>{describeAudit(audit)}</p>
    </div>
  )
}

function describeAudit(audit: DataQuality | null): string {
  if (audit === null)
    return 'The trades were not yet compared with the volume that the platform states.'
  const until = `up to ${formatMinute(audit.audited_until * 1000)} UTC`
  if (audit.status === 'agrees') return `The trades add up to the stated volume ${until}.`
  const difference = `${formatSize(audit.difference)} ${audit.unit}`
  return audit.status === 'missing'
    ? `Of the stated volume ${until}, ${difference} are missing and are being fetched.`
    : `Of the stated volume ${until}, ${difference} are not explained by trades.`
}
