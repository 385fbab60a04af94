// Changes of accounts when the log rejects them, loses them, or contains something else.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import type { DeveloperChange } from '../../../schemas/generated/events.ts'
import { toKeyRevokedRecord, toKeyUsedRecord } from '../../../services/api/accounts/changes.ts'
import { createJournal, type Journal } from '../../../services/api/accounts/journal.ts'
import { LogError, type EventLog } from '../../../services/lib/log/port.ts'
import { eventually } from '../../support/waiting.ts'
import { fakeTimersOnly } from '../../support/fake-timers.ts'
import { openAccountsLog, type AccountsLog } from './open-accounts.ts'
import { withAppends } from './faulty-log.ts'

let on: AccountsLog
let seen: DeveloperChange[]
let fatal: Error[]
let open: Journal<'developers'>[]
beforeEach(async () => {
  on = await openAccountsLog(() => 0)
  seen = []
  fatal = []
  open = []
})
afterEach(async () => {
  jest.useRealTimers()
  for (const journal of open) await journal.stop()
  await on.close()
})

const change = toKeyRevokedRecord({ developerId: 'dev_1', atMs: 1 }, 'key_1')

function journalOn(log: EventLog, writerName = 'one'): Journal<'developers'> {
  const journal = createJournal({
    topic: 'developers',
    log,
    codec: on.codec,
    topicPrefix: 'pm.',
    writerName,
    apply: (c) => seen.push(c),
    onFatal: (error) => fatal.push(error),
  })
  open.push(journal)
  return journal
}

describe('an append', () => {
  it('is complete when it was applied, after all earlier changes', async () => {
    const [one, two] = [journalOn(on.log), journalOn(on.log, 'two')]
    await one.start()
    const before = toKeyUsedRecord({ developerId: 'dev_1', atMs: 0 }, 'key_1', 0)
    await two.start()
    await two.append([before])
    seen = []
    await one.append([change, before])
    expect(seen).toEqual(expect.arrayContaining([change.value, before.value]))
  })

  it('is folded once, even if its batch comes again', async () => {
    const log: EventLog = {
      ...on.log,
      follow: (options, handle) =>
        on.log.follow(options, async (batch, signal) => {
          await handle(batch, signal)
          await handle(batch, signal)
        }),
    }
    const journal = journalOn(log)
    await journal.start()
    await journal.append([change])
    await eventually(async () => expect(seen).toEqual([change.value]))
    await journal.append([toKeyRevokedRecord({ developerId: 'dev_1', atMs: 2 }, 'key_2')])
    expect(seen).toHaveLength(2)
  })

  it('of nothing is nothing', async () => {
    const journal = journalOn(on.log)
    await journal.start()
    await journal.append([])
    expect(await on.log.ranges('pm.developers')).toMatchObject([{ low: 0, high: 0 }])
  })

  it('rejects before the start', async () => {
    await expect(journalOn(on.log).append([change])).rejects.toThrow(LogError)
  })

  it('rejects as the log does, and is not seen', async () => {
    const error = new LogError('the disk is full', { retriable: true })
    const journal = journalOn(withAppends(on.log, () => Promise.reject(error)))
    await journal.start()
    await expect(journal.append([change])).rejects.toBe(error)
    expect(seen).toEqual([])
  })

  it('rejects when it is refused for its form, and leaves nothing waiting', async () => {
    const journal = journalOn(on.log)
    await journal.start()
    fakeTimersOnly()
    const bad = { ...change, value: { ...change.value, at_ms: 'late' as unknown as number } }
    await expect(journal.append([bad])).rejects.toThrow(TypeError)
    expect(jest.getTimerCount()).toBe(0)
  })

  it.each([
    ['hangs', () => new Promise<void>(() => undefined)],
    ['says that it is done, and is not', () => Promise.resolve()],
  ])('rejects when the log %s: it may have happened', async (_name, append) => {
    const journal = journalOn(withAppends(on.log, append))
    await journal.start()
    fakeTimersOnly()
    const outcome = journal.append([change]).then(
      () => null,
      (error: unknown) => error,
    )
    await jest.advanceTimersByTimeAsync(10_000)
    expect(await outcome).toMatchObject({ name: 'LogError', retriable: true, unknown: true })
    expect(seen).toEqual([])
  })

  it('is applied even if the log reports a failure', async () => {
    const log = withAppends(on.log, async (records, real) => {
      await real(records)
      throw new LogError('the answer was lost', { retriable: true, unknown: true })
    })
    const journal = journalOn(log)
    await journal.start()
    await expect(journal.append([change])).rejects.toMatchObject({ unknown: true })
    await eventually(async () => expect(seen).toEqual([change.value]))
  })
})

