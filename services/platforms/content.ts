// Digests of markets and events that show what has changed. Each platform lists which of its fields are
// ignored and which are figures (wire/market.ts, wire/event.ts). All other fields are content, so a new
// field of the platform counts as content.
import { hash } from 'node:crypto'
import { elementTexts, members } from './upstream/json-slices.ts'

/**
 * ignored: time stamps, and what is recorded elsewhere. figures: what trading changes all the time, for
 * example volumes and prices. A map: kinds of the fields of an object, or of each object in an array.
 */
export type FieldKinds = ReadonlyMap<string, 'ignored' | 'figures' | FieldKinds>

export interface ContentDigests {
  readonly content: string
  readonly figures: string
}

export function createFieldKinds(options: {
  readonly ignored?: readonly string[]
  readonly figures?: readonly string[]
  readonly nested?: Readonly<Record<string, FieldKinds>>
}): FieldKinds {
  const { ignored = [], figures = [], nested = {} } = options
  const kinds = new Map<string, 'ignored' | 'figures' | FieldKinds>(Object.entries(nested))
  for (const name of ignored) kinds.set(name, 'ignored')
  for (const name of figures) kinds.set(name, 'figures')
  return kinds
}

export const digestLength = 8

export function shortDigest(text: string): string {
  return hash('sha256', text, 'base64').slice(0, digestLength)
}

/** Digests a JSON text. `status` is part of the content: figures can decide about it. */
export function digestContent(text: string, kinds: FieldKinds, status = ''): ContentDigests {
  const parts = { content: status, figures: '' }
  splitValue(text, kinds, parts)
  return { content: shortDigest(parts.content), figures: shortDigest(parts.figures) }
}

interface Parts {
  content: string
  figures: string
}

/** Adds the fields of an object, or of each object in an array, to `parts`. */
function splitValue(text: string, kinds: FieldKinds, parts: Parts): void {
  if (!text.startsWith('[')) return splitObject(text, kinds, parts)
  for (const element of elementTexts(text)) {
    splitObject(element, kinds, parts)
    parts.content += ','
    parts.figures += ','
  }
}

/** Recursion ends with the nested kinds, however deep the text is nested. */
function splitObject(text: string, kinds: FieldKinds, parts: Parts): void {
  if (!text.startsWith('{')) {
    parts.content += text
    return
  }
  for (const { name, nameStart, start, end } of members(text)) {
    const kind = kinds.get(name)
    if (kind === undefined) parts.content += text.slice(nameStart, end)
    else if (kind === 'figures') parts.figures += text.slice(nameStart, end)
    else if (kind !== 'ignored') {
      parts.content += text.slice(nameStart, start)
      splitValue(text.slice(start, end), kind, parts)
    }
  }
}
