import { describe, expect, it } from '@jest/globals'
import { untilItAnswers } from '../../../services/platform/run/until-it-answers.ts'
import { StoreError, StoreUnavailable } from '../../../services/platform/store/port.ts'

function failing(times: number, error: Error) {
  let calls = 0
  return {
    calls: () => calls,
    work: async () => {
      calls += 1
      if (calls <= times) throw error
      return 'done'
    },
  }
}

describe('untilItAnswers', () => {
  it('asks again while the store is away, and says so once', async () => {
    const { work, calls } = failing(2, new StoreUnavailable('socket hang up'))
    const said: string[] = []
    const onWait = (reason: string): unknown => said.push(reason)
    expect(await untilItAnswers(work, { withinMs: 60_000, onWait })).toBe('done')
    expect(calls()).toBe(3)
    expect(said).toEqual(['socket hang up'])
  })

  it('gives up in the end', async () => {
    const { work, calls } = failing(Infinity, new StoreUnavailable('gone'))
    await expect(untilItAnswers(work, { withinMs: 500, onWait: () => {} })).rejects.toThrow('gone')
    expect(calls()).toBeGreaterThan(1)
  })

  it('does not ask again what is wrong', async () => {
    const { work, calls } = failing(1, new StoreError('unknown table', '60'))
    const asked = untilItAnswers(work, { withinMs: 60_000, onWait: () => {} })
    await expect(asked).rejects.toThrow('unknown table')
    expect(calls()).toBe(1)
  })
})
