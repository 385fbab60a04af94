// The recorded bodies of both platforms, without what their recorders put around them: every object as
// the text that the platform wrote. Read from beside the project; a clone of it alone has none.
import { readdirSync, readFileSync } from 'node:fs'
import { elementTexts, memberText } from '../../services/platforms/upstream/json-slices.ts'
import { recordingsFolder as folder } from '../support/recordings-folder.ts'

/** Every recorded file, as `platform/folder/file`. */
export function recordedFiles(): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath.slice(folder.pathname.length)}/${entry.name}`)
}

export type Json = Readonly<Record<string, unknown>>

/**
 * What a file holds: events and markets as listed, events that can only be asked for by name, what wallets
 * did.
 */
export type Kind = 'events' | 'named events' | 'markets' | 'trades' | 'books' | 'activity'

export interface Part {
  readonly file: string
  readonly kind: Kind
  /** Names of members that lead to the objects: to an array, to an object of objects, or to one. */
  readonly at?: readonly string[]
  /** `of`: the objects stand as members of an object. */
  readonly of?: 'members'
  /** Member that names the market of a book that does not. */
  readonly ticker?: readonly string[]
}

export interface Observation {
  readonly text: string
  readonly json: Json
}

/** A part with its objects. */
export interface Recording extends Part {
  readonly platform: 'platform_a' | 'platform_b'
  readonly objects: readonly Observation[]
  /** Market of each book of platform_b. */
  readonly bookTicker: string | null
}

export function readRecording(part: Part): Recording {
  const whole = readFileSync(new URL(part.file, folder), 'utf8')
  const found = textAt(whole, part.at ?? [])
  const texts = part.of === 'members' ? memberTexts(found) : listed(found)
  const ticker = part.ticker ? (JSON.parse(textAt(whole, part.ticker)) as string) : null
  return {
    ...part,
    platform: part.file.startsWith('platform_a/') ? 'platform_a' : 'platform_b',
    objects: texts.map(toObservation),
    bookTicker: ticker,
  }
}

/** Nothing here asks the platform for positions: they are compared with ours. */
export function recordedPositions(name: string): readonly Json[] {
  const file = new URL(`platform_a/data-positions/${name}.json`, folder)
  return JSON.parse(readFileSync(file, 'utf8')) as readonly Json[]
}

export function toObservation(text: string): Observation {
  return { text, json: JSON.parse(text) as Json }
}

/** What several answers about one list hold together: what stands in two of them is one. */
export function onceEach(answers: readonly Recording[]): readonly Observation[] {
  const byText = new Map<string, Observation>()
  for (const { file, objects } of answers) {
    if (new Set(objects.map(({ text }) => text)).size < objects.length)
      throw new Error(`${file} says something twice`)
    for (const observation of objects) byText.set(observation.text, observation)
  }
  return [...byText.values()]
}

/** The nested markets of a listed event. */
export function childrenOf({ text, json }: Observation): readonly Observation[] {
  return Array.isArray(json['markets'])
    ? elementTexts(memberText(text, 'markets') ?? '[]').map(toObservation)
    : []
}

function textAt(whole: string, path: readonly string[]): string {
  return path.reduce((text, name) => {
    const member = memberText(text, name)
    if (member === null) throw new Error(`no ${name} in the recording`)
    return member
  }, whole.trim())
}

function listed(text: string): readonly string[] {
  return text.startsWith('[') ? elementTexts(text) : [text]
}

function memberTexts(text: string): readonly string[] {
  return Object.keys(JSON.parse(text) as Json).map((name) => memberText(text, name) ?? '')
}
