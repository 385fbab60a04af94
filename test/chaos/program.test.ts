// The program from outside: what it says and how it ends when something is wrong with its
// environment, when another one has its data, and when it is asked to stop.
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sleep } from '../contracts/waiting.ts'
import { openWorld, type World } from '../e2e/world.ts'
import { signUp, statusWith } from '../support/accounts.ts'
import { createPrograms, type Program } from './program.ts'
import { platformVariables } from '../../tools/cluster/variables.ts'

const patienceMs = 60_000
const programs = createPrograms()

let directory: string
let world: World

function start(variables: Readonly<Record<string, string>>): Program {
  return programs.start({ ...platformVariables(world.url), ...variables })
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'oddslog-program-'))
  world = await openWorld({ seed: 'program', historyDays: 0, size: 0.1, activity: 0.2 })
})

afterAll(async () => {
  await programs.killAll()
  await world.close()
  await rm(directory, { recursive: true, force: true, maxRetries: 5 })
}, patienceMs)

describe('a program that runs', () => {
  let running: Program

  beforeAll(async () => {
    running = start({ DATA_DIR: join(directory, 'running') })
    await running.apiUrl
  }, patienceMs)

  it(
    'keeps another one off its data',
    async () => {
      const second = start({ DATA_DIR: join(directory, 'running') })
      expect(await second.exit).toEqual({ code: 1, signal: null })
      const lines = second.stderr().trim().split('\n')
      expect(lines).toHaveLength(1)
      expect(lines[0]).toMatch(/another oddslog is using .*running/)
      const url = await running.apiUrl
      expect(await statusWith(url, (await signUp(url)).apiKey)).toBe(200)
    },
    patienceMs,
  )

  it(
    'stops on SIGTERM with exit code 0, and nothing of it is left',
    async () => {
      const storePid = running.storePid()
      expect(storePid).not.toBeNull()
      running.signal('SIGTERM')
      expect(await running.exit).toEqual({ code: 0, signal: null })
      expect(running.stderr()).toBe('')
      expect(() => process.kill(storePid ?? 0, 0)).toThrow('ESRCH')
    },
    patienceMs,
  )
})

it(
  'names what chooses another port when one is taken',
  async () => {
    const taken = new URL(world.url).port
    const program = start({ DATA_DIR: join(directory, 'port'), PORT: taken })
    expect(await program.exit).toEqual({ code: 1, signal: null })
    const [what, advice, ...more] = program.stderr().trim().split('\n')
    expect(what).toMatch(new RegExp(`^api server did not start: .*EADDRINUSE.*:${taken}$`))
    expect(advice).toBe('PORT, ADMIN_PORT and SIMULATOR_PORT choose others')
    expect(more).toEqual([])
    // nobody has seen a key yet
    const second = start({ DATA_DIR: join(directory, 'port') })
    while (!/API key/.test(second.stdout())) await sleep(25)
    expect(second.stdout()).toContain('Your API key, shown this once: ol_')
  },
  patienceMs,
)

it(
  'over the log of another one, with a store of its own: takes over, and the earlier one ends and says so',
  async () => {
    const first = start({ DATA_DIR: join(directory, 'first') })
    const { apiKey } = await signUp(await first.apiUrl)
    const log = `lmdb:${join(directory, 'first', 'log')}`
    const second = start({ DATA_DIR: join(directory, 'second'), LOG_URL: log })
    expect(await first.exit).toEqual({ code: 1, signal: null })
    expect(first.stderr()).toMatch(/taken over|another process/)
    expect(await statusWith(await second.apiUrl, apiKey)).toBe(200)
  },
  patienceMs,
)

it(
  'stops on SIGTERM while it starts, too',
  async () => {
    const program = start({ DATA_DIR: join(directory, 'early') })
    while (!existsSync(join(directory, 'early', 'log'))) await sleep(5)
    program.signal('SIGTERM')
    expect(await program.exit).toEqual({ code: 0, signal: null })
  },
  patienceMs,
)

it(
  'takes the two signals that one Ctrl-C makes under npm for one',
  async () => {
    const program = start({ DATA_DIR: join(directory, 'twice') })
    await program.apiUrl
    program.signal('SIGINT')
    while (!program.stdout().includes('Stopping.')) await sleep(5)
    program.signal('SIGINT')
    expect(await program.exit).toEqual({ code: 0, signal: null })
  },
  patienceMs,
)

it(
  'tells every problem of its environment at once',
  async () => {
    const program = start({
      DATA_DIR: join(directory, 'wrong'),
      PORT: 'eighty',
      LOG_URL: 'kafka',
      STORE_URL: 'postgres:x',
      LOG_LEVEL: 'loud',
      TOPIC_PREFIX: 'a b',
      PLATFORM_B_URL: 'nowhere',
      CACHE_URL: 'redis//:hunter2@r',
      JWT_SECRET: 'hunter2',
    })
    expect(await program.exit).toEqual({ code: 1, signal: null })
    const lines = program.stderr().trim().split('\n')
    for (const name of [
      'PORT',
      'LOG_URL',
      'STORE_URL',
      'LOG_LEVEL',
      'TOPIC_PREFIX',
      'PLATFORM_B_URL',
      'CACHE_URL: ',
      'JWT_SECRET: ',
    ])
      expect(lines.filter((line) => line.startsWith(name))).toHaveLength(1)
    expect(program.stdout()).toBe('')
    expect(program.stderr()).not.toContain('hunter2')
  },
  patienceMs,
)
