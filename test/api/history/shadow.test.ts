// Answers from memory, compared with a model of the log while the tables are behind, and byte for byte with the
// statements once the tables have caught up. The memory is small, so that segments are evicted all the time.
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from '@jest/globals'
import type { FollowedHistory } from '../../../services/api/history/followed-history.ts'
import { createStoredHistory } from '../../../services/api/history/stored-history.ts'
import type { NewRecord } from '../../../services/lib/log/port.ts'
import { createSeededRandom } from '../../support/random.ts'
import { createGenerator } from './generate.ts'
import { createModel } from './model.ts'
import { openHistory } from './open-history.ts'
import { createQuestions } from './questions.ts'
import { openWorld, type World } from './world.ts'

/** SHADOW_ROUNDS=85 and SHADOW_QUESTIONS=5000 make it a long run, of some hundred thousand comparisons of each memory. */
const rounds = Number(process.env['SHADOW_ROUNDS'] ?? 12)
/** In each round, while nothing is appended. */
const questionsPerRound = Number(process.env['SHADOW_QUESTIONS'] ?? 40)
/** Each is answered by the store, too, which takes some hundred times as long as the memory. */
const questionsToTables = 60
/**
 * How many questions about one market there are for each that asks for the values of buckets. These values are never
 * in memory: the store computes them.
 */
const marketQuestionsPerValues = Math.max(7, Math.ceil(questionsPerRound / 40))
/**
 * When the store has given this many answers in a round, for example after it was lost, the round ends: an answer from
 * the store is not compared with the model.
 */
const maxFromStorePerRound = 500
const pollEveryMs = 10
/** The limit of all tests, and more for a longer run. */
const testLimitMs = rounds * 75_000

describe('the history from memory', () => {
  it.each([
    ['a small memory', 320_000, 20],
    ['a memory for everything', 50_000_000, 20],
    ['large segments', 2_000_000, 500],
  ])(
    'says what the log says, and what the tables say later: %s',
    async (_what, maxBytes, rows) => {
      const world = await openWorld()
      const opened: FollowedHistory[] = []
      async function open(): Promise<FollowedHistory> {
        const history = await openHistory(world, {
          maxBytes,
          rowsPerLoad: rows,
          // of the large markets of the test, intervals are read, and the others whole
          manyRows: 5 * rows,
          manyTrades: 0,
          pollEveryMs,
          onPollFailed: fail,
        })
        opened.push(history)
        return history
      }
      try {
        await run(world, open)
      } finally {
        for (const history of opened) await history.stop()
        await world.close()
      }
    },
    testLimitMs,
  )
})

function fail(error: unknown): void {
  throw error
}

