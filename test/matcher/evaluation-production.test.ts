// The evaluation uses the same data of a market as production: compares a line of a labelled set with the
// same market in the platform's format, mapped by the normalizer. Fields of live markets that the set does
// not have must not remove a link.
import { describe, expect, it } from '@jest/globals'
import { matcherInputsOf } from '../../bench/matching-quality/labelled-markets.ts'
import { parseLabelledSet } from '../../bench/matching-quality/labelled-set.ts'
import type { MatcherInput } from '../../services/matcher/matcher-input.ts'
import { createMatching } from '../../services/matcher/matching.ts'
import { toMatcherInput } from '../../services/matcher/to-matcher-input.ts'
import { marketIn, normalizeListed } from '../normalizer/records.ts'
import { game, toLines } from './labelled-events.ts'

/** In Gamma's format, under its event. */
function liveA(
  [eventSlug, eventTitle]: readonly [string, string],
  question: string,
  outcomes: readonly [string, string] = ['Yes', 'No'],
  conditionId = '0xa',
): MatcherInput {
  const body = {
    conditionId,
    question,
    slug: eventSlug,
    outcomes: JSON.stringify(outcomes),
    outcomePrices: '["0.5", "0.5"]',
    clobTokenIds: '["1", "2"]',
    active: true,
    closed: false,
    endDate: '2026-05-16T13:30:00Z',
  }
  const event = { id: '1', slug: eventSlug, title: eventTitle }
  return toMatcherInput(marketIn(normalizeListed('platform_a', 'market', body, event)))
}

/** In platform_b's format, under its event. `label`: distinguishes it from others with the same title. */
function liveB(
  [eventTicker, eventTitle]: readonly [string, string],
  code: string,
  title: string,
  label: string,
): MatcherInput {
  const body = {
    ticker: `${eventTicker}-${code}`,
    event_ticker: eventTicker,
    title,
    yes_sub_title: label,
    status: 'active',
    result: '',
    close_time: '2026-05-30T13:30:00Z',
  }
  const event = { event_ticker: eventTicker, title: eventTitle }
  return toMatcherInput(marketIn(normalizeListed('platform_b', 'market', body, event)))
}

describe('a market of the set equals the matcher input of production', () => {
  const [pair] = parseLabelledSet(toLines(game))
  const inputs = matcherInputsOf(pair ? [pair] : [])

  it('on platform_a', () => {
    const event = ['sea-bol-lec-2026-05-16', 'Bologna FC 1909 vs. US Lecce'] as const
    const live = liveA(event, 'Will US Lecce win on 2026-05-16?', ['Yes', 'No'], '0xlec')
    // the set has no outcomes
    expect({ ...live, outcomes: null }).toEqual(inputs.platform_a.get('0xlec'))
    expect(live).toMatchObject({ day: '2026-05-16', deadline: '2026-05-16' })
  })

  it('on platform_b, where the label is in the title', () => {
    const ticker = 'KXSERIEAGAME-26MAY16BOLLEC'
    const live = liveB([ticker, 'Bologna vs Lecce'], 'LEC', 'Bologna vs Lecce Winner?', 'Lecce')
    expect({ ...live, outcomes: null }).toEqual(inputs.platform_b.get(`${ticker}-LEC`))
    expect(live).toMatchObject({ day: '2026-05-16', deadline: '2026-05-30', subtitle: null })
  })

  it('and has no day that only the set contains', () => {
    const reported = structuredClone(game)
    reported.platform_b.event_ticker = 'KXSERIEAGAME-26'
    reported.platform_b.event_date = '2026-05-16'
    const { platform_b } = matcherInputsOf(parseLabelledSet(toLines(reported)))
    expect([...platform_b.values()].map(({ day }) => day)).toEqual([null, null, null])
  })
})

