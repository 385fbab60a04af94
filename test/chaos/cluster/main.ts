// `npm run test:chaos`: rounds of chaos, one after the other, each on a cluster of its own.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installServers, ServersMissing } from '../../../tools/servers/install.ts'
import { parseArguments, seedOfRound, usage } from './arguments.ts'
import { playRound, type Round } from './round.ts'
import { rowOf, tableHead } from './table.ts'

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

async function play(seed: string, minutes: number): Promise<Round> {
  const folder = await mkdtemp(join(tmpdir(), 'oddslog-chaos-'))
  say(`\nseed ${seed}, ${minutes} min of chaos, logs in ${join(folder, 'logs')}`)
  const round = await playRound({ seed, forMs: minutes * 60_000, folder, say })
  if (round.faults.length === 0) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  else say(`${round.faults.length} faults; the logs remain in ${join(folder, 'logs')}`)
  return round
}

async function run(): Promise<number> {
  const asked = parseArguments(process.argv.slice(2), Date.now().toString(36))
  if (asked === null) {
    process.stderr.write(`${usage}\n`)
    return 2
  }
  try {
    await installServers()
  } catch (error) {
    if (!(error instanceof ServersMissing)) throw error
    process.stderr.write(`${error.message}\n`)
    return 1
  }
  const rounds: Round[] = []
  for (let i = 0; i < asked.rounds; i += 1) {
    const round = await play(seedOfRound(asked.seed, i), asked.minutes)
    say(rowOf(round))
    rounds.push(round)
  }
  say(`\n${tableHead}`)
  for (const round of rounds) say(rowOf(round))
  return rounds.every(({ faults }) => faults.length === 0) ? 0 : 1
}

process.exit(await run())
