// Reads the JSON objects of a message of a stream: one object, or an array of them.
import { parseBounded } from '../../lib/run/bounded-json.ts'
import { isObject, type JsonObject } from '../json.ts'
import { elementTexts } from '../upstream/json-slices.ts'
import type { StreamEvent, StreamFrame } from './protocol.ts'

/** Calls `toFrames` for each object. What is no JSON or no object becomes an anomaly. */
export function readObjects(
  text: string,
  toFrames: (object: JsonObject, body: string) => readonly StreamFrame[],
): readonly StreamFrame[] {
  let value: unknown
  try {
    value = parseBounded(text).value
  } catch {
    return [withoutMarket(text, anomaly('not_json'))]
  }
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  const bodies = Array.isArray(value) ? elementTexts(text) : [text]
  return values.flatMap((one, index) => {
    const body = bodies[index] ?? ''
    return isObject(one) ? toFrames(one, body) : [withoutMarket(body, anomaly('not_an_object'))]
  })
}

export function anomaly(reason: string): StreamEvent {
  return { kind: 'anomaly', reason }
}

function withoutMarket(body: string, event: StreamEvent): StreamFrame {
  return { body, id: null, sentAtMs: null, event }
}
