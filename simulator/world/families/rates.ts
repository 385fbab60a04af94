// Decisions of central banks, exclusive events on both platforms: announced every fourth day, open for
// eight days.
import { fraction, mix } from '../../random.ts'
import {
  dateTag,
  dayMs,
  easternHour,
  longDate,
  monthName,
  shortDate,
  slugOf,
  year,
} from '../dates.ts'
import { createChoice, type Odds } from '../odds.ts'
import type { EventSpecA, EventSpecB, Family, MarketSpecA, MarketSpecB } from '../occasion.ts'

const banks = [
  { short: 'Fed', name: 'the Federal Reserve', code: 'FED' },
  { short: 'Bank of England', name: 'the Bank of England', code: 'BOE' },
  { short: 'Bank of Canada', name: 'the Bank of Canada', code: 'CANADA' },
  { short: 'RBA', name: 'the Reserve Bank of Australia', code: 'RBA' },
] as const
type Bank = (typeof banks)[number]

const choices = [
  { a: 'No change', question: 'be no change in', b: 'Fed maintains rate', suffix: 'H0' },
  { a: '25 bps decrease', question: 'be a decrease of 25 bps in', b: 'Cut 25bps', suffix: 'C25' },
  {
    a: '50+ bps decrease',
    question: 'be a decrease of 50+ bps in',
    b: 'Cut >25bps',
    suffix: 'C26',
  },
  {
    a: '25+ bps increase',
    question: 'be an increase of 25+ bps in',
    b: 'Hike 25bps or more',
    suffix: 'H25',
  },
] as const

export const rates: Family = (slot) => {
  const turn = Math.round(slot.startMs / dayMs)
  if (turn % 4 !== 0) return []
  const wanted = Math.min(banks.length, Math.max(1, Math.round(slot.size)))
  return Array.from({ length: wanted }, (_, n) => {
    const bank = banks[(turn / 4 + n) % banks.length] ?? banks[0]
    const seed = mix(slot.seed, n)
    const endMs = easternHour(slot.startMs + 8 * dayMs, 14)
    const odds = createChoice({
      seed,
      strengths: [2, 1.2, -1.5, -2].map((base, leg) => base + fraction(mix(seed, leg + 1))),
      decidedMs: endMs,
    })
    return {
      key: `rates/${bank.code}/${dateTag(endMs)}`,
      number: slot.number(n),
      createdMs: easternHour(slot.startMs, 6),
      opensMs: easternHour(slot.startMs, 7),
      endsMs: endMs,
      decidedMs: endMs,
      popularity: 1,
      voided: false,
      a: specA(bank, endMs, odds),
      b: [specB(bank, endMs, odds)],
    }
  })
}

function specA(bank: Bank, endMs: number, odds: Odds): EventSpecA {
  const date = shortDate(endMs)
  const description = `This market will resolve to the number of basis points by which ${bank.name} changes its target rate at the meeting that ends on ${longDate(endMs)}, ${year(endMs)}. Changes between two options are rounded up to the nearest 25.`
  return {
    slug: `${slugOf(bank.short)}-decision-${slugOf(date)}`,
    title: `${bank.short} decision in ${monthName(endMs)}?`,
    description,
    tags: [
      'Economy',
      'Economic Policy',
      ...(bank.code === 'FED' ? ['Fed Rates', 'Fed'] : ['Global Rates']),
    ],
    series: {
      slug: slugOf(`${bank.short} rates`),
      title: `${bank.short} Rates`,
      recurrence: 'monthly',
    },
    negRisk: true,
    source: '',
    markets: choices.map((choice, leg): MarketSpecA => ({
      proposition: { odds, leg },
      question: `Will there ${choice.question} ${bank.short} interest rates after the ${monthName(endMs)} ${year(endMs)} meeting?`,
      slug: `${slugOf(choice.a)}-in-${slugOf(bank.short)}-interest-rates-after-${slugOf(date)}`,
      outcomes: ['Yes', 'No'],
      group: choice.a,
      description,
      kind: 'listed',
    })),
  }
}

function specB(bank: Bank, endMs: number, odds: Odds): EventSpecB {
  const ticker = `KX${bank.code}DECISION-${dateTag(endMs)}`
  return {
    series: {
      ticker: `KX${bank.code}DECISION`,
      title: `${bank.short} meeting`,
      category: 'Economics',
      frequency: 'custom',
      tags: ['Interest rates'],
      source: { name: bank.name, url: 'https://www.federalreserve.gov' },
    },
    ticker,
    title: `${bank.short} decision in ${monthName(endMs)} ${year(endMs)}?`,
    subTitle: `In ${monthName(endMs)}`,
    exclusive: true,
    rulesSecondary:
      'The change is measured against the upper bound of the target range before the meeting.',
    parlay: false,
    markets: choices.map((choice, leg): MarketSpecB => ({
      proposition: { odds, leg },
      ticker: `${ticker}-${choice.suffix}`,
      title: `Will ${bank.name} ${leg === 0 ? 'hold rates' : choice.b.toLowerCase()} at its ${monthName(endMs)} ${year(endMs)} meeting?`,
      yes: choice.b.replace('Fed', bank.short),
      no: choice.b.replace('Fed', bank.short),
      rules: `If ${bank.name} decides "${choice.b.replace('Fed', bank.short)}" at the meeting that ends on ${shortDate(endMs)}, then the market resolves to Yes.`,
      strike: { type: 'custom', custom: { Action: choice.suffix } },
    })),
  }
}
