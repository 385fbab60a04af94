// What people and programs leave in titles without meaning it: taken out before anything is read.
import type { Listing } from './listing.ts'

/** No title has so many characters; what has is not read, however it is made. */
const mostCharacters = 1_000

/** White space that is not one blank, signs that nobody sees, and halves of characters. */
const untidy = /[^\S ]| {2}|^ | $|[\p{Cc}\p{Cf}\p{Cs}]/u
const unseen = /[\p{Cf}\p{Cs}]|[^\P{Cc}\s]/gu
const blanks = /\s+/gu

/** null: too long to be read. */
export function tidy(listing: Listing): Listing | null {
  const { title, subtitle, eventTitle } = listing
  const texts = [title, subtitle ?? '', eventTitle]
  if (texts.some(({ length }) => length > mostCharacters)) return null
  if (!texts.some((text) => untidy.test(text))) return listing
  return {
    ...listing,
    title: clean(title),
    subtitle: subtitle === null ? null : clean(subtitle),
    eventTitle: clean(eventTitle),
  }
}

function clean(text: string): string {
  return text.replace(unseen, '').replace(blanks, ' ').trim()
}

const nothing =
  /^(?:[^\p{L}\d]|\b(?:tb[acd]|vs?|n\/a|null|undefined|none|placeholder|untitled)\b)*$/iu

/** A title that waits for one. */
export function saysNothing(title: string): boolean {
  return nothing.test(title)
}
