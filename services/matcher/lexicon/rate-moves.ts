// What a central bank does with its rate, in one word: "lower the federal funds rate" and "cut rates"
// are `ratecut`. Which rate it is need not be said, where it is the one that the bank is known for.

const kinds =
  'the|its|their|key|main|benchmark|official|interest|policy|target|bank|cash|overnight|repo|base|deposit|facility|federal|funds?|fed|selic|reference|short-term|one-week'
const possessor = String.raw`((?:the )?(?:[\p{L}.]+ ){0,4}[\p{L}.]+'s (?:central bank(?:'s)? )?)?`
/** "Bank of England interest rates" */
const owner = String.raw`((?:the )?(?:[\p{L}.]+ ){0,4}[\p{L}.]+'s (?:central bank(?:'s)? )?|(?:[\p{L}.']+ ){0,5}?)`
const points = String.raw`((?:more than |at least |over |> ?)?\d+\+? ?(?:bps?|basis points?)\+?)`
const rates = `(?:(?:${kinds}) )*(?:rates?|ocr)(?: target)?(?: range)?`
const same = '(?:unchanged|steady|the same|on hold)'

const move = (form: string, becomes: string): readonly [RegExp, string] => [
  new RegExp(String.raw`(?<!\p{L})${form}(?!\p{L})`, 'gu'),
  becomes,
]

const moves: readonly (readonly [RegExp, string])[] = [
  move(
    `(?:hike|raise|increase|cut|lower|decrease)s? ${possessor}${rates} by 0 ?(?:bps?|basis points?)`,
    ' $1 ratehold ',
  ),
  move(`no changes? (?:in|to) ${owner}${rates}`, ' $1 ratehold '),
  move(
    `(?:a )?(?:decrease|cut|reduction) of ${points} (?:in|to) ${owner}${rates}`,
    ' $2 ratecut $1 ',
  ),
  move(
    `(?:an? )?(?:increase|hike|rise) of ${points} (?:in|to) ${owner}${rates}`,
    ' $2 ratehike $1 ',
  ),
  move(`${rates} (?:be |is |are )?(?:decreased|cut|lowered|reduced) by ${points}`, ' ratecut $1 '),
  move(`${rates} (?:be |is |are )?(?:increased|hiked|raised|lifted) by ${points}`, ' ratehike $1 '),
  move(`(?:cut|lower|decrease|reduce)s? (?:by )?${points}`, ' ratecut $1 '),
  move(`(?:hike|raise|increase|lift)s? (?:by )?${points}`, ' ratehike $1 '),
  move(
    `(?:hold|maintain|keep|leave|left|kept|held)(?:s|ing)? ${possessor}${rates}(?: ${same})?(?! (?:above|below|at \\d|over|under|between|until))`,
    ' $1 ratehold ',
  ),
  move(`(?:hike|raise|increase|lift)s? ${possessor}${rates}`, ' $1 ratehike '),
  move(`(?:cut|lower|decrease|reduce|slashe?|trim)s? ${possessor}${rates}`, ' $1 ratecut '),
  move(
    `${rates} (?:be |is |are |remain |remains |stay )?(?:left |kept |held )?${same}`,
    ' ratehold ',
  ),
]

/** Of plain text. */
export function nameRateMoves(plain: string): string {
  if (!/rate|ocr|bps?\b|basis/.test(plain)) return plain
  let named = plain
  for (const [form, becomes] of moves) named = named.replace(form, becomes)
  return named
}