describe('what another process has appended', () => {
  /** A log whose follower applies new records only after `delay`. */
  const followedAfter = (delay: () => Promise<unknown>): EventLog => ({
    ...on.log,
    follow: (options, handle) =>
      on.log.follow(options, async (batch, signal) => {
        await delay()
        await handle(batch, signal)
      }),
  })

  it('is applied when catchUp resolves', async () => {
    const [one, two] = [journalOn(followedAfter(() => sleep(300))), journalOn(on.log, 'two')]
    await one.start()
    await two.start()
    await two.append([change])
    expect(seen).toHaveLength(1)
    await Promise.all([one.catchUp(), one.catchUp()])
    expect(seen).toHaveLength(2)
    await one.catchUp()
  })

  it('is not waited for without end', async () => {
    const end = new AbortController()
    const never = new Promise((resolve) => end.signal.addEventListener('abort', resolve))
    const [one, two] = [journalOn(followedAfter(() => never)), journalOn(on.log, 'two')]
    await one.start()
    await two.start()
    await two.append([change])
    await one.catchUp()
    expect(seen).toHaveLength(1)
    end.abort()
  })

  it('is not waited for if the log cannot be read', async () => {
    const read = (): never => {
      throw new LogError('no broker', { retriable: true })
    }
    const journal = journalOn({ ...on.log, read })
    await journal.start()
    await journal.catchUp()
  })
})

describe('a fenced writer', () => {
  it('ends it, loudly: nothing can be changed here any more', async () => {
    const [one, two] = [journalOn(on.log), journalOn(on.log)]
    await one.start()
    await two.start()
    await expect(one.append([change])).rejects.toThrow('taken over')
    expect(fatal).toEqual([expect.objectContaining({ name: 'WriterFenced' })])
    await two.append([change])
  })
})

describe('a record that cannot be read', () => {
  const poison = async (): Promise<void> => {
    const writer = await on.log.openWriter('somebody')
    await writer.append([{ topic: 'pm.developers', key: 'x', value: Buffer.from('no change') }])
  }
  const place = /pm\.developers\/0 at offset 0 is not a change/

  it('ends the start, loudly', async () => {
    await poison()
    await expect(journalOn(on.log).start()).rejects.toThrow(place)
    expect(seen).toEqual([])
  })

  it('fails what has started with an error, and applies nothing after it', async () => {
    const journal = journalOn(on.log)
    await journal.start()
    await poison()
    await eventually(async () => expect(fatal).toHaveLength(1))
    expect(fatal[0]).toMatchObject({ message: expect.stringMatching(place), retriable: false })
    const writer = await on.log.openWriter('somebody')
    const { key, value } = change
    await writer.append([
      { topic: 'pm.developers', key, value: on.codec.encode('developers', value) },
    ])
    await sleep(300) // longer than the log takes to look again
    expect(seen).toEqual([])
    expect(fatal).toHaveLength(1)
  })
})

describe('key usage', () => {
  it('is durable when it resolves, and does not wait for readers', async () => {
    const journal = journalOn(on.log)
    await journal.start()
    const use = (atMs: number) => toKeyUsedRecord({ developerId: 'dev_1', atMs: 0 }, 'key_1', atMs)
    await Promise.all([
      journal.appendDurable([use(1)]),
      journal.appendDurable([use(2)]),
      journal.appendDurable([use(3)]),
    ])
    await eventually(async () => expect(seen.at(-1)?.key_used?.used_at_ms).toBe(3))
  })
})
