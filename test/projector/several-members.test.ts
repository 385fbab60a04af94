// Several projectors over one store and one log, against the brute-force model: partitions move at
// random, members die, members are stopped in their middle and wake up when others have their work.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Store } from '../../services/lib/store/port.ts'
import { createCandleMarks } from '../../services/projector/tables/candle-marks.ts'
import { generateTopic } from './generate.ts'
import { createMembers, type Member } from './group-members.ts'
import {
  expectedCandles,
  expectedFeeds,
  expectedLatest,
  expectedTrades,
  winningTrades,
} from './model.ts'
import { createSeededRandom, shuffle } from '../support/random.ts'
import { partitions, type TradesRecord } from './records.ts'
import { openTestStore, type TestStore } from './store.ts'
import { candlesIn, feedsIn, latestIn, tradesIn } from './tables.ts'

const random = createSeededRandom()

let test: TestStore
beforeAll(async () => {
  test = await openTestStore()
})
afterAll(() => test.close())
beforeEach(() => test.empty())

/** Partition and position of each. */
async function marksIn(store: Store): Promise<Map<number, number>> {
  const rows = await store.query<{ partition: number; position: number | string }>(
    'SELECT partition, position FROM candle_marks FINAL',
  )
  return new Map(rows.map((row) => [row.partition, Number(row.position)]))
}

/** Everything before the position is in the tables: candles and watermarks. */
async function expectTrue(
  records: readonly TradesRecord[],
  partition: number,
  position: number,
): Promise<void> {
  const covered = records.filter((r) => r.partition === partition && r.offset < position)
  const written = new Map<string, number>()
  for (const line of await candlesIn(test.store, '1h')) {
    const words = line.split(' ')
    const market = words[0] ?? ''
    written.set(market, (written.get(market) ?? 0) + Number(words.at(-1)))
  }
  const due = new Map<string, number>()
  for (const { market } of winningTrades(covered)) due.set(market, (due.get(market) ?? 0) + 1)
  const missing = [...due].filter(([market, count]) => (written.get(market) ?? 0) < count)
  const feeds = (await feedsIn(test.store)).map((line) => line.split(' '))
  const late = expectedFeeds(covered).filter((line) => {
    const [feed, p, , offset] = line.split(' ')
    const found = feeds.find((words) => words[0] === feed && words[1] === p)
    return Number(found?.at(-1) ?? -1) < Number(offset)
  })
  expect([random.seed, partition, position, missing, late]).toEqual([
    random.seed,
    partition,
    position,
    [],
    [],
  ])
}

