// Replaces phrases for decisions of a central bank by one word: "lower the federal funds rate" and "cut
// rates" become `ratecut`. The name of the rate is left out if it is the main rate of the bank.

const rateAdjectives =
  'the|its|their|key|main|benchmark|official|interest|policy|target|bank|cash|overnight|repo|base|deposit|facility|federal|funds?|fed|selic|reference|short-term|one-week'
/** The bank or country before the rate, in the possessive: "the Fed's", "Japan's central bank's". */
const possessivePattern = String.raw`((?:the )?(?:[\p{L}.]+ ){0,4}[\p{L}.]+'s (?:central bank(?:'s)? )?)?`
/**
 * The bank before the rate, with or without a possessive: "Bank of England" in "Bank of England interest
 * rates".
 */
const ownerPattern = String.raw`((?:the )?(?:[\p{L}.]+ ){0,4}[\p{L}.]+'s (?:central bank(?:'s)? )?|(?:[\p{L}.']+ ){0,5}?)`
/** The size of the change in basis points. */
const pointsPattern = String.raw`((?:more than |at least |over |> ?)?\d+\+? ?(?:bps?|basis points?)\+?)`
const ratesPattern = `(?:(?:${rateAdjectives}) )*(?:rates?|ocr)(?: target)?(?: range)?`
const unchangedPattern = '(?:unchanged|steady|the same|on hold)'

const decisionPattern = (pattern: string, replacement: string): readonly [RegExp, string] => [
  new RegExp(String.raw`(?<!\p{L})${pattern}(?!\p{L})`, 'gu'),
  replacement,
]

const decisionPatterns: readonly (readonly [RegExp, string])[] = [
  decisionPattern(
    `(?:hike|raise|increase|cut|lower|decrease)s? ${possessivePattern}${ratesPattern} by 0 ?(?:bps?|basis points?)`,
    ' $1 ratehold ',
  ),
  decisionPattern(`no changes? (?:in|to) ${ownerPattern}${ratesPattern}`, ' $1 ratehold '),
  decisionPattern(
    `(?:a )?(?:decrease|cut|reduction) of ${pointsPattern} (?:in|to) ${ownerPattern}${ratesPattern}`,
    ' $2 ratecut $1 ',
  ),
  decisionPattern(
    `(?:an? )?(?:increase|hike|rise) of ${pointsPattern} (?:in|to) ${ownerPattern}${ratesPattern}`,
    ' $2 ratehike $1 ',
  ),
  decisionPattern(
    `${ratesPattern} (?:be |is |are )?(?:decreased|cut|lowered|reduced) by ${pointsPattern}`,
    ' ratecut $1 ',
  ),
  decisionPattern(
    `${ratesPattern} (?:be |is |are )?(?:increased|hiked|raised|lifted) by ${pointsPattern}`,
    ' ratehike $1 ',
  ),
  decisionPattern(`(?:cut|lower|decrease|reduce)s? (?:by )?${pointsPattern}`, ' ratecut $1 '),
  decisionPattern(`(?:hike|raise|increase|lift)s? (?:by )?${pointsPattern}`, ' ratehike $1 '),
  decisionPattern(
    `(?:hold|maintain|keep|leave|left|kept|held)(?:s|ing)? ${possessivePattern}${ratesPattern}(?: ${unchangedPattern})?(?! (?:above|below|at \\d|over|under|between|until))`,
    ' $1 ratehold ',
  ),
  decisionPattern(
    `(?:hike|raise|increase|lift)s? ${possessivePattern}${ratesPattern}`,
    ' $1 ratehike ',
  ),
  decisionPattern(
    `(?:cut|lower|decrease|reduce|slashe?|trim)s? ${possessivePattern}${ratesPattern}`,
    ' $1 ratecut ',
  ),
  decisionPattern(
    `${ratesPattern} (?:be |is |are |remain |remains |stay )?(?:left |kept |held )?${unchangedPattern}`,
    ' ratehold ',
  ),
]

/** Returns the plain text with `ratecut`, `ratehike` or `ratehold` in place of each phrase for a decision. */
export function canonicalizeRateDecisions(plainText: string): string {
  if (!/rate|ocr|bps?\b|basis/.test(plainText)) return plainText
  let replaced = plainText
  for (const [pattern, replacement] of decisionPatterns)
    replaced = replaced.replace(pattern, replacement)
  return replaced
}
