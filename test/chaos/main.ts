// `npm run test:chaos`: rounds of fault injection, each on its own cluster or service.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pLimit from 'p-limit'
import pino from 'pino'
import { handleLostRejections } from '../../services/lib/log/lmdb/lost-rejections.ts'
import { buildProgram } from '../../tools/built-program.ts'
import { installServers, ServersMissing } from '../../tools/servers/install.ts'
import { parseArguments, seedOfRound, usage, type ChaosArguments } from './arguments.ts'
import { playRound } from './cluster/round.ts'
import { rowOf, tableHead } from './cluster/table.ts'
import { playEmbeddedRound } from './embedded/round.ts'
import { embeddedTableHead, rowOfEmbedded } from './embedded/table.ts'
import { playStreamRound } from './streams/round.ts'
import { rowOfStreams, streamsTableHead } from './streams/table.ts'

interface RoundOptions {
  readonly seed: string
  readonly forMs: number
  readonly upgradeFrom: string | null
  readonly folder: string
  readonly print: (line: string) => void
}

interface Played {
  /** Of the table in docs/reliability.md. */
  readonly row: string
  readonly faults: readonly string[]
}

interface Form {
  readonly head: string
  /** Rounds at the same time: those on the embedded form mostly wait. */
  readonly atOnce: number
  play(options: RoundOptions): Promise<Played>
}

const forms: Readonly<Record<ChaosArguments['form'], Form>> = {
  embedded: {
    head: embeddedTableHead,
    atOnce: 4,
    async play(options) {
      const round = await playEmbeddedRound(options)
      return { row: rowOfEmbedded(round), faults: round.faults }
    },
  },
  streams: {
    head: streamsTableHead,
    atOnce: 1,
    async play(options) {
      const round = await playStreamRound({ ...options, kills: killsOf(options.forMs) })
      return { row: rowOfStreams(round), faults: round.faults }
    },
  },
  distributed: {
    head: tableHead,
    atOnce: 1,
    async play(options) {
      await installServers()
      buildProgram()
      const round = await playRound(options)
      return { row: rowOf(round), faults: round.faults }
    },
  },
}

/** One kill a minute. */
const killsOf = (forMs: number): number => Math.round(forMs / 60_000)

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

async function play(form: Form, seed: string, asked: ChaosArguments): Promise<Played> {
  const { minutes, from } = asked
  const folder = await mkdtemp(join(tmpdir(), 'oddslog-chaos-'))
  const print = (line: string): void => say(`${seed}: ${line}`)
  print(`${minutes} min of chaos, data in ${folder}`)
  const upgradeFrom = from && join(from, 'dist/services/main.js')
  const round = await form.play({ seed, forMs: minutes * 60_000, upgradeFrom, folder, print })
  if (round.faults.length === 0) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  else print(`${round.faults.length} faults; the data remain in ${folder}`)
  say(round.row)
  return round
}

async function run(): Promise<number> {
  const asked = parseArguments(process.argv.slice(2), Date.now().toString(36))
  if (!asked) {
    process.stderr.write(`${usage}\n`)
    return 2
  }
  const form = forms[asked.form]
  const seeds = Array.from({ length: asked.rounds }, (_, i) => seedOfRound(asked.seed, i))
  const rounds = await pLimit(form.atOnce).map(seeds, (seed) => play(form, seed, asked))
  say(`\n${form.head}`)
  for (const { row } of rounds) say(row)
  return rounds.every(({ faults }) => faults.length === 0) ? 0 : 1
}

handleLostRejections(process, pino({}, process.stderr))
try {
  process.exit(await run())
} catch (error) {
  if (!(error instanceof ServersMissing)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
