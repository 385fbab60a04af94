// Computes digests of the JSON text of a market or an event. Comparing digests shows what has changed since
// the object was last published. Each platform lists the fields that are ignored and those that are figures
// (wire/market.ts, wire/event.ts). All other fields are content, so a new field of the platform counts as
// content.
import { hash } from 'node:crypto'
import { elementTexts, members } from './upstream/json-slices.ts'

/**
 * How each field of an object is digested. `ignored`: not at all, for time stamps and what is recorded
 * elsewhere. `figures`: in the digest of the figures, for what trading changes all the time, such as volumes
 * and prices. A map: the rules for the fields of a nested object, or of each object in a nested array.
 */
export type DigestRules = ReadonlyMap<string, 'ignored' | 'figures' | DigestRules>

export interface ContentDigests {
  readonly content: string
  readonly figures: string
}

export function createDigestRules(options: {
  readonly ignored?: readonly string[]
  readonly figures?: readonly string[]
  readonly nested?: Readonly<Record<string, DigestRules>>
}): DigestRules {
  const { ignored = [], figures = [], nested = {} } = options
  const rules = new Map<string, 'ignored' | 'figures' | DigestRules>(Object.entries(nested))
  for (const name of ignored) rules.set(name, 'ignored')
  for (const name of figures) rules.set(name, 'figures')
  return rules
}

export const digestLength = 8

export function shortDigest(text: string): string {
  return hash('sha256', text, 'base64').slice(0, digestLength)
}

/**
 * Computes the digests of a JSON text. `status` becomes part of the content, because a change of figures can
 * change the status.
 */
export function digestContent(text: string, rules: DigestRules, status = ''): ContentDigests {
  const parts = { content: status, figures: '' }
  addFieldsOfValue(text, rules, parts)
  return { content: shortDigest(parts.content), figures: shortDigest(parts.figures) }
}

interface Parts {
  content: string
  figures: string
}

/**
 * Appends the fields of an object, or of each object in an array, to the content or the figures in `parts`, as
 * `rules` say.
 */
function addFieldsOfValue(text: string, rules: DigestRules, parts: Parts): void {
  if (!text.startsWith('[')) return addFieldsOfObject(text, rules, parts)
  for (const element of elementTexts(text)) {
    addFieldsOfObject(element, rules, parts)
    parts.content += ','
    parts.figures += ','
  }
}

/** The recursion is only as deep as `rules`, so deeply nested text cannot overflow the stack. */
function addFieldsOfObject(text: string, rules: DigestRules, parts: Parts): void {
  if (!text.startsWith('{')) {
    parts.content += text
    return
  }
  for (const { name, nameStart, start, end } of members(text)) {
    const rule = rules.get(name)
    if (rule === undefined) parts.content += text.slice(nameStart, end)
    else if (rule === 'figures') parts.figures += text.slice(nameStart, end)
    else if (rule !== 'ignored') {
      parts.content += text.slice(nameStart, start)
      addFieldsOfValue(text.slice(start, end), rule, parts)
    }
  }
}
