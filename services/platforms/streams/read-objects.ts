// Reads the JSON objects of a message of a stream: one object, or an array of them.
import { parseBounded } from '../../lib/run/bounded-json.ts'
import { isObject, toNumber, type JsonObject } from '../json.ts'
import { plausibleMs } from '../time.ts'
import { elementTexts } from '../upstream/json-slices.ts'
import type { StreamEvent, StreamFrame } from './protocol.ts'

/** Calls `toFrames` for each JSON object of a message. Anything else becomes an anomaly. */
export function readObjects(
  text: string,
  toFrames: (object: JsonObject, body: string) => readonly StreamFrame[],
): readonly StreamFrame[] {
  let value: unknown
  try {
    value = parseBounded(text).value
  } catch {
    return [toFrameWithoutMarket(text, toAnomaly('not_json'))]
  }
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  const bodies = Array.isArray(value) ? elementTexts(text) : [text]
  return values.flatMap((one, index) => {
    const body = bodies[index] ?? ''
    return isObject(one)
      ? toFrames(one, body)
      : [toFrameWithoutMarket(body, toAnomaly('not_an_object'))]
  })
}

/** Returns a time in Unix milliseconds, rounded down; null if it is absent or implausible. */
export function toSentAtMs(value: unknown): number | null {
  const ms = toNumber(value)
  return plausibleMs(ms === null ? null : Math.floor(ms))
}

export function toAnomaly(reason: string): StreamEvent {
  return { kind: 'anomaly', reason }
}

function toFrameWithoutMarket(body: string, event: StreamEvent): StreamFrame {
  return { body, id: null, sentAtMs: null, event }
}
