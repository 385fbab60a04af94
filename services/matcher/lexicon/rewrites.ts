// Ways of saying one thing that no list of phrases holds, because what stands between its words varies.

const rewrites: readonly (readonly [form: RegExp, becomes: string])[] = [
  // two of all parties go on: "finish top 2 in the California gubernatorial primary"
  [
    /\b(?:finish(?:es)?|place|be) (?:in )?(?:the )?top[ -](?:2|two) (?:in|of|from) (?=(?:.{0,40} )?(?:california|washington)\b.{0,60}\bprimary\b)/,
    'advance from ',
  ],
  // "advance from Group D"
  [
    /\b(?:advance|qualify|progress|get out|make it out) (?:from|of|out of) (?:the |their )?group(?: stages?| [a-l]\b)?/,
    'advance to the knockout stage ',
  ],
  // from whom, is known
  [
    /\b(?:(?:become|be|becomes|becoming) independent(?:(?: state| country| nation))?|independence|secede|secession) from (?:the )?(?:united kingdom|\p{L}+)/u,
    'independence',
  ],
  [/\b(?:become|becomes) (?:an )?independent(?: state| country| nation)?\b/, 'independence'],
  // one of several
  [
    /\bwins? (?:an?|any|at least (?:one|1)) (race|award|title|trophy|prize|tournament|event|championship|seat|cup|league|election)s?\b/,
    'win any$1',
  ],
  [/\bwins? (seat|race|award|title)s\b/, 'win any$1'],
  // in the worst or best of several
  [
    /\b(?:in|on) (?:a|one|any) (?:single |calendar |given )?(day|week|month|year|season|game)\b/,
    'in any$1',
  ],
  // who is first in a conference has not won what is played for in the end
  [
    /\b(acc|sec|big (?:ten|10|12|east)|wcc|aac|mwc|atlantic 10) ((?:[\p{L}']+ ){0,3})tournament\b/u,
    '$1 $2 conferencetournament',
  ],
  // before a meeting that has a day is not at it
  [/\bbefore (?:its|the|their) (?=(?:[\p{L}\d]+ ){0,3}meeting\b)/u, 'beforemeeting '],
  // a time that no date tells
  [
    /\bbefore (?:the )?(?:[\p{L}\d]+ ){0,2}(election|midterm|season|tournament|playoff|summit|deadline)s?\b/u,
    'before$1',
  ],
]

const isWorthTrying =
  /top|group|independen|sece|wins? (?:a|seat|race|title)|(?:in|on) (?:a|one|any) |before |tournament/

/** Of plain text. */
export function rewrite(plain: string): string {
  if (!isWorthTrying.test(plain)) return plain
  return rewrites.reduce((text, [form, becomes]) => text.replace(form, becomes), plain)
}
