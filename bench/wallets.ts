// How long does the first question about a wallet take until all of its past is there; and how long do
// the positions of a wallet take that did very much?
//   npm run bench:wallets -- [--rounds 5] [--rows 50000] [--others 1000000]
import { parseArgs } from 'node:util'
import { describeMachine } from './machine.ts'
import { showFirstQuestions } from './wallets/show-first-questions.ts'
import { showPositions } from './wallets/show-positions.ts'

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
