// Runs the measured work in a process that stays for all rounds, so that each round runs warm. A line of
// stdin is a job: the process prepares, prints `ready`, starts at `go`, prints `handled <records>` after
// each batch, ends at `stop` and prints the resources used. Used by workers.ts.
import { createInterface } from 'node:readline'
import { ownCpuS } from '../machine.ts'
import { startConsume, startCopy, type BareJob } from './bare-kafkajs.ts'
import type { FlowAt } from './flow.ts'
import { startNormalizer, startProjector } from './our-stages.ts'

/** A prepared job; its connections are open. */
export interface Running {
  /** Starts the work. */
  run(): Promise<void>
  /** Resolves when everything handled is committed. */
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

const print = (line: string): void => void process.stdout.write(`${line}\n`)
const input = createInterface({ input: process.stdin })
// the caller no longer waits for a result
input.once('close', () => process.exit())
const lines = input[Symbol.asyncIterator]()
for (let line = await lines.next(); line.done !== true; line = await lines.next()) {
  let batches = 0
  const running = await start(JSON.parse(line.value) as Job, (records) => {
    batches += 1
    print(`handled ${records}`)
  })
  print('ready')
  await lines.next()
  const beforeS = ownCpuS()
  await running.run()
  await lines.next()
  await running.stop()
  const spent: Spent = { cpuS: ownCpuS() - beforeS, batches }
  print(`spent ${JSON.stringify(spent)}`)
}
