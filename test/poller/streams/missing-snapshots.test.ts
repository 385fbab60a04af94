// What is done about snapshots that do not arrive.
import { describe, expect, it } from '@jest/globals'
import {
  createFollowedBook,
  type FollowedBookState,
} from '../../../services/poller/streams/followed-book.ts'
import { createMissingSnapshotRequester } from '../../../services/poller/streams/missing-snapshots.ts'
import { targetOf } from '../../platforms/streams/stream-server.ts'

function open(states: readonly FollowedBookState[]) {
  let nowMs = 0
  const all = new Map(
    states.map((state, n) => {
      const followed = { ...createFollowedBook(targetOf(`m${n}`), nowMs), state }
      return [followed.target.id, followed] as const
    }),
  )
  const done: (readonly [number, ...unknown[]])[] = []
  const pool = {
    requestSnapshots(ids: readonly string[]) {
      done.push([nowMs / 1000, ...ids])
      for (const id of ids) all.get(id)!.awaitedSinceMs = nowMs
    },
    replaceConnectionOf: (id: string, reason: string) => void done.push([nowMs / 1000, id, reason]),
    marketsOnConnectionOf: () => [...all.keys()],
  }
  const request = createMissingSnapshotRequester(all, pool, () => nowMs)
  return {
    done,
    pass: (seconds: number) => {
      for (let n = 0; n < seconds; n += 1) {
        nowMs += 1_000
        request()
      }
    },
  }
}

describe('missing snapshots', () => {
  it('are requested again after 30 s, and then ever less often', () => {
    const states = Array.from({ length: 30 }, () => 'current' as const)
    const { done, pass } = open(['rebuilding', 'stale', ...states])
    pass(1_000)
    expect(done).toEqual([30, 90, 210, 450, 930].map((second) => [second, 'pa_m0']))
  })

  it('of many books replace the connection after the second request, but not again and again', () => {
    const { done, pass } = open(['rebuilding', 'rebuilding', 'current'])
    pass(100)
    expect(done.slice(0, 2)).toEqual([
      [30, 'pa_m0', 'pa_m1'],
      [90, 'pa_m0', 'no_snapshot'],
    ])
    pass(500)
    expect(done.filter((one) => one.includes('no_snapshot'))).toHaveLength(1)
  })
})
