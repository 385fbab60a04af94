// What is to be done, where the words for it are soft: to win, to get into the final, to run for it.
import type { Name } from '../names.ts'
import type { Action } from '../proposition.ts'
import { toPlain } from '../words.ts'

const last =
  'finals?|super bowl|world series|stanley cup|playoffs?|championship|title game|big game'

/** The first that fits is taken. */
const actions: readonly (readonly [RegExp, Action])[] = [
  [
    /\b(?:(?<!home )runs? for|(?<!home |most |score )run (?:in|as)\b|candidacy|enters? the|running for|(?:be|become|stand as) an? (?:[\p{L}-]+ ){0,3}candidate\b|on the (?:[\p{L}-]+ ){0,3}ballot|(?:announces?|launch(?:es)?|declares?) (?:an? |his |her |their )?(?:[\p{L}-]+ ){0,3}(?:campaign|bid|run)\b)/u,
    'run',
  ],
  [
    new RegExp(
      [
        String.raw`\b(?:advances? to|advance|qualif(?:y|ies)|clinch)\b`,
        String.raw`\b(?:reach(?:es)?|makes?|gets? to) (?:it to )?(?:the )?(?!cut\b)(?:[\p{L}\d-]+ ){0,4}(?:semi-?finals?|quarter-?finals?|post-?season|knockouts?|round|${last})\b`,
        String.raw`\b(?:plays?|appears?|competes?) in (?:the )?(?:[\p{L}\d-]+ ){0,4}(?:semi-?finals?|${last})\b`,
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

/** Of what stands behind the subject: verbs that mean more there than elsewhere. */
const verbs: readonly (readonly [RegExp, Action])[] = [
  [/^plays? for (?=.*\b(?:cup|title|championship|finals?)\b)/, 'advance'],
  [/^(?:makes?|be in) (?!an?\b|(?:the )?(?:cut|top)\b)/, 'advance'],
  [
    /^plays? (?:the )?(?:20\d\d )?(?:[\p{L}.-]+ ){0,3}(?:open|masters|championship|cup|tournament|wimbledon)\b/u,
    'play',
  ],
  // but "lead the MLB in home runs"
  [/^leads? (?!(?:[\p{L}\d-]+ ){0,5}in (?!20|the\b|group))/u, 'lead'],
]

function actionOfVerb(title: string, subject: Name | null): Action | null {
  const at = subject === null || !title.startsWith('Will ') ? -1 : title.indexOf(subject.text)
  if (subject === null || at < 0) return null
  const behind = toPlain(title.slice(at + subject.text.length).trimStart())
  return verbs.find(([form]) => form.test(behind))?.[1] ?? null
}

/** Of a title; who wins a primary is the nominee. */
export function actionOfTitle(
  title: string,
  subject: Name | null,
  plain: string,
  words: readonly string[],
): Action | null {
  return actionOfVerb(title, subject) ?? actionOf(plain, words)
}

export function actionOf(plain: string, words: readonly string[]): Action | null {
  const action = actions.find(([form]) => form.test(plain))?.[1] ?? null
  return action ?? (words.includes('nominee') ? 'win' : null)
}

const toBeWon =
  /\b(?:races?|elections?|elected|seats?|presidency|governorship|senate|house|governor|mayor|president|best|awards?|prize|oscars?|emmys?|grammys?|tonys?)\b/

/** "Win the Michigan Senate race" or "win Best Actor", but not "be the nominee for" either. */
export function isForItself(plain: string, words: readonly string[]): boolean {
  return !words.includes('nominee') && !words.includes('candidate') && toBeWon.test(plain)
}
