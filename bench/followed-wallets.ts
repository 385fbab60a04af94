// Measures the processor time that the schedule of the poller takes for one poll of a wallet, by the number
// of followed wallets. It blocks all requests to the same process for this long.
//   npm run bench:followed-wallets -- [--polls 2000]
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { createWalletSchedule } from '../services/poller/wallets/wallet-schedule.ts'
import { defaultTuning } from '../services/poller/tuning.ts'
import { describeMachine } from './machine.ts'

const { values } = parseArgs({ options: { polls: { type: 'string', default: '2000' } } })
const polls = Number(values.polls)
const walletCounts = [1_000, 10_000, 100_000, 500_000]

const cpuUs = (): number => {
  const { user, system } = process.cpuUsage()
  return user + system
}

function measure(walletCount: number): string {
  const schedule = createWalletSchedule({
    tuning: defaultTuning,
    now: Date.now,
    random: Math.random,
  })
  const beforeUs = cpuUs()
  for (let n = 0; n < walletCount; n += 1)
    // requested a day ago, and last polled within two hours: half of the wallets are due
    schedule.request(
      `0x${randomBytes(20).toString('hex')}`,
      Date.now() - 86_400_000,
      Date.now() - Math.random() * 7_200_000,
    )
  const requestedUs = cpuUs()
  for (let n = 0; n < polls; n += 1) {
    const next = schedule.takeNextPoll()
    schedule.msUntilNextPoll()
    if (next) schedule.notePollFinished(next.wallet)
  }
  const pollUs = (cpuUs() - requestedUs) / polls
  const requestUs = (requestedUs - beforeUs) / walletCount
  return `| ${walletCount} | ${requestUs.toFixed(1)} | ${pollUs.toFixed(1)} |\n`
}

measure(1_000) // warm-up
process.stdout.write(
  `${describeMachine()}| wallets | µs a request | µs a poll |\n| --- | --- | --- |\n`,
)
for (const walletCount of walletCounts) process.stdout.write(measure(walletCount))
