// Markets that are kept for somebody who is not known yet, or for all the others. Nothing can be said
// of whom they are about, so they match nothing.
import { toPlain } from '../words.ts'

const kinds =
  'player person candidate option fighter manager team driver company artist movie country party golfer pitcher coach club song film actor actress nominee city state other individual contestant album show horse rider author language name model'
    .split(' ')
    .join('|')

/** "Player AB", "Candidate K"; the kind may be written large where a title begins with it. */
const keptPlace = new RegExp(`(?<!\\p{L})(?:${kinds}) [A-Z]{1,2}(?![\\p{L}\\d.])`, 'u')
const largeKind = /(?<!\p{L})[A-Z](?=[a-z]{2,12} [A-Z]{1,2}(?!\p{L}))/gu
/** "Will D win the AL-07 House seat?" */
const letterAlone = /^Will [A-Z] (?:win|be|finish|have|become|control)\b/
const anyOther = new RegExp(
  [
    `\\b(?:another|any other|other|someone|somebody) (?:${kinds}|else)\\b`,
    String.raw`\bnot listed\b`,
    String.raw`\bnone of the\b`,
    String.raw`\bwill (?:other|another|no ?(?:one|body)) `,
  ].join('|'),
)

export function isKeptForSomebody(text: string): boolean {
  const lowered = text.replaceAll(largeKind, (letter) => letter.toLowerCase())
  return keptPlace.test(lowered) || letterAlone.test(text) || anyOther.test(toPlain(text))
}
