// What `ops rebuild` prints, and its exit codes. The service is replaced by a list of answers.
import { describe, expect, it } from '@jest/globals'
import { askAdmin, NoService } from '../../../services/ops/ask-admin.ts'
import { exitCodes } from '../../../services/ops/command-failure.ts'
import {
  askForRebuild,
  createRebuildCommand,
  rebuildPath,
} from '../../../services/ops/rebuild/admin.ts'
import { rebuild, type RebuildRequest } from '../../../services/ops/rebuild/commands.ts'
import type { RebuildReport } from '../../../services/ops/rebuild/rebuild.ts'
import { openAdminServer } from '../../../services/lib/telemetry/admin.ts'

const report = (changes: Partial<RebuildReport> = {}): RebuildReport => ({
  phase: 'filling',
  step: null,
  refusal: null,
  failure: null,
  records: 0,
  total: 20_000,
  table_bytes: 4_200_000,
  needed_bytes: 108_400_000,
  free_bytes: 80_000_000_000,
  copied_rows: 12,
  differences: null,
  paused_ms: null,
  removable: { tables: [], bytes: 0 },
  ...changes,
})

interface Shown {
  readonly lines: readonly string[]
  readonly progress: readonly string[]
  readonly error: unknown
}

async function run(
  action: RebuildRequest['action'],
  answers: readonly (RebuildReport | Error)[],
  json = false,
  isInterrupted = false,
): Promise<Shown> {
  const [lines, progress, asked]: [string[], string[], string[]] = [[], [], []]
  let nowMs = 0
  const error = await rebuild(
    { action, json },
    {
      ask: async (question) => {
        const answer = answers[asked.push(question) - 1]
        if (answer === undefined || answer instanceof Error) throw answer
        return answer
      },
      show: (line) => void lines.push(line),
      showProgress: (text) => void progress.push(text),
      sleep: async (ms) => {
        if (isInterrupted) throw new Error('aborted')
        nowMs += ms
      },
      now: () => nowMs,
    },
  ).then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(asked).toEqual([action, ...answers.slice(1).map(() => 'report')])
  return { lines, progress, error }
}

const end = report({
  phase: 'exchanged',
  records: 20_000,
  differences: [],
  paused_ms: 800,
})

describe('ops rebuild', () => {
  it('shows the rate and the time left, and the result', async () => {
    const { lines, progress, error } = await run('start', [
      report({ step: 'preparing' }),
      report({ step: 'filling' }),
      report({ step: 'filling', records: 5_000 }),
      report({ step: 'filling', records: 10_000 }),
      report({ step: 'comparing', records: 20_000 }),
      end,
    ])
    expect(error).toBeNull()
    expect(progress).toEqual([
      'preparing',
      'filling: 0 of 20000, 0/s, ? s left',
      'filling: 5000 of 20000, 10000/s, 2 s left',
      'filling: 10000 of 20000, 10000/s, 1 s left',
      'comparing',
    ])
    expect(lines).toEqual([
      'The tables are rebuilt from 20,000 records, with 12 rows of order books that the log no longer has.',
      'The projector was paused for 0.8 s.',
      'No differences.',
      'The old tables, 4.2 MB, are kept until ops rebuild --discard.',
    ])
  })

  it('names what was different in the old tables', async () => {
    const difference = {
      table: 'trades',
      month: '2026-11',
      here: { rows: 2, hash: '0'.repeat(16) },
      there: { rows: 3, hash: '1'.repeat(16) },
      days: ['2026-11-26'],
      keys: [{ owner: 'pb_KX', key: '2026-11-26 12:00:30.000 t1', found: 'there' }],
      hasMoreKeys: false,
    } as const
    const { lines } = await run('start', [
      report({ step: 'filling' }),
      { ...end, differences: [difference] },
    ])
    expect(lines.slice(2, 5)).toEqual([
      'Differences, with the old tables as "here" and the new ones as "there":',
      'trades 2026-11 differs: 2 rows here, 3 rows there, on 11-26',
      '  pb_KX 2026-11-26 12:00:30.000 t1 only there',
    ])
  })

  it('fails with exit code 7 if the service refuses', async () => {
    const refusal = 'a rebuild is running (filling, 3 of 4 records)'
    for (const action of [
      'start',
      'plan',
      'abandon',
      'planAbandon',
      'discard',
      'planDiscard',
    ] as const)
      expect(await run(action, [report({ refusal })])).toMatchObject({
        lines: [],
        error: { message: refusal, exitCode: exitCodes.refused },
      })
  })

  it('fails with exit code 4 if the rebuild or the service ends early', async () => {
    const begun = report({ step: 'filling' })
    const failed = report({ failure: 'the disk is full' })
    expect(await run('start', [begun, failed])).toMatchObject({
      lines: [],
      error: {
        message: expect.stringContaining(
          'ended early: the disk is full. The live tables are unchanged',
        ),
        exitCode: exitCodes.incomplete,
      },
    })
    const gone = new NoService('http://127.0.0.1:8081', { cause: null })
    expect(await run('start', [begun, gone])).toMatchObject({
      error: { message: expect.stringContaining('start it'), exitCode: exitCodes.incomplete },
    })
    expect(await run('start', [gone])).toMatchObject({ error: gone })
  })

  it('says that the service continues if the operator interrupts the command', async () => {
    expect(await run('start', [report({ step: 'filling' })], false, true)).toMatchObject({
      lines: [],
      error: {
        message: expect.stringMatching(/^interrupted: the service continues the rebuild/),
        exitCode: exitCodes.incomplete,
      },
    })
  })

  it('prints a plan, and JSON', async () => {
    expect((await run('plan', [report()])).lines).toEqual([
      'A rebuild would read 20,000 records, and copy 12 rows of order books that the log no longer has.',
      'It needs 108 MB on the disk of the tables, which has 80.0 GB free.',
    ])
    expect(
      (await run('start', [report({ step: 'filling' }), end], true)).lines.map((line) =>
        JSON.parse(line),
      ),
    ).toEqual([end])
  })
})

