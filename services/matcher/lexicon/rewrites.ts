// Replaces synonymous phrases whose inner words vary, so that the lists of synonyms cannot contain them.

const rewrites: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  // In these states the two candidates with the most votes in a primary advance to the general election,
  // whatever their party: "finish top 2 in the California gubernatorial primary".
  [
    /\b(?:finish(?:es)?|place|be) (?:in )?(?:the )?top[ -](?:2|two) (?:in|of|from) (?=(?:.{0,40} )?(?:california|washington)\b.{0,60}\bprimary\b)/,
    'advance from ',
  ],
  // "advance from Group D"
  [
    /\b(?:advance|qualify|progress|get out|make it out) (?:from|of|out of) (?:the |their )?group(?: stages?| [a-l]\b)?/,
    'advance to the knockout stage ',
  ],
  // In "Greenland's independence from Denmark" the second country is dropped: the first one determines it.
  [
    /\b(?:(?:become|be|becomes|becoming) independent(?:(?: state| country| nation))?|independence|secede|secession) from (?:the )?(?:united kingdom|\p{L}+)/u,
    'independence',
  ],
  [/\b(?:become|becomes) (?:an )?independent(?: state| country| nation)?\b/, 'independence'],
  // "Win a Grammy award" (any one of them) is another question than "win the Grammy award" (a particular
  // one).
  [
    /\bwins? (?:an?|any|at least (?:one|1)) (race|award|title|trophy|prize|tournament|event|championship|seat|cup|league|election)s?\b/,
    'win any$1',
  ],
  [/\bwins? (seat|race|award|title)s\b/, 'win any$1'],
  // "In any month" is another question than "in May".
  [
    /\b(?:in|on) (?:a|one|any) (?:single |calendar |given )?(day|week|month|year|season|game)\b/,
    'in any$1',
  ],
  // Winning the tournament of a college conference is another question than winning the conference.
  [
    /\b(acc|sec|big (?:ten|10|12|east)|wcc|aac|mwc|atlantic 10) ((?:[\p{L}']+ ){0,3})tournament\b/u,
    '$1 $2 conferencetournament',
  ],
  // "Before the meeting of May 8" excludes May 8, so it must not match "the meeting of May 8".
  [/\bbefore (?:its|the|their) (?=(?:[\p{L}\d]+ ){0,3}meeting\b)/u, 'beforemeeting '],
  // "Before the election" is a time without a date, so it is kept as a word.
  [
    /\bbefore (?:the )?(?:[\p{L}\d]+ ){0,2}(election|midterm|season|tournament|playoff|summit|deadline)s?\b/u,
    'before$1',
  ],
]

/** A quick check: a text that does not match contains none of the phrases. */
const mayNeedRewrite =
  /top|group|independen|sece|wins? (?:a|seat|race|title)|(?:in|on) (?:a|one|any) |before |tournament/

/** Returns the plain text with canonical words in place of the phrases in `rewrites`. */
export function rewriteSynonymousPhrases(plainText: string): string {
  if (!mayNeedRewrite.test(plainText)) return plainText
  return rewrites.reduce(
    (text, [pattern, replacement]) => text.replace(pattern, replacement),
    plainText,
  )
}
