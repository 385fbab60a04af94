// Notifications about appends, within a process and between processes on the same log.
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import {
  openAppendSignals,
  type AppendSignals,
} from '../../../services/lib/log/lmdb/append-signals.ts'
import { eventually, never } from '../../support/waiting.ts'

let directory: string
let opened: AppendSignals[]

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'oddslog-signals-'))
  opened = []
})

afterEach(async () => {
  for (const signals of opened) signals.close()
  await rm(directory, { recursive: true })
})

/** As one process has it. */
function open(path = directory, now = () => 1): AppendSignals {
  const topics = ['pm.trades', 'pm.books']
  const signals = openAppendSignals({ directory: path, topics, now, logger: null })
  opened.push(signals)
  return signals
}

function listen(signals: AppendSignals, topics: readonly string[]): { count: number } {
  const seen = { count: 0 }
  signals.add(topics, () => (seen.count += 1))
  return seen
}

describe('append signals', () => {
  it('reach the listeners of the topic in this process at once', () => {
    const signals = open()
    const [trades, books] = [listen(signals, ['pm.trades']), listen(signals, ['pm.books'])]
    signals.notify(new Set(['pm.trades']))
    expect([trades.count, books.count]).toEqual([1, 0])
  })

  it('reach the listeners of the topic in another process, every time', async () => {
    const [here, there] = [open(), open()]
    const [trades, books] = [listen(there, ['pm.trades']), listen(there, ['pm.books'])]
    for (let round = 0; round < 3; round += 1) {
      const { count } = trades
      here.notify(new Set(['pm.trades']))
      await eventually(async () => expect(trades.count).toBeGreaterThan(count))
    }
    await never(() => books.count > 0)
  })

  it('touch the file again after an append that follows while it is being touched', async () => {
    let nowMs = 0
    const signals = open(directory, () => (nowMs += 1_000))
    for (let append = 0; append < 3; append += 1) signals.notify(new Set(['pm.trades']))
    const touchedMs = async () => (await stat(join(directory, 'pm.trades'))).mtimeMs
    await eventually(async () => expect(await touchedMs()).toBe(2_000))
  })

  it('do not reach a listener that has ended', () => {
    const signals = open()
    let count = 0
    signals.add(['pm.trades'], () => (count += 1))()
    signals.notify(new Set(['pm.trades']))
    expect(count).toBe(0)
  })
})
