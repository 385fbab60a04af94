// Converts a record of the topic `markets` to the matcher input: the texts, dates and codes of a market.
import type { Market } from '../domain/market.ts'
import { splitQuestion } from '../domain/question.ts'
import { createTextPool } from '../lib/run/text-pool.ts'
import { parseId } from '../platforms/identity.ts'
import { dayInTicker, hasTickers, type MatcherInput } from './matcher-input.ts'

/**
 * The texts that the markets of an event have in common. The markets of an event are read one after the other, so a
 * small pool is enough.
 */
const toSharedText = createTextPool(10_000)
const dayInSlug = /(?<!\d)(20\d\d-[01]\d-[0-3]\d)(?!\d)/

export function toMatcherInput(market: Market): MatcherInput {
  const { id, platform, native_id: nativeId, question, slug, event_slug: eventSlug } = market
  const usesTickers = hasTickers(market)
  const eventNativeId = toSharedText(parseId(market.event_id ?? '')?.nativeId ?? '')
  const { title, subtitle } = usesTickers
    ? splitQuestion(question)
    : { title: question.trim(), subtitle: null }
  const day = usesTickers
    ? (dayInTicker(eventNativeId)?.day ?? null)
    : (dayInSlug.exec(slug)?.[1] ?? dayInSlug.exec(eventSlug ?? '')?.[1] ?? null)
  return {
    id,
    platform,
    nativeId,
    eventNativeId,
    title: toSharedText(title),
    subtitle: subtitle === null ? null : toSharedText(subtitle),
    eventTitle: toSharedText(market.event_title ?? ''),
    outcomes: labelsOf(market),
    day: day === null ? null : toSharedText(day),
    deadline: market.close_time === null ? null : toSharedText(toDay(market.close_time)),
  }
}

function toDay(unixSeconds: number): string {
  return new Date(unixSeconds * 1000).toISOString().slice(0, 10)
}

const yesAndNo = ['Yes', 'No'] as const

/** Returns the labels of the outcomes; the same array for all markets with the labels "Yes" and "No". */
function labelsOf({ outcomes }: Market): readonly string[] {
  const labels = outcomes.map(({ label }) => label)
  const isUsual = labels.length === 2 && labels.every((label, i) => label === yesAndNo[i])
  return isUsual ? yesAndNo : labels
}
