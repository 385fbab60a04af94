// The links of one state of all markets, and how they change with it.
import { describe, expect, it } from '@jest/globals'
import type { MatcherInput } from '../../services/matcher/matcher-input.ts'
import { createMatching } from '../../services/matcher/matching.ts'
import {
  drawn,
  everton,
  evertonWins,
  game,
  matched,
  ofGame,
  palace,
  palaceWins,
  tie,
  twoSided,
} from './one-game.ts'

describe('a game that can end in a draw', () => {
  it('is matched side by side, and its draw', () => {
    expect(matched(palaceWins, evertonWins, drawn, palace, everton, tie)).toEqual([
      `${palace.id} ${palaceWins.id}/0`,
      `${everton.id} ${evertonWins.id}/0`,
      `${tie.id} ${drawn.id}/0`,
    ])
  })

  it('is not one of two sides, whether its draw comes first or last, and is again without it', () => {
    const both = [`${palace.id} ${twoSided.id}/0`, `${everton.id} ${twoSided.id}/1`]
    expect(matched(twoSided, palace, everton)).toEqual(both)
    expect(matched(twoSided, palace, everton, tie)).toEqual([])
    expect(matched(tie, everton, palace, twoSided)).toEqual([])
    const other = ofGame('X', 'Tie')
    expect(matched(twoSided, palace, everton, other)).toEqual([])
    expect(matched(twoSided, palace, everton, other, { ...other, subtitle: 'Nobody' })).toEqual(
      both,
    )
  })

  it('still can when its draw is forgotten, until all of it is', () => {
    const matching = createMatching()
    for (const matcherInput of [twoSided, palace, tie]) matching.put(matcherInput)
    matching.forgetMarkets([tie.id])
    expect(matching.linksOf(palace.id)).toEqual([])
    matching.put(everton)
    expect(matching.linksOf(everton.id)).toEqual([])
    matching.forgetMarkets([palace.id])
    matching.put({ ...everton, title: 'Who wins?' })
    matching.put(palace)
    expect(matching.linksOf(palace.id)).toEqual([])
    matching.forgetMarkets([palace.id])
    matching.forgetMarkets([everton.id])
    matching.put(palace)
    expect(matching.linksOf(palace.id)[0]?.otherMarketId).toBe(twoSided.id)
  })
})

describe('ties', () => {
  const copyOf = (matcherInput: MatcherInput, nativeId: string): MatcherInput => ({
    ...matcherInput,
    nativeId,
    id: `${matcherInput.id.slice(0, 3)}${nativeId}`,
  })

  it('abstain: two markets of one title on either side', () => {
    expect(matched(palaceWins, copyOf(palaceWins, '0x9'), palace, tie)).toEqual([])
    const again = {
      ...copyOf(palace, 'KXEPLGAME-26MAY10CRYEVE-CRY2'),
      eventNativeId: palace.eventNativeId,
    }
    expect(matched(palaceWins, palace, again, tie)).toEqual([])
  })

  it('end when one of them asks something else, and begin when it asks the same', () => {
    const matching = createMatching()
    const copy = copyOf(palaceWins, '0x9')
    for (const matcherInput of [palaceWins, palace, tie]) matching.put(matcherInput)
    expect(matching.linksOf(palace.id)[0]?.otherMarketId).toBe(palaceWins.id)
    matching.takeAffectedMarkets()
    matching.put(copy)
    expect(matching.takeAffectedMarkets()).toContain(palace.id)
    expect(matching.linksOf(palace.id)).toEqual([])
    matching.put({ ...copy, title: `Will Crystal Palace FC win on 2026-05-11?` })
    expect(matching.takeAffectedMarkets()).toContain(palace.id)
    expect(matching.linksOf(palace.id)[0]?.otherMarketId).toBe(palaceWins.id)
  })

  it('of forty markets of one title are taken in at once', () => {
    const matching = createMatching()
    const forty = Array.from({ length: 40 }, (_, n) => copyOf(palaceWins, `0x9${n}`))
    const others = Array.from({ length: 40 }, (_, n) => ({
      ...copyOf(palace, `KXEPLGAME-26MAY10CRYEVE-CRY${n}`),
      eventNativeId: palace.eventNativeId,
    }))
    for (const matcherInput of [...forty, ...others, tie]) matching.put(matcherInput)
    expect(others.map(({ id }) => matching.linksOf(id)[0] ?? null)).toEqual(others.map(() => null))
  })
})

describe('taking in', () => {
  it('an equal matcher input changes nothing', () => {
    const matching = createMatching()
    for (const matcherInput of [palaceWins, palace, tie]) matching.put(matcherInput)
    matching.takeAffectedMarkets()
    for (const matcherInput of [palaceWins, palace, tie])
      matching.put(structuredClone(matcherInput))
    expect(matching.takeAffectedMarkets().size).toBe(0)
  })

  it('a question that changes withdraws its matches, and is matched again', () => {
    const matching = createMatching()
    for (const matcherInput of [palaceWins, palace, everton, tie]) matching.put(matcherInput)
    matching.takeAffectedMarkets()
    matching.put({ ...palaceWins, title: evertonWins.title })
    expect([...matching.takeAffectedMarkets()].toSorted()).toEqual(
      [palace.id, everton.id].toSorted(),
    )
    expect(matching.linksOf(palace.id)).toEqual([])
    expect(matching.linksOf(everton.id)[0]?.otherMarketId).toBe(palaceWins.id)
  })

  it('nothing of a placeholder', () => {
    expect(matched(game('0x5', ''), ofGame('X', ''), game('0x6', 'Person A'))).toEqual([])
  })
})

describe('forgetting', () => {
  it('leaves nothing of it, not even among the touched', () => {
    const matching = createMatching()
    for (const matcherInput of [palaceWins, palace, tie]) matching.put(matcherInput)
    matching.forgetMarkets([palace.id])
    matching.forgetMarkets([palace.id])
    expect(matching.takeAffectedMarkets()).not.toContain(palace.id)
    expect(matching.has(palace.id)).toBe(false)
    expect(matching.linksOf(palace.id)).toEqual([])
    expect(matching.explainPair(palaceWins.id, palace.id)).toBeNull()
    matching.put(palaceWins)
    expect(matching.takeAffectedMarkets().size).toBe(0)
  })

  it('of a market of platform_a touches what it matched', () => {
    const matching = createMatching()
    for (const matcherInput of [palaceWins, palace, tie]) matching.put(matcherInput)
    matching.takeAffectedMarkets()
    matching.forgetMarkets([palaceWins.id])
    expect([...matching.takeAffectedMarkets()]).toEqual([palace.id])
    expect(matching.linksOf(palace.id)).toEqual([])
  })
})

it('explains two markets of two platforms only', () => {
  const matching = createMatching()
  for (const matcherInput of [palaceWins, evertonWins, palace]) matching.put(matcherInput)
  expect(matching.explainPair(evertonWins.id, palace.id)?.score).toBe(0)
  expect(matching.explainPair(palaceWins.id, evertonWins.id)).toBeNull()
  expect(matching.explainPair(palaceWins.id, 'pb_unknown')).toBeNull()
})
