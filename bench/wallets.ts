// Measures the time from the first request for a wallet until its complete history is served, and the
// duration of the positions of a wallet with very much activity.
//   npm run bench:wallets -- [--rounds 5] [--rows 50000] [--others 1000000]
import { parseArgs } from 'node:util'
import { describeMachine } from './machine.ts'
import { showFirstQuestions } from './wallets/report-first-requests.ts'
import { showPositions } from './wallets/report-positions.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    rows: { type: 'string', default: '50000' },
    others: { type: 'string', default: '1000000' },
  },
})
process.stdout.write(describeMachine())
await showFirstQuestions(Number(values.rounds))
await showPositions({
  rounds: 4 * Number(values.rounds),
  rows: Number(values.rows),
  others: Number(values.others),
})