describe('ops rebuild --dry-run with --abandon or --discard', () => {
  const removable = { tables: ['trades', 'books'], bytes: 1_500_000 }

  it('says what would be removed', async () => {
    expect(await run('planAbandon', [report({ removable })])).toMatchObject({
      lines: [
        'It would end the rebuild and remove the new tables, 1.5 MB: trades, books.',
        'The live tables would stay as they are.',
      ],
      error: null,
    })
    expect(await run('planDiscard', [report({ phase: 'exchanged', removable })])).toMatchObject({
      lines: ['It would remove the old tables, 1.5 MB: trades, books.'],
      error: null,
    })
  })

  it('prints JSON', async () => {
    const { lines } = await run('planDiscard', [report({ removable })], true)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ removable }])
  })

  it('does not fail because the rebuild has failed', async () => {
    const failed = report({ failure: 'the disk is full', removable })
    expect(await run('planAbandon', [failed])).toMatchObject({ error: null })
  })
})

describe('the endpoint', () => {
  it('executes the known actions only', async () => {
    const answer = (changes: Partial<RebuildReport>) => () => Promise.resolve(report(changes))
    const server = await openAdminServer({
      host: '127.0.0.1',
      port: 0,
      readMetrics: () => Promise.resolve(''),
      readReadiness: () => Promise.resolve({}),
      commands: {
        [rebuildPath]: createRebuildCommand({
          report: answer({}),
          plan: answer({ total: 7 }),
          start: answer({ step: 'preparing' }),
          abandon: answer({ refusal: 'no' }),
          previewAbandonment: answer({ total: 8 }),
          discard: answer({ phase: null }),
          previewDiscarding: answer({ total: 9 }),
          stop: () => Promise.resolve(),
        }),
      },
    })
    try {
      expect(await askForRebuild(server.url, 'plan')).toEqual(report({ total: 7 }))
      expect(await askForRebuild(server.url, 'abandon')).toEqual(report({ refusal: 'no' }))
      expect(await askForRebuild(server.url, 'discard')).toEqual(report({ phase: null }))
      expect(await askForRebuild(server.url, 'planAbandon')).toEqual(report({ total: 8 }))
      expect(await askForRebuild(server.url, 'planDiscard')).toEqual(report({ total: 9 }))
      await expect(
        askAdmin(server.url, rebuildPath, { action: 'stop' }, 'rebuild' as never),
      ).rejects.toThrow(
        'send {"action": one of report, plan, start, abandon, planAbandon, discard, planDiscard}',
      )
    } finally {
      await server.close()
    }
  })
})
