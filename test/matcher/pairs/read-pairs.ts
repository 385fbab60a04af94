// Tables of pairs, as they are written in the files beside this one.
//
//   b KXEPLGAME-26MAY10CRYEVE -CRY | Crystal Palace vs Everton | Crystal Palace vs Everton Winner? | draw
//   same 2026-05-10 | Crystal Palace FC vs. Everton FC | Will Crystal Palace FC win on 2026-05-10?
//   no   2026-05-11 | ...                              # why
//
// A market of platform_b (event ticker, rest of the ticker or `.`, title of the event, title), and the
// markets of platform_a that it is compared with: what should come of it, day or `-`, title of the
// event, title. Behind these, in any order: `sub: <subtitle>`, `of: <outcome>; <outcome>`,
// `by: <deadline>`, and `draw` where platform_b lists a draw. What comes of it: `same` (platform_a's
// first outcome, high), `second` (its second one, high), `medium` (its first, 70 to 85), `no`, and
// `no:window` where only that dimension speaks against it.
import type { MatcherInput } from '../../../services/matcher/matcher-input.ts'

export type Expected = 'same' | 'second' | 'medium' | 'no'

export interface Pair {
  readonly a: MatcherInput
  readonly b: MatcherInput
  readonly canDraw: boolean
  readonly expected: Expected
  /** The only dimension in which the two may differ; null if they may differ in any. */
  readonly dimension: string | null
  readonly line: string
}

export function readPairs(text: string): readonly Pair[] {
  const pairs: Pair[] = []
  let b: { readonly matcherInput: MatcherInput; readonly canDraw: boolean } | null = null
  for (const line of text.split('\n').map((l) => l.replace(/(?:^|\s+)#\s.*$/, '').trim())) {
    if (line === '') continue
    const [head = '', eventTitle = '', title = '', ...more] = line.split('|').map((p) => p.trim())
    const [word = '', ...ids] = head.split(/\s+/)
    const [kind = '', dimension = null] = word.split(':')
    if (kind === 'b') {
      const [event = '', suffix = '.'] = ids
      const nativeId = suffix === '.' ? event : `${event}${suffix}`
      b = {
        matcherInput: {
          ...toMatcherInput(eventTitle, title, more),
          id: `pb_${nativeId}`,
          platform: 'platform_b',
          nativeId,
          eventNativeId: event,
          day: null,
        },
        canDraw: more.includes('draw'),
      }
      continue
    }
    if (b === null || !isExpected(kind)) throw new Error(`not a pair: ${line}`)
    const a: MatcherInput = {
      ...toMatcherInput(eventTitle, title, more),
      id: 'pa_0x1',
      platform: 'platform_a',
      nativeId: '0x1',
      eventNativeId: '1',
      day: ids[0] === '-' ? null : (ids[0] ?? null),
    }
    pairs.push({
      a,
      b: b.matcherInput,
      canDraw: b.canDraw,
      expected: kind,
      dimension,
      line: `${b.matcherInput.nativeId} ${line}`,
    })
  }
  return pairs
}

function toMatcherInput(eventTitle: string, title: string, more: readonly string[]) {
  const field = (name: string): string | null =>
    more.find((part) => part.startsWith(`${name}: `))?.slice(name.length + 2) ?? null
  return {
    title,
    eventTitle,
    subtitle: field('sub'),
    outcomes: field('of')?.split('; ') ?? null,
    deadline: field('by'),
  }
}

function isExpected(word: string): word is Expected {
  return word === 'same' || word === 'second' || word === 'medium' || word === 'no'
}
