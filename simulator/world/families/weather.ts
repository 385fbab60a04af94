// Highest temperatures: brackets for a day and a city, the same on both platforms in different texts.
import { fraction, mix } from '../../random.ts'
import { dateTag, dayMs, easternHour, hourMs, longDate, shortDate, slugOf } from '../dates.ts'
import { createMeasure, type Interval, type Odds } from '../odds.ts'
import type { EventSpecA, EventSpecB, Family, MarketSpecA, MarketSpecB } from '../occasion.ts'

interface City {
  readonly name: string
  readonly short: string
  readonly code: string
  readonly usual: number
  readonly station: string
}

const cities: readonly City[] = [
  { name: 'New York City', short: 'NYC', code: 'NY', usual: 52, station: 'Central Park' },
  { name: 'Chicago', short: 'Chicago', code: 'CHI', usual: 44, station: 'Midway Airport' },
  { name: 'Miami', short: 'Miami', code: 'MIA', usual: 81, station: 'Miami International Airport' },
  { name: 'Austin', short: 'Austin', code: 'AUS', usual: 71, station: 'Bergstrom Airport' },
  { name: 'Los Angeles', short: 'LA', code: 'LAX', usual: 72, station: 'Los Angeles Airport' },
  {
    name: 'Denver',
    short: 'Denver',
    code: 'DEN',
    usual: 51,
    station: 'Denver International Airport',
  },
  {
    name: 'Philadelphia',
    short: 'Philadelphia',
    code: 'PHIL',
    usual: 53,
    station: 'Philadelphia Airport',
  },
  { name: 'Seattle', short: 'Seattle', code: 'SEA', usual: 49, station: 'Seattle-Tacoma Airport' },
]

export const weather: Family = (slot) => {
  const day = slot.startMs + dayMs
  const turn = Math.round(slot.startMs / dayMs)
  const wanted = Math.min(cities.length, Math.max(1, Math.round(2 * slot.size)))
  return Array.from({ length: wanted }, (_, n) => {
    const city = cities[(n + turn * wanted) % cities.length] as City
    const seed = mix(slot.seed, n)
    const centre = city.usual + Math.round(8 * (fraction(mix(seed, 1)) - 0.5))
    const low = centre - 4
    const decidedMs = easternHour(day, 17) + Math.round(fraction(mix(seed, 2)) * 4 * hourMs)
    const odds = createMeasure({
      seed,
      start: centre,
      swing: 6,
      intervals: brackets(low),
      decidedMs,
    })
    return {
      key: `weather/${city.code}/${dateTag(day + dayMs / 2)}`,
      number: slot.number(n),
      createdMs: easternHour(slot.startMs, 9),
      opensMs: easternHour(slot.startMs, 10),
      endsMs: easternHour(day, 24),
      decidedMs,
      popularity: 1.2,
      voided: false,
      a: specA(city, day + dayMs / 2, low, odds),
      // Some series still use tickers without the prefix KX: both spellings occur.
      b: [specB(city, day + dayMs / 2, low, odds, city.code === 'CHI' ? 'HIGH' : 'KXHIGH')],
    }
  })
}

/** Below `low`, four brackets of two degrees, `low + 8` and above. */
function brackets(low: number): readonly Interval[] {
  const middle = [0, 2, 4, 6].map((step) => ({ floor: low + step, cap: low + step + 2 }))
  return [{ floor: null, cap: low }, ...middle, { floor: low + 8, cap: null }]
}

function specA(city: City, noonMs: number, low: number, odds: Odds): EventSpecA {
  const date = longDate(noonMs)
  const place = slugOf(city.short)
  const rules = `This market will resolve to the temperature range that contains the highest temperature recorded at ${city.station} in degrees Fahrenheit on ${date}. The finalized daily climate report of the weather service is the source.`
  const markets = odds.result.map((_, leg): MarketSpecA => {
    const from = low + 2 * (leg - 1)
    const label =
      leg === 0
        ? `${low - 1}°F or below`
        : leg === 5
          ? `${low + 8}°F or higher`
          : `${from}-${from + 1}°F`
    const words = leg === 0 || leg === 5 ? `be ${label}` : `be between ${label}`
    return {
      proposition: { odds, leg },
      question: `Will the highest temperature in ${city.name} ${words} on ${date}?`,
      slug: `highest-temperature-in-${place}-on-${slugOf(shortDate(noonMs))}-${slugOf(label)}`,
      outcomes: ['Yes', 'No'],
      group: label,
      description: rules,
      kind: 'listed',
    }
  })
  return {
    slug: `highest-temperature-in-${place}-on-${slugOf(shortDate(noonMs))}`,
    title: `Highest temperature in ${city.short} on ${date}?`,
    description: rules,
    tags: ['Weather', 'Daily Temperature', city.short],
    series: {
      slug: `${place}-daily-weather`,
      title: `${city.short} Daily Weather`,
      recurrence: 'daily',
    },
    negRisk: true,
    source: 'https://www.weather.gov/wrh/climate',
    markets,
  }
}

function specB(city: City, noonMs: number, low: number, odds: Odds, prefix: string): EventSpecB {
  const ticker = `${prefix}${city.code}-${dateTag(noonMs)}`
  const date = shortDate(noonMs)
  const markets = odds.result.map((_, leg): MarketSpecB => {
    const from = low + 2 * (leg - 1)
    const [suffix, yes, strike] =
      leg === 0
        ? [`T${low}`, `${low - 1}° or below`, { type: 'less', cap: low }]
        : leg === 5
          ? [`T${low + 7}`, `${low + 8}° or above`, { type: 'greater', floor: low + 7 }]
          : [
              `B${from + 0.5}`,
              `${from}° to ${from + 1}°`,
              { type: 'between', floor: from, cap: from + 1 },
            ]
    return {
      proposition: { odds, leg },
      ticker: `${ticker}-${suffix}`,
      title: `Will the high temp in ${city.short} be ${leg === 0 ? `<${low}` : leg === 5 ? `>${low + 7}` : `${from}-${from + 1}`}° on ${date}?`,
      yes,
      no: yes,
      rules: `If the highest temperature recorded at ${city.station} for ${date} as reported by the National Weather Service's Climatological Report (Daily), is ${yes}, then the market resolves to Yes.`,
      strike,
    }
  })
  return {
    series: {
      ticker: `KXHIGH${city.code}`,
      title: `Highest temperature in ${city.short}`,
      category: 'Climate and Weather',
      frequency: 'daily',
      tags: ['Daily temperature'],
      source: { name: 'National Weather Service', url: 'https://forecast.weather.gov/product.php' },
    },
    ticker,
    title: `Highest temperature in ${city.short} on ${date}?`,
    subTitle: `On ${date}`,
    exclusive: true,
    rulesSecondary:
      'Not all weather data is the same. Only the named climatological report is used to settle this market.',
    parlay: false,
    markets,
  }
}
