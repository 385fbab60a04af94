// Recognizes six actions in a title: win, advance, run for office, play, score, lead. The verbs for them are
// stop words, which are not compared word by word, so the action is compared instead.
import type { Name } from '../names.ts'
import type { Action } from '../proposition.ts'
import { normalizeToPlainText } from '../words.ts'

/** The last rounds of a competition, as part of a regular expression. */
const finalRoundPattern =
  'finals?|super bowl|world series|stanley cup|playoffs?|championship|title game|big game'

/** In order of precedence: the first pattern that matches is used. */
const actionPatterns: readonly (readonly [RegExp, Action])[] = [
  [
    /\b(?:(?<!home )runs? for|(?<!home |most |score )run (?:in|as)\b|candidacy|enters? the|running for|(?:be|become|stand as) an? (?:[\p{L}-]+ ){0,3}candidate\b|on the (?:[\p{L}-]+ ){0,3}ballot|(?:announces?|launch(?:es)?|declares?) (?:an? |his |her |their )?(?:[\p{L}-]+ ){0,3}(?:campaign|bid|run)\b)/u,
    'run',
  ],
  [
    new RegExp(
      [
        String.raw`\b(?:advances? to|advance|qualif(?:y|ies)|clinch)\b`,
        String.raw`\b(?:reach(?:es)?|makes?|gets? to) (?:it to )?(?:the )?(?!cut\b)(?:[\p{L}\d-]+ ){0,4}(?:semi-?finals?|quarter-?finals?|post-?season|knockouts?|round|${finalRoundPattern})\b`,
        String.raw`\b(?:plays?|appears?|competes?) in (?:the )?(?:[\p{L}\d-]+ ){0,4}(?:semi-?finals?|${finalRoundPattern})\b`,
        String.raw`\b(?:win|get|clinch|secure|earn|take)s? (?:a|the last|the final) (?:[\p{L}-]+ )?(?:spot|place|berth) (?:in|at|on)\b`,
        String.raw`\bfinals? matchup|playoff qualifiers`,
      ].join('|'),
      'u',
    ),
    'advance',
  ],
  [
    /\b(?:(?<!best |new )plays?|participates?|competes?|appears?|takes? part) (?:in|at|against)\b/,
    'play',
  ],
  [/\bscores? (?:an?|any|in|at(?! least| most| or)|against|during)\b/, 'score'],
  [
    /\bleads? (?:at|after|through|entering|going into)\b|\b(?:take|hold|have|be in)s? the lead\b/,
    'lead',
  ],
  [
    /\b(?:wins?|won|winner|champions?|championship|title holder|(?:re-?)?elected|(?:finish|come) (?:first|1st))\b/,
    'win',
  ],
]

/** Patterns for the verb directly after the subject. Elsewhere in a title these words are ambiguous. */
const verbAfterSubjectPatterns: readonly (readonly [RegExp, Action])[] = [
  [/^plays? for (?=.*\b(?:cup|title|championship|finals?)\b)/, 'advance'],
  [/^(?:makes?|be in) (?!an?\b|(?:the )?(?:cut|top)\b)/, 'advance'],
  [
    /^plays? (?:the )?(?:20\d\d )?(?:[\p{L}.-]+ ){0,3}(?:open|masters|championship|cup|tournament|wimbledon)\b/u,
    'play',
  ],
  // "leads the race" means the action; "leads the MLB in home runs" does not
  [/^leads? (?!(?:[\p{L}\d-]+ ){0,5}in (?!20|the\b|group))/u, 'lead'],
]

/** Returns the action that the verb directly after the subject expresses, or null. */
function actionOfVerb(title: string, subject: Name | null): Action | null {
  const at = subject === null || !title.startsWith('Will ') ? -1 : title.indexOf(subject.text)
  if (subject === null || at < 0) return null
  const afterSubject = normalizeToPlainText(title.slice(at + subject.text.length).trimStart())
  return verbAfterSubjectPatterns.find(([pattern]) => pattern.test(afterSubject))?.[1] ?? null
}

/**
 * Returns the action that a title expresses: by the verb after the subject or, if this verb expresses none, anywhere in
 * the title. `plainText` is the title as plain text, `words` are its canonical words.
 */
export function actionOfTitle(
  title: string,
  subject: Name | null,
  plainText: string,
  words: readonly string[],
): Action | null {
  return actionOfVerb(title, subject) ?? actionOf(plainText, words)
}

/** Returns the action that a plain text expresses anywhere. A text about a nominee means the action "win". */
export function actionOf(plainText: string, words: readonly string[]): Action | null {
  const action = actionPatterns.find(([pattern]) => pattern.test(plainText))?.[1] ?? null
  return action ?? (words.includes('nominee') ? 'win' : null)
}

const officeOrPrize =
  /\b(?:races?|elections?|elected|seats?|presidency|governorship|senate|house|governor|mayor|president|best|awards?|prize|oscars?|emmys?|grammys?|tonys?)\b/

/**
 * Whether the title asks who gets an office or a prize: true for "win the Michigan Senate race" and "win Best
 * Actor", false for "be the nominee for Best Actor".
 */
export function asksForFinalWinner(plainText: string, words: readonly string[]): boolean {
  return !words.includes('nominee') && !words.includes('candidate') && officeOrPrize.test(plainText)
}
