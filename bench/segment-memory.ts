// Measures the memory of trades in the segments of the api (services/api/history): as a price leaves them, as pages
// need them, and with their JSON.
//   npm run bench:segments -- [--trades 1000000] [--rows 512]
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Segment } from '../services/api/history/segment.ts'
import { createTradeRowWriter } from '../services/api/history/trade-json.ts'
import { RenderedRows } from '../services/api/rendered-rows.ts'
import { describeMachine } from './machine.ts'
import { tableHead, tableRow } from './statistics.ts'

const { values } = parseArgs({
  options: {
    trades: { type: 'string', default: '1000000' },
    /** Rows of a segment. */
    rows: { type: 'string', default: '512' },
  },
})
const [trades, rowsPerSegment] = [values.trades, values.rows].map(Number) as [number, number]
const id = `pa_0x${'0'.repeat(64)}`
const writer = createTradeRowWriter({
  id,
  platform: 'platform_a',
  labels: ['Yes', 'No'],
  watermarkPosition: 0,
})

/** As the parser of the rows makes it: V8 keeps a joined string as a tree of its parts. */
const toFlat = (text: string): string => Buffer.from(text).toString('latin1')

function createSegment(first: number): Segment {
  const segment = new Segment(first - 1, first + rowsPerSegment - 1, rowsPerSegment + 16)
  for (let number = first; number < first + rowsPerSegment; number += 1)
    segment.put({
      ms: number,
      id: toFlat(`0x${number.toString(16).padStart(64, '0')}-${number % 7}`),
      first: `0.${1 + (number % 998)}`.replace(/0+$/, ''),
      second: String((1 + (number % 9_973)) / 100),
      flags: number % 4,
      receivedMs: number,
      position: number,
    })
  return segment
}

const variants: readonly (readonly [string, (segment: Segment) => void])[] = [
  ['light: for prices and candles', (segment) => segment.dropIdsAndVersions()],
  ['with ids and versions', () => undefined],
  [
    'with ids, versions and the JSON of all rows',
    (segment) => segment.render(writer, 0, segment.size, new RenderedRows()),
  ],
]

/** Of the heap and of buffers, without garbage. */
async function memoryBytes(): Promise<number> {
  for (let i = 0; i < 4; i += 1) {
    global.gc?.()
    // buffers are freed after the collection
    await nextTurn()
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

process.stdout.write(
  `${describeMachine()}${trades} trades in segments of ${rowsPerSegment}\n` +
    tableHead(['segments', 'bytes a trade, measured', 'bytes a trade, by the estimate']),
)
for (const [name, change] of variants) {
  const before = await memoryBytes()
  const segments: Segment[] = []
  for (let first = 0; first < trades; first += rowsPerSegment) {
    const segment = createSegment(first)
    change(segment)
    segments.push(segment)
  }
  const rows = segments.length * rowsPerSegment
  const measured = ((await memoryBytes()) - before) / rows
  const estimated = segments.reduce((sum, { bytes }) => sum + bytes, 0) / rows
  process.stdout.write(tableRow([name, measured.toFixed(1), estimated.toFixed(1)]))
}