async function run(world: World, open: () => Promise<FollowedHistory>): Promise<void> {
  let history = await open()
  const random = createSeededRandom()
  const generator = createGenerator(random)
  const model = createModel()
  const stored = createStoredHistory(world.store)
  const compared = { model: 0, sql: 0, fromStore: 0 }

  /** Appends some records and applies them to the model. */
  async function append(count: number): Promise<void> {
    const records: NewRecord[] = []
    for (let i = 0; i < count; i += 1) {
      const kind = random.below(100)
      if (kind < 2) {
        const trade = generator.refusedTrade()
        records.push(world.record('trades', trade.market_id, { trade, progress: null }))
      } else if (kind < 4) {
        const book = generator.refusedBook()
        records.push(world.record('books', book.market_id, book))
      } else if (kind < 5)
        records.push({ topic: 'pm.trades', key: 'pa_0x01', value: Buffer.from('not Avro') })
      else if (kind < 7) {
        const market = generator.refusedMarket()
        records.push(world.record('markets', market.id, market))
        const audit = generator.refusedAudit()
        records.push(world.record('audits', audit.market_id, audit))
      } else if (kind < 13) {
        const market = generator.market()
        records.push(world.record('markets', market.id, market))
        model.market(market)
      } else if (kind < 17) {
        const audit = generator.audit()
        records.push(world.record('audits', audit.market_id, audit))
        model.audit(audit)
      } else if (kind < 60) {
        const trade = generator.trade()
        records.push(world.record('trades', trade.market_id, { trade, progress: null }))
        model.trade(trade, 0)
      } else {
        const book = generator.book()
        records.push(world.record('books', book.market_id, book))
        model.book(book, 0)
      }
    }
    await world.append(records)
  }

  const { question, marketQuestion } = createQuestions({
    random,
    generator,
    model,
    marketQuestionsPerValues,
  })

  /**
   * Asks while nothing is appended: the answer must be that of the model. Returns false if the store gave too many of
   * the answers.
   */
  async function compareWithModel(count: number): Promise<boolean> {
    await world.applied()
    const questions = Array.from({ length: count }, question)
    const maxFromStore = compared.fromStore + maxFromStorePerRound
    for (let i = 0; i < questions.length; i += 10) {
      if (compared.fromStore >= maxFromStore) return false
      await Promise.all(
        questions.slice(i, i + 10).map(async (one) => {
          const before = history.counts().fallbacks
          const answer = await one.ask(history)
          // an answer from the store may be behind the log
          if (history.counts().fallbacks !== before) {
            compared.fromStore += 1
            return
          }
          const [found, expected] = [one.select(answer as never), await one.ofModel()]
          // much faster than expect()
          if (!isDeepStrictEqual(found, expected))
            expect([one.text, found]).toEqual([one.text, expected])
          compared.model += 1
        }),
      )
    }
    return true
  }

  /** Asks while records are appended: the answer must be that of before or of after the append. */
  async function compareDuringAppend(count: number): Promise<void> {
    await world.applied()
    // a page may have one market of before and another of after the append
    const questions = Array.from({ length: count }, marketQuestion)
    const before = questions.map((one) => one.ofModel())
    const { fallbacks } = history.counts()
    const answers = questions.map((one) => Promise.resolve(one.ask(history)))
    await append(40)
    const found = await Promise.all(answers)
    if (history.counts().fallbacks !== fallbacks) return
    for (const [i, one] of questions.entries()) {
      const answer = one.select(found[i] as never)
      const expected = [before[i], one.ofModel()]
      const isOne = expected.some((state) => isDeepStrictEqual(state, answer))
      expect({ text: one.text, answer, expected, isOne }).toMatchObject({ isOne: true })
      compared.model += 1
    }
  }

  async function compareWithTables(count: number): Promise<void> {
    await world.project()
    await world.projectCandles()
    await world.savePositions()
    await untilPolled()
    await world.applied()
    for (let i = 0; i < count; i += 1) {
      const one = question()
      expect([one.text, await one.ask(history)]).toEqual([one.text, await one.ask(stored)])
      compared.sql += 1
    }
  }

  /** The memory of a new process of the api is empty. */
  async function restart(): Promise<void> {
    await history.stop()
    history = await open()
  }

  const untilPolled = () => new Promise((resolve) => setTimeout(resolve, 5 * pollEveryMs))

  await append(300)
  for (let round = 0; round < rounds; round += 1) {
    await append(random.below(80))
    if (await compareWithModel(questionsPerRound)) await compareDuringAppend(questionsPerRound / 4)
    const event = random.below(20)
    if (event === 17) await restart()
    // at other times the projector is paused
    if (event < 12) await world.project(random.below(60))
    if (event < 10) await world.projectCandles()
    if (event < 8) await world.savePositions()
    if (event === 19) await world.replay()
    if (event === 18) await world.loseStore()
    if (event >= 18) await untilPolled()
    if (round % 6 === 5) await compareWithTables(questionsToTables)
  }
  process.stdout.write(`${JSON.stringify({ ...compared, ...history.counts() })}\n`)
  // with a small memory and a paused projector, the store answers most questions
  expect(compared.model).toBeGreaterThan(30)
}
