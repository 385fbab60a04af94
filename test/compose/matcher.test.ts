// Several processes with the role matcher: one works, and another one takes over where it stopped.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import pino from 'pino'
import { openMatcher, type MatcherHandle } from '../../services/compose/matcher.ts'
import { createLifecycle, type Lifecycle } from '../../services/lib/run/lifecycle.ts'
import { createMetrics } from '../../services/lib/telemetry/metrics.ts'
import { eventually, never } from '../support/waiting.ts'
import { openMatcherLog, type MatcherLog } from '../matcher/open-matcher.ts'
import { marketRecord } from '../matcher/records.ts'

const nowMs = Date.UTC(2026, 4, 1)
const day = '2026-05-10'
const ids = ['pa_0x1', 'pb_KXEPLGAME-26MAY10CRYEVE-CRY'] as const
const a = marketRecord({
  id: ids[0],
  question: `Will Crystal Palace FC win on ${day}?`,
  slug: `epl-cry-eve-${day}-cry`,
  event_id: 'pa_1',
  event_title: 'Crystal Palace FC vs. Everton FC',
})
const b = marketRecord({
  id: ids[1],
  question: 'Crystal Palace vs Everton Winner? — Crystal Palace',
  event_id: 'pb_KXEPLGAME-26MAY10CRYEVE',
  event_title: 'Crystal Palace vs Everton',
})

interface Process {
  readonly handle: MatcherHandle
  readonly lifecycle: Lifecycle
}

let on: MatcherLog
let fatal: Error[] = []
let processes: Process[] = []
/** Of the files in which the processes keep the markets. */
let directory: string

beforeEach(async () => {
  fatal = []
  on = await openMatcherLog(() => nowMs)
  directory = await mkdtemp(join(tmpdir(), 'oddslog-matcher-'))
})
afterEach(async () => {
  for (const { lifecycle } of processes) await lifecycle.stop()
  processes = []
  await on.close()
  expect(fatal).toEqual([])
  expect(await readdir(directory)).toEqual([])
  await rm(directory, { recursive: true })
})

async function start(): Promise<Process> {
  const lifecycle = createLifecycle({
    onCloseError: (_part, error) => void fatal.push(error as Error),
  })
  const { log, codec } = on
  const handle = await openMatcher(lifecycle, directory, {
    log,
    codec,
    topicPrefix: 'pm.',
    now: () => nowMs,
    metrics: createMetrics(),
    logger: pino({ level: 'silent' }),
    onFatal: (error) => void fatal.push(error),
  })
  const process = { handle, lifecycle }
  processes.push(process)
  return process
}

const matchReadBy = ({ handle }: Process): unknown => {
  const explanation = handle.explainPair(...ids)
  return explanation === 'standby' ? explanation : (explanation?.isMatch ?? null)
}

const works = (process: Process): Promise<void> =>
  eventually(async () => expect(matchReadBy(process)).toBe(true))

describe('processes with a matcher', () => {
  it('leave the work to one of them, and it announces each match once', async () => {
    await on.appendMarkets(a, b)
    const [one, other] = [await start(), await start()]
    await eventually(async () =>
      expect(new Set([matchReadBy(one), matchReadBy(other)])).toEqual(new Set(['standby', true])),
    )
    await never(() => [one, other].every((p) => matchReadBy(p) !== 'standby'))
    expect(await on.matches()).toHaveLength(1)
  })

  it('take over from one that has ended', async () => {
    const [one, other] = [await start(), await start()]
    await on.appendMarkets(a, b)
    await eventually(async () => expect(await on.matches()).toHaveLength(1))
    const worker = matchReadBy(one) === 'standby' ? other : one
    const standingBy = worker === one ? other : one
    await worker.lifecycle.stop()
    await works(standingBy)
    expect(matchReadBy(worker)).toBe('standby')
    expect(await on.matches()).toHaveLength(1)
  })

  it('start again where another process fenced its writer', async () => {
    const only = await start()
    await on.appendMarkets(a)
    await eventually(async () => expect(only.handle.explainPair(...ids)).toBeNull())
    const thief = await on.log.openWriter('pm.matcher')
    await on.appendMarkets(b)
    await works(only)
    await eventually(async () => expect(await on.matches()).toHaveLength(1))
    const late = thief.append([{ topic: 'pm.matches', key: 'x', value: Buffer.from('x') }])
    await expect(late).rejects.toThrow('taken over')
  })
})
