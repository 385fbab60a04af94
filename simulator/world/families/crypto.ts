// Coins: daily "above" ladders on both platforms, and hourly "up or down" markets on platform_a alone.
import { fraction, mix } from '../../random.ts'
import {
  clockHour,
  dateTag,
  dayMs,
  easternHour,
  hourMs,
  hourTag,
  longDate,
  shortDate,
  slugOf,
  thousands,
} from '../dates.ts'
import { createMeasure, type Odds } from '../odds.ts'
import type {
  EventSpecA,
  EventSpecB,
  Family,
  MarketSpecA,
  MarketSpecB,
  Occasion,
  Slot,
} from '../occasion.ts'

interface Coin {
  readonly name: string
  readonly code: string
  readonly price: number
  readonly step: number
}

const coins: readonly Coin[] = [
  { name: 'Bitcoin', code: 'BTC', price: 96_000, step: 2_000 },
  { name: 'Ethereum', code: 'ETH', price: 3_200, step: 100 },
  { name: 'Solana', code: 'SOL', price: 140, step: 10 },
  { name: 'XRP', code: 'XRP', price: 24, step: 1 },
]

export const crypto: Family = (slot) => {
  const ladders = Math.min(coins.length, Math.max(1, Math.round(2 * slot.size)))
  const hours = Math.min(24, Math.max(1, Math.round(3 * slot.size)))
  return [
    ...Array.from({ length: ladders }, (_, n) => ladder(slot, n)),
    ...Array.from({ length: hours }, (_, n) => upOrDown(slot, ladders + n, n)),
  ]
}

function ladder(slot: Slot, n: number): Occasion {
  const coin = coins[n] as Coin
  const seed = mix(slot.seed, n)
  const decidedMs = easternHour(slot.startMs + dayMs, 17)
  const middle = coin.price + coin.step * Math.round(4 * (fraction(mix(seed, 1)) - 0.5))
  const strikes = [-2, -1, 0, 1, 2].map((step) => middle + step * coin.step)
  const odds = createMeasure({
    seed,
    start: middle + coin.step * (fraction(mix(seed, 2)) - 0.5),
    swing: 2.5 * coin.step,
    intervals: strikes.map((floor) => ({ floor, cap: null })),
    decidedMs,
  })
  return {
    key: `crypto/${coin.code}/${dateTag(decidedMs)}`,
    number: slot.number(n),
    createdMs: easternHour(slot.startMs, 11),
    opensMs: easternHour(slot.startMs, 12),
    endsMs: decidedMs,
    decidedMs,
    popularity: 2.5,
    voided: false,
    a: specA(coin, decidedMs, strikes, odds),
    b: [specB(coin, decidedMs, strikes, odds)],
  }
}

function specA(coin: Coin, endMs: number, strikes: readonly number[], odds: Odds): EventSpecA {
  const date = longDate(endMs)
  const rules = `This market will resolve to "Yes" if the ${coin.name} reference price at ${clockHour(endMs)} ET on ${date} is at or above the price in the title. Otherwise, this market will resolve to "No".`
  return {
    slug: `${slugOf(coin.name)}-above-on-${slugOf(shortDate(endMs))}`,
    title: `${coin.name} above ___ on ${date}, ${clockHour(endMs)} ET?`,
    description: rules,
    tags: ['Crypto', coin.name, 'Crypto Prices', 'Recurring'],
    series: {
      slug: `${coin.code.toLowerCase()}-multi-strikes-daily`,
      title: `${coin.name} multi strikes daily`,
      recurrence: 'daily',
    },
    negRisk: false,
    source: 'https://www.cfbenchmarks.com',
    markets: strikes.map((strike, leg): MarketSpecA => ({
      proposition: { odds, leg },
      question: `Will the price of ${coin.name} be $${thousands(strike)} or above on ${date}, ${clockHour(endMs)} ET?`,
      slug: `${slugOf(coin.name)}-above-${strike}-on-${slugOf(shortDate(endMs))}`,
      outcomes: ['Yes', 'No'],
      group: thousands(strike),
      description: rules,
      kind: 'listed',
    })),
  }
}

function specB(coin: Coin, endMs: number, strikes: readonly number[], odds: Odds): EventSpecB {
  const ticker = `KX${coin.code}D-${dateTag(endMs)}${hourTag(endMs)}`
  return {
    series: {
      ticker: `KX${coin.code}D`,
      title: `${coin.name} price Above/below`,
      category: 'Crypto',
      frequency: 'hourly',
      tags: [coin.code],
      source: { name: 'CF Benchmarks', url: 'https://www.cfbenchmarks.com' },
    },
    ticker,
    title: `${coin.name} price on ${shortDate(endMs)}?`,
    subTitle: `On ${shortDate(endMs)} at ${clockHour(endMs)} EST`,
    exclusive: false,
    rulesSecondary: `The price used is the average of the last sixty seconds before ${clockHour(endMs)} EST.`,
    parlay: false,
    markets: strikes.map((strike, leg): MarketSpecB => ({
      proposition: { odds, leg },
      ticker: `${ticker}-T${(strike - 0.01).toFixed(2)}`,
      title: `${coin.name} price on ${shortDate(endMs)} at ${clockHour(endMs)} EST?`,
      yes: `$${thousands(strike)} or above`,
      no: `$${thousands(strike)} or above`,
      rules: `If the simple average of the ${coin.name} Real-Time Index for the minute before ${clockHour(endMs)} EST is above ${(strike - 0.01).toFixed(2)} at ${clockHour(endMs)} EST on ${shortDate(endMs)}, then the market resolves to Yes.`,
      strike: { type: 'greater', floor: strike - 0.01 },
    })),
  }
}

function upOrDown(slot: Slot, n: number, turn: number): Occasion {
  const coin = coins[turn % 2] as Coin
  const startMs = easternHour(slot.startMs + dayMs, 9 + turn * 2)
  const endMs = startMs + hourMs
  const odds = createMeasure({
    seed: mix(slot.seed, n),
    start: 0,
    swing: 1,
    intervals: [{ floor: 0, cap: null }],
    decidedMs: endMs,
  })
  const words = `${longDate(startMs)}, ${clockHour(startMs)} ET`
  const slug = `${slugOf(coin.name)}-up-or-down-${slugOf(shortDate(startMs))}-${clockHour(startMs).toLowerCase()}-et`
  const description = `This market will resolve to "Up" if the close price is greater than or equal to the open price of the ${coin.code}/USDT 1 hour candle that begins on ${words}. Otherwise, this market will resolve to "Down".`
  return {
    key: `updown/${coin.code}/${dateTag(startMs)}/${clockHour(startMs)}`,
    number: slot.number(n),
    createdMs: startMs - 26 * hourMs,
    opensMs: startMs - 24 * hourMs,
    endsMs: endMs,
    decidedMs: endMs,
    popularity: 3,
    voided: false,
    a: {
      slug,
      title: `${coin.name} Up or Down - ${words}`,
      description,
      tags: ['Crypto', coin.name, 'Up or Down', 'Hide From New'],
      series: {
        slug: `${coin.code.toLowerCase()}-up-or-down-hourly`,
        title: `${coin.code} Up or Down Hourly`,
        recurrence: 'hourly',
      },
      negRisk: false,
      source: 'https://www.binance.com/en/trade/BTC_USDT',
      markets: [
        {
          proposition: { odds, leg: 0 },
          question: `${coin.name} Up or Down - ${words}`,
          slug,
          outcomes: ['Up', 'Down'],
          group: '',
          description,
          kind: 'listed',
        },
      ],
    },
    b: [],
  }
}
