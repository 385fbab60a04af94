// Numbers: totals, spreads and exact scores.
import { sideNamed, type Side } from '../sides.ts'
import { atLeastOver, boundIn, countedIn } from '../wording.ts'
import { isTelling, withoutNames, type Said, type Text } from './form.ts'

/** "Spread: Pistons (-11.5)", "Set Handicap: Pegula (-1.5) vs Masarova (+1.5)" */
export function handicap({ text, sides, isEsports, isTennis }: Text): Said | null {
  const found =
    /^(?:(.*?)[ :])?(?:spread|handicap):? (.+?) \(?([+-])(\d+(?:\.\d+)?)\)?(?: vs?\.? (.+?) \(?[+-][\d.]+\)?)?$/.exec(
      text,
    )
  const short = found ? null : /^()(.+?) \(?([+-])(\d+(?:\.\d+)?)\)?$/.exec(text)
  if (!found && !short) return null
  const [, before = '', name = '', sign, line, other = ''] = found ?? short ?? []
  const named = sideNamed(sides, name) ?? otherThan(sideNamed(sides, other))
  const { unit, others } = countedIn(
    before
      .replace('@@', '')
      .replace(/^map\b/, 'maps')
      .replace(/^set\b/, 'sets')
      .replace(/\bgame\b/, 'games'),
  )
  if (named === null || unit === 'mixed' || others.length > 0) return null
  // "A +1.5" pays when "B -1.5" does not
  const side = sign === '-' ? named : otherThan(named)
  const of = unit === 'games' && isEsports ? 'maps' : (unit ?? (isTennis ? 'games' : 'score'))
  return { measure: `spread of ${of}`, side, first: named, atLeast: atLeastOver(line) }
}

function otherThan(side: Side): Side
function otherThan(side: Side | null): Side | null
function otherThan(side: Side | null): Side | null {
  if (side === null) return null
  return side === 0 ? 1 : 0
}

/** "Boston wins by over 1.5 runs", "Will Spirit win the @@ match by more than 1.5 maps" */
export function winBy({ text, sides }: Text): Said | null {
  const found = /^(?:(.*): )?(?:will )?(?:the )?(.+?) (?:to )?wins? (.*?)\bby (.+)$/.exec(text)
  const bound = found ? boundIn(found[4] ?? '') : null
  if (!found || !bound) return null
  const { unit, others } = countedIn(
    `${found[1] ?? ''} ${found[3] ?? ''} ${bound.rest}`.replaceAll('@@', ''),
  )
  const side = sideNamed(sides, found[2] ?? '')
  if (side === null || unit === 'mixed' || others.length > 0) return null
  return { measure: `spread of ${unit ?? 'score'}`, side, first: side, atLeast: bound.atLeast }
}

/** "Exact Score: A 1 - 3 B", "Will Cleveland win 4-2 in the @@ series", "A wins 2-0" */
export function exactScore({ text, sides }: Text): Said | null {
  const both =
    /^(?:@@:? )?(?:(?:exact|correct) score:? )?(.+?) (\d{1,2}) ?[-:] ?(\d{1,2}) (.+)$/.exec(text)
  const [named, other] = [sideNamed(sides, both?.[1] ?? ''), sideNamed(sides, both?.[4] ?? '')]
  if (both && named !== null && other !== null && named !== other) {
    const [a, b] = [Number(both[2]), Number(both[3])]
    if (a === b) return { measure: `score ${a}-${b}` }
    return { measure: `score ${Math.max(a, b)}-${Math.min(a, b)}`, side: a > b ? named : other }
  }
  const level = /^(?:final score:? )?(?:tie|draw)s? (\d{1,2})-(\d{1,2})$/.exec(text)
  if (level && level[1] === level[2]) return { measure: `score ${level[1]}-${level[2]}` }
  const bare = /^(?:@@:? )?(.+?) (\d)-(\d)$/.exec(text)
  const barest = sideNamed(sides, bare?.[1] ?? '')
  if (
    bare &&
    barest !== null &&
    Number(bare[2]) > Number(bare[3]) &&
    !/^(?:will|.*\bwin)/.test(text)
  )
    return { measure: `score ${bare[2]}-${bare[3]}`, side: barest }
  const one =
    /^(?:.*: |final score:? )?(?:will )?(?:the )?(.+?) (?:to )?wins?(?: the| in the)?(?: @@)?(.*?) (\d{1,2})-(\d{1,2})\b(.*)$/.exec(
      text,
    )
  if (!one) return null
  const side = sideNamed(sides, one[1] ?? '')
  const [a, b] = [Number(one[3]), Number(one[4])]
  if (side === null || a <= b || isTelling(`${one[2] ?? ''} ${one[5] ?? ''}`)) return null
  return { measure: `score ${a}-${b}`, side }
}

/** "@@: O/U 2.5", "Over 2.5 goals scored", "Pistons Team Total: O/U 105.5" */
export function count({ text, sides, period, isEsports, isTennis }: Text): Said | null {
  const bound = boundIn(text)
  if (!bound) return null
  const { unit, others } = countedIn(bound.rest.replaceAll('@@', ' '))
  if (unit === 'mixed') return null
  const ofGames =
    isTennis || (!isEsports && /\bmatch o\/u\b/.test(text)) || period.startsWith('set')
  const of = isEsports && unit === 'games' ? 'maps' : (unit ?? (ofGames ? 'games' : 'score'))
  if (others.length === 0) {
    if (period === 'inning 1' && of === 'score' && bound.atLeast === 1) return { measure: 'a run' }
    return { measure: `total of ${of}`, atLeast: bound.atLeast }
  }
  const side = sideNamed(sides, others.join(' '))
  if (side === null || !others.every((word) => sides[side].parts.has(word))) return null
  return { measure: `total of ${of}`, side, atLeast: bound.atLeast }
}

const totals = /\btotals?\b/
const winners = /@@|\b(?:win|wins|winner|moneyline)\b/

/** The title of all markets of an event: "@@ Winner", "@@: Total Goals", "@@: Spread" */
export function openKind({ text, sides, isEsports }: Text): Said | null {
  const told = withoutNames(text.replaceAll('@@', ''), sides)
  const { unit, others } = countedIn(told)
  const words = others.join(' ')
  const of = isEsports && unit === 'games' ? 'maps' : (unit ?? 'score')
  if (/^spreads?$|^handicaps?$/.test(words)) return { measure: `spread of ${of}`, open: 'both' }
  if (words !== '' || unit === 'mixed') return null
  if (/\bteam totals?\b/.test(told)) return { measure: `total of ${of}`, open: 'both' }
  if (unit !== null || totals.test(told)) return { measure: `total of ${of}`, open: 'number' }
  return winners.test(text) ? { measure: 'winner', open: 'side' } : null
}