describe('with what live markets say beyond the set', () => {
  const epl = ['KXEPLTOTAL-26MAY16BURAVL', 'Burnley vs Aston Villa: Total Goals'] as const
  const eplA = [
    'epl-bur-avl-2026-05-16-more',
    'Burnley FC vs. Aston Villa FC - More Markets',
  ] as const
  const nba = ['KXNBAGAME-26MAY13CLEDET', 'Cleveland at Detroit'] as const
  const nbaA = ['nba-cle-det-2026-05-13', 'Cavaliers vs. Pistons'] as const
  const seat = ['HOUSENC1-26', 'NC-01 House winner?'] as const
  const seatA = ['nc-01-house-election-winner', 'NC-01 House Election Winner'] as const

  it.each<readonly [string, MatcherInput, MatcherInput, number | null]>([
    [
      'a draw',
      liveA(
        ['sea-bol-lec-2026-05-16', 'Bologna FC 1909 vs. US Lecce'],
        'Will Bologna FC 1909 vs. US Lecce end in a draw?',
      ),
      liveB(
        ['KXSERIEAGAME-26MAY16BOLLEC', 'Bologna vs Lecce'],
        'TIE',
        'Bologna vs Lecce Winner?',
        'Tie',
      ),
      0,
    ],
    [
      'over a line',
      liveA(eplA, 'Burnley FC vs. Aston Villa FC: O/U 2.5', ['Over', 'Under']),
      liveB(epl, '2', 'Will over 2.5 goals be scored?', 'Over 2.5 goals scored'),
      0,
    ],
    [
      'over another line',
      liveA(eplA, 'Burnley FC vs. Aston Villa FC: O/U 2.5', ['Over', 'Under']),
      liveB(epl, '3', 'Will over 3.5 goals be scored?', 'Over 3.5 goals scored'),
      null,
    ],
    [
      'a line that only the label tells',
      liveA(eplA, 'Burnley FC vs. Aston Villa FC: O/U 2.5', ['Over', 'Under']),
      liveB(epl, '2', 'Burnley vs Aston Villa: Totals', 'Over 2.5 goals scored'),
      0,
    ],
    [
      'the guest',
      liveA(nbaA, 'Cavaliers vs. Pistons', ['Cavaliers', 'Pistons']),
      liveB(nba, 'CLE', 'Cleveland at Detroit Winner?', 'Cleveland'),
      0,
    ],
    [
      'the host',
      liveA(nbaA, 'Cavaliers vs. Pistons', ['Cavaliers', 'Pistons']),
      liveB(nba, 'DET', 'Cleveland at Detroit Winner?', 'Detroit'),
      1,
    ],
    [
      'the host, named first by the outcomes only',
      liveA(nbaA, 'Cavaliers vs. Pistons', ['Pistons', 'Cavaliers']),
      liveB(nba, 'DET', 'Cleveland at Detroit Winner?', 'Detroit'),
      0,
    ],
    [
      'a spread of the second outcome',
      liveA(nbaA, 'Spread: Pistons (-4.5)', ['Pistons', 'Cavaliers']),
      liveB(
        ['KXNBASPREAD-26MAY13CLEDET', 'Cleveland at Detroit: Spread'],
        'DET4',
        'Detroit wins by over 4.5 Points?',
        'Detroit wins by over 4.5 Points',
      ),
      0,
    ],
    [
      'a party',
      liveA(seatA, 'Will the Democratic Party win the NC-01 House seat?'),
      liveB(seat, 'D', 'Will Democratic win the House race for NC-1?', 'Democratic party'),
      0,
    ],
    [
      'the other party',
      liveA(seatA, 'Will the Democratic Party win the NC-01 House seat?'),
      liveB(seat, 'R', 'Will Republican win the House race for NC-1?', 'Republican party'),
      null,
    ],
  ])('%s', (_, a, b, outcome) => {
    const matching = createMatching()
    matching.put(a)
    matching.put(b)
    expect(matching.linksOf(b.id)[0]?.outcomeIndex ?? null).toBe(outcome)
  })
})
