// The poller with the streams of both platforms, against the simulator with the faults of streams, and killed once:
// once the faults are over, every recorded book is the true one, and the trades are what they are without streams.
// `npm run test:chaos -- --form streams` runs longer, with more seeds.
import { expect, it } from '@jest/globals'
import { platforms } from '../../../services/platforms/modules.ts'
import { playStreamRound } from '../../chaos/streams/round.ts'

it('trades and books become true again, and none was shown as current that was not', async () => {
  const round = await playStreamRound({
    seed: 'streams-1',
    forMs: 60_000,
    kills: 1,
    print: () => undefined,
  })
  expect(round.faults).toEqual([])
  for (const { name } of platforms)
    expect(round.counts[`stream_checks ${name} equal`]).toBeGreaterThan(20)
  expect(round.currentBooks).toBeGreaterThan(100)
  expect(round.announced).toBeGreaterThan(0)
  expect(round.trades).toBeGreaterThan(100)
  expect(round.watermarks).toBeGreaterThan(100)
})
