// The admin command that makes snapshots of the store: one command at a time has one.
import { beforeEach, expect, it } from '@jest/globals'
import { createSnapshotCommand, frozenFirst } from '../../../services/ops/backup/admin.ts'

/** Larger than every process id. */
const endedPid = 2 ** 30
const calls: string[] = []
let command: ReturnType<typeof createSnapshotCommand>

beforeEach(() => {
  calls.length = 0
  command = createSnapshotCommand({
    take(first) {
      calls.push(`take ${first.join(' ')}`)
      return Promise.resolve('/data/store/shadow/backup')
    },
    release() {
      calls.push('release')
      return Promise.resolve()
    },
  })
})

it('takes a snapshot in which the positions are not newer than the rows, and releases it', async () => {
  expect(await command({ action: 'take', pid: process.pid })).toEqual({
    status: 200,
    body: { snapshot: '/data/store/shadow/backup' },
  })
  expect(calls.splice(0)).toEqual(['release', `take ${frozenFirst.join(' ')}`])
  expect(frozenFirst[0]).toBe('store_positions')
  expect(await command({ action: 'release', pid: process.pid })).toMatchObject({ status: 200 })
  expect(calls).toEqual(['release'])
})

it('refuses a second command while the first one runs', async () => {
  await command({ action: 'take', pid: process.ppid })
  calls.length = 0
  for (const action of ['take', 'release'])
    expect(await command({ action, pid: process.pid })).toEqual({
      status: 409,
      body: { detail: `process ${process.ppid} is making a backup: wait for it` },
    })
  expect(calls).toEqual([])
})

it('releases the snapshot of a command that was killed when the next one begins', async () => {
  await command({ action: 'take', pid: endedPid })
  calls.length = 0
  expect(await command({ action: 'take', pid: process.pid })).toMatchObject({ status: 200 })
  expect(calls).toEqual(['release', expect.stringMatching(/^take/)])
})

it.each([null, {}, { action: 'take' }, { action: 'drop', pid: 1 }, { action: 'take', pid: '1' }])(
  'refuses the body %j',
  async (body) => {
    expect(await command(body)).toMatchObject({ status: 422 })
    expect(calls).toEqual([])
  },
)
