// Soft words that rule each other out: where one side says one of them and the other side another,
// they ask two questions.
import { toStem } from '../words.ts'

/** A line is of words that exclude each other; those of one meaning stand side by side. */
const contrasts = `
cup | league
f fahrenheit | c celsius
et est edt eastern | utc gmt
today tonight | tomorrow
monday | tuesday | wednesday | thursday | friday | saturday | sunday
men mens | women womens
day daily | week weekly | month monthly
executive | legislative
price | volume
`

type Sides = readonly (readonly string[])[]

const lines: readonly Sides[] = contrasts
  .trim()
  .split('\n')
  .map((line) => line.split(' | ').map((side) => side.split(' ').map(toStem)))

const names = lines.map((sides) => sides.map((side) => side[0]).join(' or '))
const silent: readonly number[] = lines.map(() => 0)
const telling: ReadonlySet<string> = new Set(lines.flat(2))

/** Of each line, which of its sides are said, a bit each: in the title, or else in that of its event. */
export function contrastsIn(
  title: readonly string[],
  eventTitle: readonly string[],
): readonly number[] {
  const [own, ofEvent] = [title, eventTitle].map(sidesIn)
  if (own === silent && ofEvent === silent) return silent
  return lines.map((_, i) => own?.[i] || ofEvent?.[i] || 0)
}

function sidesIn(words: readonly string[]): readonly number[] {
  const stems = words.map(toStem).filter((stem) => telling.has(stem))
  if (stems.length === 0) return silent
  return lines.map((sides) =>
    sides.reduce((bits, side, n) => bits | (stems.some((s) => side.includes(s)) ? 1 << n : 0), 0),
  )
}

/** What they disagree about; null: nothing. */
export function contrastOf(a: readonly number[], b: readonly number[]): string | null {
  if (a === silent || b === silent) return null
  return names.find((_, i) => a[i] !== 0 && b[i] !== 0 && ((a[i] ?? 0) & (b[i] ?? 0)) === 0) ?? null
}
