// What is measured, in a process of its own that stays for all rounds, so that each is warm. A line of
// stdin is a job: it prepares, says `ready`, begins at `go`, says `handled <records>` after each
// batch, ends at `stop` and says what it took. Used by subjects.ts.
import { createInterface } from 'node:readline'
import { ownCpuS } from '../machine.ts'
import { startConsume, startCopy, type BareJob } from './bare-kafkajs.ts'
import type { FlowAt } from './flow.ts'
import { startNormalizer, startProjector } from './our-stages.ts'

/** Connected. */
export interface Running {
  /** Begins. */
  run(): Promise<void>
  /** All that was handled is done for good when it resolves. */
  stop(): Promise<void>
}

export type Job =
  | ({ readonly kind: 'copy'; readonly to: string } & BareJob)
  | ({ readonly kind: 'consume' } & BareJob)
  | ({ readonly kind: 'normalize' } & FlowAt)
  | ({ readonly kind: 'project'; readonly storeUrl: string } & FlowAt)

export interface Spent {
  readonly cpuS: number
  readonly batches: number
}

function start(job: Job, onHandled: (records: number) => void): Promise<Running> {
  switch (job.kind) {
    case 'copy':
      return startCopy(job, onHandled)
    case 'consume':
      return startConsume(job, onHandled)
    case 'normalize':
      return startNormalizer(job, onHandled)
    case 'project':
      return startProjector(job, onHandled)
  }
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const input = createInterface({ input: process.stdin })
// nobody waits for a result any more
input.once('close', () => process.exit())
const lines = input[Symbol.asyncIterator]()
for (let line = await lines.next(); line.done !== true; line = await lines.next()) {
  let batches = 0
  const running = await start(JSON.parse(line.value) as Job, (records) => {
    batches += 1
    say(`handled ${records}`)
  })
  say('ready')
  await lines.next()
  const beforeS = ownCpuS()
  await running.run()
  await lines.next()
  await running.stop()
  const spent: Spent = { cpuS: ownCpuS() - beforeS, batches }
  say(`spent ${JSON.stringify(spent)}`)
}
