// Who or what comes out of a contest: winner, draw, who advances, how a fight ends.
import { nameScore, toName } from '../../names.ts'
import { sideNamed } from '../sides.ts'
import { isTelling, withoutContest, withoutNames, type Said, type Text } from './form.ts'

const ofSide: readonly RegExp[] = [
  /^(?:.*: )?will (?:the )?(.+?) (?:win|beat|defeat)\b(.*)$/,
  /^(.+?) (?:to (?:win|beat)|wins)\b(.*)$/,
  /^@@[^:]*: (.+?) (?:wins|to win)()$/,
  /^(?:@@:? )?(.+?) leading(?: at| after)?(?: the)?()$/,
]

/** "Will PSG win the Champions League": not the match, though it may be the final. */
const trophy =
  /\b(?:cup|championship|tournament|league|champions|title|finals?|open|masters|bracket)\b/
const ofContest = /@@|\b(?:match|game|fight|bout|contest)\b/

/** "Will Everton win on 2026-05-10", "@@ women's Pro Basketball game: Minnesota wins" */
export function winner({ text, sides, isTennis }: Text): Said | null {
  const day = /\bon (20\d\d-\d\d-\d\d)\b/.exec(text)
  const plain = day ? text.replace(day[0], '').trim() : text
  for (const pattern of ofSide) {
    const found = pattern.exec(plain)
    const side = found ? sideNamed(sides, found[1] ?? '') : null
    if (!found || side === null || nameScore(toName(found[1] ?? ''), sides[side]) < 0.45) continue
    // "@@: Round of 16 match", "@@: W15 Astana Final match": where it is played
    const told = isTennis ? (found[2] ?? '').replace(/@@: .* match$/, '@@') : (found[2] ?? '')
    const rest = withoutNames(told, sides)
    if (trophy.test(rest) && !ofContest.test(rest)) continue
    if (!isTelling(rest)) return { measure: 'winner', side, day: day?.[1] ?? null }
  }
  return null
}

export function draw({ text, sides }: Text): Said | null {
  const found = /\b(?:draw|tie)\b/.exec(text)
  const rest = text
    .replace(/\b(?:draw|tie)\b/, '')
    .replace(/\b(?:end|ends|result|finish|in a|tied)\b/g, '')
  if (!found || /@@ - /.test(text)) return null
  return isTelling(withoutNames(rest, sides)) ? null : { measure: 'draw' }
}

export function advance({ text, sides, period }: Text): Said | null {
  if (period !== 'all' && period !== 'series') return null
  // "qualify for the World Cup" may take more than this contest
  const named =
    /^(?:.*: )?will (?:the )?(.+?) (?:advance|progress|qualify(?! (?:for|to)\b))\b(.*)$/.exec(text)
  if (named) {
    const side = sideNamed(sides, named[1] ?? '')
    return side === null || isTelling(withoutContest(named[2] ?? ''))
      ? null
      : { measure: 'advance', side, period: 'all' }
  }
  const open =
    /\b(?:(?:who|team) (?:will )?(?:to )?(?:advances?|qualif(?:y|ies))|to (?:advance|qualify))\b/.exec(
      text,
    )
  return open && !isTelling(text.replace(open[0], ''))
    ? { measure: 'advance', period: 'all', open: 'side' }
    : null
}

export function bothScore({ text }: Text): Said | null {
  const found = /\bboth teams (?:to |will )?score\b|\bbtts\b/.exec(text)
  if (
    !found ||
    isTelling(
      text
        .replace(found[0], '')
        .replace(/[-:] ?btts$|\b(?:yes|a goal|at least (?:one|1)(?: goal)?(?: each)?)$/, ''),
    )
  )
    return null
  return { measure: 'both score' }
}

export function runInInning({ text, period }: Text): Said | null {
  if (period !== 'inning 1' || !/\bruns?\b/.test(text) || /\d/.test(text)) return null
  return isTelling(text.replace(/\bruns?\b/, '')) ? null : { measure: 'a run' }
}

export function toss({ text, sides }: Text): Said | null {
  if (!/\btoss\b/.test(text)) return null
  const named = /^will (?:the )?(.+?) win the (?:coin )?toss\b(.*)$/.exec(text)
  if (named) {
    const side = sideNamed(sides, named[1] ?? '')
    return side === null || isTelling(named[2] ?? '') ? null : { measure: 'toss', side }
  }
  return isTelling(text.replace(/\b(?:coin )?toss\b/, ''))
    ? null
    : { measure: 'toss', open: 'side' }
}

const methods: readonly (readonly [RegExp, string])[] = [
  [/\b(?:unanimous|split|majority) decision\b/, ''],
  [/\b(?:by|via|in an?) (?:t?ko(?:\/tko)? ?(?:,|\/|or) ?(?:tko,? ?(?:\/|or) ?)?dq)\b/, 'ko or dq'],
  [/\b(?:by|via|in an?) (?:t?ko ?(?:\/|or) ?t?ko|t?ko|knockout)\b/, 'ko'],
  [/\b(?:by|via) submission\b/, 'submission'],
  [/\b(?:by|via) (?:decision|points)\b/, 'decision'],
]

/** "Will the fight be won by submission", "Will X win the @@ UFC fight by Decision" */
export function method({ text, sides, period }: Text): Said | null {
  const found = methods.find(([pattern]) => pattern.test(text))
  if (!found || found[1] === '' || period !== 'all') return null
  const rest = text
    .replace(found[0], '')
    .replaceAll(/\b(?:either (?:competitor|fighter)|end|ends|be won)\b/g, '')
  const named = /^(?:will )?(?:the )?(.+?) (?:to )?(?:win|wins)\b(.*)$/.exec(rest)
  const side = named ? sideNamed(sides, named[1] ?? '') : null
  if (isTelling(side === null ? rest : (named?.[2] ?? ''))) return null
  return { measure: `won by ${found[1]}`, side }
}

export function distance({ text }: Text): Said | null {
  const found = /\b(?:goes|go|to go) (?:the )?(?:full )?distance\b/.exec(text)
  return found && !isTelling(text.replace(found[0], '')) ? { measure: 'distance' } : null
}
