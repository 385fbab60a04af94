// The answer to DescribeLogDirs, version 1, as the protocol guide of Kafka describes it.
import { expect, it } from '@jest/globals'
import { readLogDirsAnswer } from '../../../services/lib/log/kafka/log-dirs.ts'

const int16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}
const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const int64 = (value: bigint): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(value)
  return bytes
}
const text = (value: string): Buffer => Buffer.concat([int16(value.length), Buffer.from(value)])
const list = (items: readonly Buffer[]): Buffer => Buffer.concat([int32(items.length), ...items])

const partition = (number: number, bytes: bigint, isFuture = 0): Buffer =>
  Buffer.concat([int32(number), int64(bytes), int64(0n), Buffer.from([isFuture])])
const directory = (errorCode: number, partitions: readonly Buffer[]): Buffer =>
  Buffer.concat([
    int16(errorCode),
    text('/kafka'),
    list(partitions.length === 0 ? [] : [Buffer.concat([text('t'), list(partitions)])]),
  ])
const answer = (directories: readonly Buffer[]): Buffer =>
  Buffer.concat([int32(7), list(directories)])

it('has the partitions of all directories, and not the copies that are being moved', () => {
  const payload = answer([
    directory(0, [partition(0, 10_000_000_000n), partition(3, 0n)]),
    directory(0, []),
    directory(0, [partition(1, 5n), partition(0, 1n, 1)]),
  ])
  const { clientSideThrottleTime, found } = readLogDirsAnswer(payload)
  expect(clientSideThrottleTime).toBe(7)
  expect(found.map(({ partition: number, bytes }) => [number, bytes])).toEqual([
    [0, 10_000_000_000],
    [3, 0],
    [1, 5],
  ])
})

it('is an error if a disk of the broker has failed', () => {
  expect(() => readLogDirsAnswer(answer([directory(56, [])]))).toThrow(
    'a broker cannot read its directory /kafka (error 56)',
  )
})
