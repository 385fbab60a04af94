// Converts a record of the topic `markets` to the matcher input: the texts, dates and codes of a market.
import type { Market } from '../domain/market.ts'
import { splitQuestion } from '../domain/question.ts'
import { parseId } from '../platforms/identity.ts'
import { dayInTicker, hasTickers, type MatcherInput } from './matcher-input.ts'

const dayInSlug = /(?<!\d)(20\d\d-[01]\d-[0-3]\d)(?!\d)/

export function toMatcherInput(market: Market): MatcherInput {
  const { id, platform, native_id: nativeId, question, slug, event_slug: eventSlug } = market
  const usesTickers = hasTickers(market)
  const eventNativeId = parseId(market.event_id ?? '')?.nativeId ?? ''
  return {
    id,
    platform,
    nativeId,
    eventNativeId,
    ...(usesTickers ? splitQuestion(question) : { title: question.trim(), subtitle: null }),
    eventTitle: market.event_title ?? '',
    outcomes: labelsOf(market),
    day: usesTickers
      ? (dayInTicker(eventNativeId)?.day ?? null)
      : (dayInSlug.exec(slug)?.[1] ?? dayInSlug.exec(eventSlug ?? '')?.[1] ?? null),
    deadline: market.close_time === null ? null : toDay(market.close_time),
  }
}

function toDay(unixSeconds: number): string {
  return new Date(unixSeconds * 1000).toISOString().slice(0, 10)
}

const yesAndNo = ['Yes', 'No'] as const

/** Returns the labels of the outcomes; the same array for all markets with the usual labels. */
function labelsOf({ outcomes }: Market): readonly string[] {
  const labels = outcomes.map(({ label }) => label)
  const isUsual = labels.length === 2 && labels.every((label, i) => label === yesAndNo[i])
  return isUsual ? yesAndNo : labels
}
