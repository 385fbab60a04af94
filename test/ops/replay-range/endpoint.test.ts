// The endpoint with which the process of the normalizer appends the corrections of a replay.
import { describe, expect, it } from '@jest/globals'
import { exitCodes } from '../../../services/ops/command-failure.ts'
import type { ReplayStepRequest } from '../../../services/ops/replay-range/admin.ts'
import {
  append,
  askOf,
  commandOf,
  mapping,
  openLogForTests,
  prices,
  rawTrade,
  replay,
  runNormalizer,
} from './replay-world.ts'

openLogForTests()

describe('the endpoint', () => {
  const step = (action: 'begin' | 'end', pid: number) =>
    ({ action, pid, corrections: null }) satisfies ReplayStepRequest
  const runningPid = process.pid
  const otherRunningPid = process.ppid
  /** No process has this id: it is larger than the largest one. */
  const endedPid = 2 ** 30

  it('refuses a second replay while the first one runs', async () => {
    const command = commandOf()
    expect(await command(step('begin', otherRunningPid))).toMatchObject({ status: 200 })
    expect(await command(step('begin', runningPid))).toEqual({
      status: 409,
      body: { detail: `process ${otherRunningPid} is replaying: wait for it` },
    })
    expect(await command(step('end', runningPid))).toMatchObject({ status: 409 })
    await command(step('end', otherRunningPid))
    expect(await command(step('begin', runningPid))).toMatchObject({ status: 200 })
  })

  it('does not wait for one that was killed', async () => {
    const command = commandOf()
    await command(step('begin', endedPid))
    expect(await command(step('begin', runningPid))).toMatchObject({ status: 200 })
  })

  it('appends nothing after a replay has begun in another process', async () => {
    mapping.set('a 0.1', 'a 0.9')
    await append('raw.trades', rawTrade('a 0.1'))
    await runNormalizer()
    mapping.clear()
    const ask = askOf()
    const { exitCode, message } = await replay(
      {},
      {
        async ask(request) {
          if (request.action === 'append') await commandOf()(step('begin', otherRunningPid))
          return ask(request)
        },
      },
    )
    expect({ exitCode, message }).toEqual({
      exitCode: exitCodes.failed,
      message: expect.stringMatching(/^409 a replay has begun in another process/),
    })
    expect(await prices()).toEqual(['a 0.9'])
  })

  const corrections = { topic: 'raw.trades', partition: 0, known_until: 0 }
  it.each([
    [null],
    [{ action: 'start', pid: 1, corrections: null }],
    [{ action: 'begin', pid: '1', corrections: null }],
    [{ action: 'append', pid: 1, corrections: null }],
    [{ action: 'append', pid: 1, corrections: { ...corrections, topic: 'trades', records: [] } }],
    [{ action: 'append', pid: 1, corrections: { ...corrections, records: [null] } }],
    [
      {
        action: 'append',
        pid: 1,
        corrections: {
          ...corrections,
          records: [2, 1].map((offset) => ({ offset, newest: null, digest: '' })),
        },
      },
    ],
  ])('answers 422 to %j', async (body) => {
    expect(await commandOf()(body)).toMatchObject({ status: 422 })
  })
})
