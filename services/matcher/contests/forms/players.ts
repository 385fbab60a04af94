// What one player does: "Aaron Judge: 1+ home runs", "Tobias Harris: Assists O/U 1.5".
import { qualifiers, units } from '../../lexicon/contest-words.ts'
import { toName } from '../../names.ts'
import { splitWords } from '../../words.ts'
import { sideNamed } from '../sides.ts'
import { boundIn, tellingWordsIn, toStatistic } from '../wording.ts'
import { isTelling, withoutContest, type Said, type Text } from './form.ts'

/** "X: Anytime Goalscorer", "X to score a touchdown" */
const scorer =
  /^(.+?):? (anytime|to score an?|first) ?(goal|td|touchdown)?(?: ?scorer)?(?: of the (?:game|match))?$/
const scores =
  /^will (.+?) (?:score an?|hit an?|score the (first)) (goal|touchdown|home run)\b(.*)$/
const records =
  /^(?:will )?(.+?)(?::| to)? (?:record|have|score|get|hit|throw|make|rush for|pass for|grab)? ?(?=(?:over|at least|more than|\d+\+|\d+ or more|o\/u) ?\d*)(.+)$/

/** "Aaron Judge: 1+ home runs", "Tobias Harris: Assists O/U 1.5", "X: Anytime Goalscorer" */
export function player({ text, sides }: Text): Said | null {
  const once = scoredOnce(text)
  if (once) {
    if (
      notOnePlayer.test(once.name) ||
      !isPersonal(once.name) ||
      sideNamed(sides, once.name) !== null
    )
      return null
    return { measure: `player: ${once.what}`, player: toName(once.name), atLeast: 1 }
  }
  const colon = /^([^:@]+): (.+)$/.exec(text)
  const asked = /^will (.+?) (?:record|have|get) an? (double|triple)[- ]double$/.exec(
    withoutContest(text),
  )
  if (asked)
    return { measure: `player: ${asked[2]} double`, player: toName(asked[1] ?? ''), atLeast: 1 }
  const told = colon ?? records.exec(text)
  if (!told || notOnePlayer.test(told[1] ?? '') || sideNamed(sides, told[1] ?? '') !== null)
    return null
  const name = told[1] ?? ''
  const what = withoutContest(told[2] ?? '')
  const doubles = /^(?:to record an? )?(double|triple)[- ]doubles?$/.exec(what)
  if (doubles && colon && isPersonal(name))
    return { measure: `player: ${doubles[1]} double`, player: toName(name), atLeast: 1 }
  const bound = boundIn(what)
  if (!bound || !isPersonal(name)) return null
  const statistic = toStatistic(bound.rest)
  if (statistic === '' || /\d/.test(statistic) || statistic.split(' ').length > 4) return null
  return { measure: `player: ${statistic}`, player: toName(name), atLeast: bound.atLeast }
}

/** "Total", "1st half", "Boston wins by" and the like are no names. */
function isPersonal(name: string): boolean {
  const words = splitWords(name)
  return (
    tellingWordsIn(name).length > 0 &&
    !words.some((word) => units.has(word) || qualifiers.has(word))
  )
}

const notOnePlayer = /@@|\b(?:teams?|and|wins?|scores?|beats?)\b/

function scoredOnce(text: string): { readonly name: string; readonly what: string } | null {
  const listed = scorer.exec(text)
  const asked = listed ? null : scores.exec(text)
  if (!listed && (!asked || isTelling(withoutContest(asked[4] ?? '')))) return null
  const [, name = '', when, thing = when === 'anytime' ? 'goal' : null] = listed ?? asked ?? []
  if (thing === null) return null
  const what = thing === 'td' ? 'touchdown' : thing
  return { name, what: when === 'first' ? `first ${what}` : what }
}
