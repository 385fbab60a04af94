// Recognizes placeholder markets. They are reserved for somebody who is not yet known ("Player AB") or stand
// for "any other". Their subject is unknown, so they match no market.
import { normalizeToPlainText } from '../words.ts'

const placeholderNouns =
  'player person candidate option fighter manager team driver company artist movie country party golfer pitcher coach club song film actor actress nominee city state other individual contestant album show horse rider author language name model'
    .split(' ')
    .join('|')

/** A noun with one or two capital letters: "player AB", "candidate K". */
const placeholderName = new RegExp(
  `(?<!\\p{L})(?:${placeholderNouns}) [A-Z]{1,2}(?![\\p{L}\\d.])`,
  'u',
)
/**
 * The first letter of a capitalized noun before one or two capital letters, as the P in "Player AB". It is made
 * lower-case before `placeholderName` is applied.
 */
const capitalizedKind = /(?<!\p{L})[A-Z](?=[a-z]{2,12} [A-Z]{1,2}(?!\p{L}))/gu
/** A single letter as the subject: "Will D win the AL-07 House seat?" */
const singleLetter = /^Will [A-Z] (?:win|be|finish|have|become|control)\b/
const anyOtherPattern = new RegExp(
  [
    `\\b(?:another|any other|other|someone|somebody) (?:${placeholderNouns}|else)\\b`,
    String.raw`\bnot listed\b`,
    String.raw`\bnone of the\b`,
    String.raw`\bwill (?:other|another|no ?(?:one|body)) `,
  ].join('|'),
)

export function isPlaceholder(text: string): boolean {
  const lowered = text.replaceAll(capitalizedKind, (letter) => letter.toLowerCase())
  return (
    placeholderName.test(lowered) ||
    singleLetter.test(text) ||
    anyOtherPattern.test(normalizeToPlainText(text))
  )
}
