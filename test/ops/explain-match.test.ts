// The command that explains why two markets match or not.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { MatchExplanation } from '../../services/domain/match.ts'
import {
  askToExplain,
  createExplainCommand,
  explainMatchPath,
} from '../../services/ops/explain-match.ts'
import type { HttpServer } from '../../services/lib/run/http-server.ts'
import { openAdminServer } from '../../services/lib/telemetry/admin.ts'

const reasons = [
  { dimension: 'subject', verdict: 'same', evidence: 'Ada / Bob' },
  { dimension: 'window', verdict: 'different', evidence: '2026-11-20 and 2026-11-21' },
]
const known: Record<string, MatchExplanation> = {
  'pa_1 pb_1': { questions: ['A?', 'B?'], score: 0, reasons, isMatch: false },
  'pb_2 pa_2': { questions: ['B?', 'A?'], score: 91.5, reasons: [], isMatch: true },
  'pa_3 pb_3': { questions: ['A?', 'B?'], score: 91.5, reasons: [], isMatch: false },
}
const command = createExplainCommand((id, otherId) => known[`${id} ${otherId}`] ?? null)

let admin: HttpServer
beforeAll(async () => {
  admin = await openAdminServer({
    host: '127.0.0.1',
    port: 0,
    readMetrics: () => Promise.resolve(''),
    readReadiness: () => Promise.resolve({}),
    commands: { [explainMatchPath]: command },
  })
})
afterAll(() => admin.close())

describe('explain-match', () => {
  it('lists every dimension of a rejected pair', async () => {
    expect(await askToExplain(admin.url, ['pa_1', 'pb_1'])).toEqual([
      'pa_1  A?',
      'pb_1  B?',
      '  same      subject   Ada / Bob',
      '  different window    2026-11-20 and 2026-11-21',
      'They do not match: every dimension must be the same.',
    ])
  })

  it('takes the two in any order', async () => {
    expect(await askToExplain(admin.url, ['pb_2', 'pa_2'])).toEqual([
      'pb_2  B?',
      'pa_2  A?',
      'They match, with a score of 91.5.',
    ])
  })

  it('says that a better match stands in the way', async () => {
    expect((await askToExplain(admin.url, ['pa_3', 'pb_3'])).at(-1)).toMatch(
      /another match with the same or a better score/,
    )
  })

  it('says that a market is not known', async () => {
    await expect(askToExplain(admin.url, ['pa_9', 'pb_9'])).rejects.toThrow(
      /pa_9 and pb_9 is unknown/,
    )
  })

  it.each([
    ['two of one platform', ['pa_1', 'pa_2']],
    ['no ids', ['1', '2']],
  ])('says what it takes: %s', async (_name, ids) => {
    await expect(askToExplain(admin.url, ids as [string, string])).rejects.toThrow(
      /different platforms: pa_\.\.\. or pb_/,
    )
  })
})

it.each([
  null,
  1,
  [],
  {},
  { ids: 'pa_1' },
  { ids: ['pa_1'] },
  { ids: ['pa_1', null] },
  { ids: ['pa_1', 'pb_1', 'pb_2'] },
])('the command refuses %j', async (body) => {
  expect(await command(body)).toMatchObject({ status: 422 })
})
