// Loaded before a program of the benchmark starts (node --import): makes its clock run faster. JavaScript, because it
// is also loaded into the compiled service. For BENCH_CLOCK see clock.ts.
//
// Timers keep the real time, so that time-outs and the pauses between polls fit the real time of responses. But during
// the simulated days, a pause of the poller of more than a minute ends after a minute, because it would be days by the
// fast clock. The pauses of the other processes stay as they are: some of them, as those of the auditor, limit the
// processor time that a task may use.
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { toShownMs } from './shown-time.mjs'

const options = JSON.parse(process.env.BENCH_CLOCK)
const untilMs = options.fromMs + options.days * options.realDayMs
const longestPauseMs = process.argv.includes('poller') ? 60_000 : Infinity

const realNow = Date.now
Date.now = () => toShownMs(options, realNow())

const pause = timers.setTimeout
timers.setTimeout = (ms, ...rest) => {
  const beforeDaysMs = Math.max(0, options.fromMs - realNow())
  const longestMs = realNow() < untilMs ? beforeDaysMs + longestPauseMs : Infinity
  return pause(Math.min(ms, longestMs), ...rest)
}
syncBuiltinESMExports()