describe('several projectors', () => {
  it('that lose partitions, are killed, or resume too late leave the tables of the model', async () => {
    const topic = generateTopic(random, 1_500)
    const falseMarks: unknown[] = []
    const checking: Store = {
      ...test.store,
      async insert(table, columns, rows) {
        if (table === 'candle_marks')
          for (const [partition, position] of rows)
            await expectTrue(topic.records, Number(partition), Number(position)).catch((error) =>
              falseMarks.push(error),
            )
        await test.store.insert(table, columns, rows)
      },
    }
    const members = createMembers({ store: checking, topic, random })
    const counts = { moved: 0, killed: 0, stopped: 0, woken: 0, refused: 0, left: 0 }
    let awake: Member[] = [members.add(), members.add()]
    const asleep: { member: Member; underWay: Promise<unknown> }[] = []

    const anyone = (): Member => {
      const found = awake[random.below(awake.length)]
      if (!found) throw new Error('nobody is awake')
      return found
    }

    /** It is not there any more; the others get what it had. */
    async function replace(gone: Member): Promise<void> {
      awake = awake.filter((member) => member !== gone)
      while (awake.length < 2) awake.push(members.add())
      await share(members.ownedBy(gone))
    }

    async function share(free: readonly number[]): Promise<void> {
      const parts = new Map<Member, number[]>()
      for (const partition of shuffle(random, free)) {
        const to = anyone()
        parts.set(to, [...(parts.get(to) ?? []), partition])
      }
      for (const [to, part] of parts) await members.assign(to, part)
    }

    await share([...Array(partitions).keys()])
    for (let step = 0; members.uncommitted() > 0; step += 1) {
      const member = anyone()
      const dice = random.next()
      if (dice < 0.7) await members.processBatch(member)
      else if (dice < 0.8) {
        const [from, to] = [anyone(), anyone()]
        const part = members.ownedBy(from).filter(() => random.chance(0.4))
        if (from !== to) await members.assign(to, part)
        counts.moved += 1
      } else if (dice < 0.85) {
        // with something under way, or not
        if (random.chance(0.5)) void members.processBatch(member)
        member.process.kill()
        await replace(member)
        counts.killed += 1
      } else if (dice < 0.93) {
        const others = shuffle(random, [...Array(partitions).keys()]).slice(0, 3)
        const underWay = random.chance(0.7)
          ? members.processBatch(member)
          : members.assign(member, others)
        if (random.chance(0.5)) await new Promise((resolve) => setTimeout(resolve, 3))
        // its cursors stay: it does not know
        const cursors = new Map(member.cursors)
        member.process.pause()
        await replace(member)
        for (const [partition, at] of cursors) member.cursors.set(partition, at)
        asleep.push({ member, underWay })
        counts.stopped += 1
      } else {
        const [woken] = asleep.splice(random.below(asleep.length), 1)
        if (!woken) continue
        woken.member.process.resume()
        await woken.underWay
        while (random.chance(0.5) && (await members.processBatch(woken.member))) counts.refused -= 1
        counts.refused += 1
        woken.member.cursors.clear()
        counts.woken += 1
        if (random.chance(0.5)) awake.push(woken.member)
        else {
          await woken.member.projector.stop()
          counts.left += 1
        }
      }
    }
    for (const { member, underWay } of asleep) {
      member.process.resume()
      await underWay
    }
    // of those that are left, some end well, and some with all that they have deferred
    for (const member of shuffle(random, [...awake, ...asleep.map((each) => each.member)]))
      if (random.chance(0.4)) await member.projector.stop()
      else member.process.kill()
    process.stdout.write(`several-members.test.ts: ${JSON.stringify(counts)}\n`)
    // no record comes any more: who is given the partitions makes up for all
    const last = members.add()
    await members.assign(last, [...Array(partitions).keys()])
    last.process.kill()

    expect(falseMarks).toEqual([])
    expect(await tradesIn(test.store)).toEqual(expectedTrades(topic.records))
    expect(await candlesIn(test.store, '1m')).toEqual(expectedCandles(topic.records, 60))
    expect(await candlesIn(test.store, '1h')).toEqual(expectedCandles(topic.records, 3600))
    expect(await latestIn(test.store)).toEqual(expectedLatest(topic.records))
    expect(await feedsIn(test.store)).toEqual(expectedFeeds(topic.records))
    const ends = new Map<number, number>()
    for (const { partition, offset } of topic.records) ends.set(partition, offset + 1)
    const marks = [...(await marksIn(test.store))].toSorted(([a], [b]) => a - b)
    expect([random.seed, marks]).toEqual([random.seed, [...ends].toSorted(([a], [b]) => a - b)])
  })
})

describe('the marks of a partition', () => {
  const open = async () => {
    const marks = createCandleMarks(test.store)
    const found = await marks.load([3, 4])
    return { marks, found: [found.get(3), found.get(4)] }
  }
  const at = (position: number) => new Map([[3, position]])

  it('are 0 where there is none, and each its own', async () => {
    const { marks, found } = await open()
    expect(found).toEqual([0, 0])
    await marks.adjustMarks(at(7))
    expect(await marksIn(test.store)).toEqual(at(7))
    expect((await open()).found).toEqual([7, 0])
  })

  it('grow, whoever writes them and however late', async () => {
    const first = await open()
    await first.marks.adjustMarks(at(10))
    const second = await open()
    await second.marks.advance(at(50))
    await first.marks.advance(at(20))
    expect(await marksIn(test.store)).toEqual(at(50))
    await second.marks.advance(at(30))
    expect(await marksIn(test.store)).toEqual(at(50))
  })

  it('go back where the group was set back, and those of before do not come again', async () => {
    const first = await open()
    await first.marks.adjustMarks(at(100))
    await first.marks.advance(at(500))
    const second = await open()
    await second.marks.adjustMarks(at(40))
    await first.marks.advance(at(600))
    expect(await marksIn(test.store)).toEqual(at(40))
    await second.marks.advance(at(60))
    expect(await marksIn(test.store)).toEqual(at(60))
    expect((await open()).found).toEqual([60, 0])
  })

  it('are moved up by what is covered when they are far behind, and not before', async () => {
    const { marks } = await open()
    await marks.adjustMarks(at(5))
    await marks.adjustMarks(at(900))
    expect(await marksIn(test.store)).toEqual(at(5))
    await marks.adjustMarks(at(20_000))
    expect(await marksIn(test.store)).toEqual(at(20_000))
  })
})
