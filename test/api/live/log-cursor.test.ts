// Cursors that are positions of the log.
import { describe, expect, it } from '@jest/globals'
import { toCursor, encodeCursorContent } from '../../../services/api/cursor.ts'
import { createLogCursorCodec } from '../../../services/api/live/log-cursor.ts'
import type { Positions } from '../../../services/api/live/positions.ts'

const cursors = createLogCursorCodec('2b1c8c52-0a4e-4a1b-9a0c-0c2f5a3f9a10')
const positions: Positions = new Map([
  ['trades', [0, 127, 128, 16_384, Number.MAX_SAFE_INTEGER]],
  ['matches', [5]],
])
const text = cursors.toCursor(positions)
/** The content without the checksum. */
const content = Buffer.from(text, 'base64url').subarray(6)

describe('a cursor of the log', () => {
  it('has the positions of each topic, up to the largest offset', () => {
    expect(cursors.parse(text)).toEqual({ positions, partlySent: null })
  })
  it('has the number of messages of a record that were sent', () => {
    const partlySent = { topic: 'books', partition: 11, messages: 1 } as const
    expect(cursors.parse(cursors.toCursor(positions, partlySent))).toEqual({
      positions,
      partlySent,
    })
  })
  it('has fewer than 100 characters for 12 partitions of a hundred million trades', () => {
    const many = new Map([['trades' as const, Array.from({ length: 12 }, () => 8_000_000)]])
    expect(cursors.toCursor(many).length).toBeLessThan(100)
  })
  it('is refused with any letter changed', () => {
    for (let at = 0; at < text.length; at += 1) {
      const other = text[at] === 'A' ? 'B' : 'A'
      const changed = text.slice(0, at) + other + text.slice(at + 1)
      expect(cursors.parse(changed)).toEqual({ refusal: 'garbage' })
    }
  })
  it('is refused when it is of another log', () => {
    expect(createLogCursorCodec('another').parse(text)).toEqual({ refusal: 'other log' })
  })
  it('is refused when it is a cursor of a list', () => {
    expect(cursors.parse(toCursor('a list', ['a', 1]))).toEqual({ refusal: 'garbage' })
  })
})

describe('a cursor with a valid checksum', () => {
  const parsed = (bytes: Buffer) => cursors.parse(encodeCursorContent(bytes))
  const header = content.subarray(0, 7)

  it.each([
    ['is empty', Buffer.alloc(0)],
    ['ends within the identity of the log', content.subarray(0, 5)],
    ['ends within an offset', content.subarray(0, -2)],
    ['has an unknown topic', Buffer.from([...header, 200, 1, 0])],
    ['ends within the sent messages', Buffer.from([...header, 255, 1, 0])],
    ['has sent messages of an unknown topic', Buffer.from([...header, 255, 9, 0, 1])],
    ['has a topic twice', Buffer.from([...header, 0, 1, 0, 0, 1, 0])],
    ['has an offset above all integers', Buffer.from([...header, 0, 1, ...Array(8).fill(255), 1])],
  ])('is refused when it %s', (_name, bytes) => {
    expect(parsed(bytes)).toEqual({ refusal: 'garbage' })
  })
})
