// Form parser for player statistics: "Aaron Judge: 1+ home runs", "Tobias Harris: Assists O/U 1.5". In its
// texts the marker `@@` stands for the two sides, "A vs B".
import { wordsAfterSideNames, unitByWord } from '../../lexicon/contest-words.ts'
import { toName } from '../../names.ts'
import { splitWords } from '../../words.ts'
import { sideByName } from '../sides.ts'
import { parseBound, significantWordsIn, normalizeStatistic } from '../wording.ts'
import {
  hasSignificantWords,
  withoutTrailingContestName,
  type FormReading,
  type FormInput,
} from './form.ts'

/** Labels of markets on a scorer: "X: Anytime Goalscorer", "X to score a touchdown". */
const scorerLabel =
  /^(.+?):? (anytime|to score an?|first) ?(goal|td|touchdown)?(?: ?scorer)?(?: of the (?:game|match))?$/
const scorerQuestion =
  /^will (.+?) (?:score an?|hit an?|score the (first)) (goal|touchdown|home run)\b(.*)$/
const statisticQuestion =
  /^(?:will )?(.+?)(?::| to)? (?:record|have|score|get|hit|throw|make|rush for|pass for|grab)? ?(?=(?:over|at least|more than|\d+\+|\d+ or more|o\/u) ?\d*)(.+)$/

/** Parses titles such as "Aaron Judge: 1+ home runs" and "X: Anytime Goalscorer" (at least one goal). */
export function parsePlayerStatistic({ text, sides }: FormInput): FormReading | null {
  const singleScore = parseSingleScore(text)
  if (singleScore) {
    if (
      notAPlayerPattern.test(singleScore.name) ||
      !couldBePlayer(singleScore.name) ||
      sideByName(sides, singleScore.name) !== null
    )
      return null
    return { measure: `player: ${singleScore.what}`, player: toName(singleScore.name), atLeast: 1 }
  }
  const colonMatch = /^([^:@]+): (.+)$/.exec(text)
  const doubleQuestionMatch = /^will (.+?) (?:record|have|get) an? (double|triple)[- ]double$/.exec(
    withoutTrailingContestName(text),
  )
  if (doubleQuestionMatch)
    return {
      measure: `player: ${doubleQuestionMatch[2]} double`,
      player: toName(doubleQuestionMatch[1] ?? ''),
      atLeast: 1,
    }
  const countMatch = colonMatch ?? statisticQuestion.exec(text)
  if (
    !countMatch ||
    notAPlayerPattern.test(countMatch[1] ?? '') ||
    sideByName(sides, countMatch[1] ?? '') !== null
  )
    return null
  const name = countMatch[1] ?? ''
  const what = withoutTrailingContestName(countMatch[2] ?? '')
  const doublesMatch = /^(?:to record an? )?(double|triple)[- ]doubles?$/.exec(what)
  if (doublesMatch && colonMatch && couldBePlayer(name))
    return { measure: `player: ${doublesMatch[1]} double`, player: toName(name), atLeast: 1 }
  const bound = parseBound(what)
  if (!bound || !couldBePlayer(name)) return null
  const statistic = normalizeStatistic(bound.remainingText)
  if (statistic === '' || /\d/.test(statistic) || statistic.split(' ').length > 4) return null
  return { measure: `player: ${statistic}`, player: toName(name), atLeast: bound.atLeast }
}

/** Whether a text may be the name of a player: false for texts such as "Total" and "1st half". */
function couldBePlayer(name: string): boolean {
  const words = splitWords(name)
  return (
    significantWordsIn(name).length > 0 &&
    !words.some((word) => unitByWord.has(word) || wordsAfterSideNames.has(word))
  )
}

const notAPlayerPattern = /@@|\b(?:teams?|and|wins?|scores?|beats?)\b/

/**
 * Parses questions that ask whether a player scores at least once. `what` is what is scored, such as `goal`.
 */
function parseSingleScore(text: string): { readonly name: string; readonly what: string } | null {
  const labelMatch = scorerLabel.exec(text)
  const questionMatch = labelMatch ? null : scorerQuestion.exec(text)
  if (
    !labelMatch &&
    (!questionMatch || hasSignificantWords(withoutTrailingContestName(questionMatch[4] ?? '')))
  )
    return null
  const [, name = '', when, scoredUnit = when === 'anytime' ? 'goal' : null] =
    labelMatch ?? questionMatch ?? []
  if (scoredUnit === null) return null
  const what = scoredUnit === 'td' ? 'touchdown' : scoredUnit
  return { name, what: when === 'first' ? `first ${what}` : what }
}
