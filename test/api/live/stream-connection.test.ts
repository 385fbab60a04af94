// The connection of a reader, over a stream that a test empties.
import { Writable } from 'node:stream'
import { expect, it } from '@jest/globals'
import { createStreamConnection } from '../../../services/api/live/stream-connection.ts'
import {
  toServerSentEvent,
  toWebSocketMessage,
} from '../../../services/api/live/stream-encoding.ts'

it('says when it is full, and when it is empty again', async () => {
  const taken: string[] = []
  let take: () => void = () => undefined
  const stream = new Writable({
    highWaterMark: 4,
    write(chunk: Buffer, _encoding, done) {
      taken.push(chunk.toString())
      take = done
    },
  })
  const connection = createStreamConnection(stream, toServerSentEvent)
  const drained = new Promise<void>((resolve) => connection.onDrain(resolve))
  const closed = new Promise<void>((resolve) => connection.onClose(resolve))
  expect(connection.write(Buffer.from('ab'))).toBe(true)
  expect(connection.write(Buffer.from('cd'))).toBe(false)
  take()
  take()
  await drained
  expect(taken).toEqual(['ab', 'cd'])
  connection.end()
  // nobody waits for a connection that is ended
  expect(connection.write(Buffer.from('ef'))).toBe(true)
  await closed
  expect(taken).toEqual(['ab', 'cd'])
})

it('has frames of WebSockets of each length', () => {
  const lengthOf = (data: string): readonly number[] => {
    const frame = toWebSocketMessage('t', 'c', `"${data}"`)
    const header = frame.indexOf('{')
    expect(JSON.parse(frame.subarray(header).toString())).toEqual({ type: 't', id: 'c', data })
    return [header, frame.length - header, ...frame.subarray(0, header)]
  }
  const [, empty = 0] = lengthOf('')
  expect(lengthOf('')).toEqual([2, empty, 0x81, empty])
  expect(lengthOf('x'.repeat(125 - empty))).toEqual([2, 125, 0x81, 125])
  expect(lengthOf('x'.repeat(126 - empty))).toEqual([4, 126, 0x81, 126, 0, 126])
  expect(lengthOf('x'.repeat(65_535 - empty))).toEqual([4, 65_535, 0x81, 126, 255, 255])
  expect(lengthOf('x'.repeat(65_536 - empty))).toEqual([
    10, 65_536, 0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0,
  ])
})
