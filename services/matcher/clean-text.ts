// Removes invisible characters and repeated white space from titles before they are parsed.
import type { MatcherInput } from './matcher-input.ts'

/**
 * Maximum length of a text. Longer texts are not parsed: no real title is longer, and the parsing time grows
 * with the length.
 */
const maxCharacters = 1_000

/** White space other than single spaces, invisible characters, and unpaired surrogates. */
const needsCleaning = /[^\S ]| {2}|^ | $|[\p{Cc}\p{Cf}\p{Cs}]/u
const invisible = /[\p{Cf}\p{Cs}]|[^\P{Cc}\s]/gu
const whiteSpace = /\s+/gu

/** Returns the input with cleaned texts, or null if one of the texts is longer than `maxCharacters`. */
export function cleanTexts(input: MatcherInput): MatcherInput | null {
  const { title, subtitle, eventTitle } = input
  const texts = [title, subtitle ?? '', eventTitle]
  if (texts.some(({ length }) => length > maxCharacters)) return null
  if (!texts.some((text) => needsCleaning.test(text))) return input
  return {
    ...input,
    title: cleanText(title),
    subtitle: subtitle === null ? null : cleanText(subtitle),
    eventTitle: cleanText(eventTitle),
  }
}

function cleanText(text: string): string {
  return text.replace(invisible, '').replace(whiteSpace, ' ').trim()
}

const blankTitle =
  /^(?:[^\p{L}\d]|\b(?:tb[acd]|vs?|n\/a|null|undefined|none|placeholder|untitled)\b)*$/iu

/** Whether the title is empty or only a placeholder such as "TBD". */
export function isBlankTitle(title: string): boolean {
  return blankTitle.test(title)
}
