// The program from outside: what it says and how it ends when something is wrong with its
// environment, when another one has its data, and when it is asked to stop.
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sleep } from '../contracts/waiting.ts'
import { openWorld, platformVariables, type World } from '../e2e/world.ts'
import { startProgram, type Program } from './program.ts'

const patienceMs = 60_000
const ports = { PORT: '0', ADMIN_PORT: '0', SIMULATOR_PORT: '0', LOG_LEVEL: 'error' }

let directory: string
let world: World
const started: Program[] = []

function start(variables: Readonly<Record<string, string>>): Program {
  const program = startProgram({ ...ports, ...platformVariables(world.url), ...variables })
  started.push(program)
  return program
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'oddslog-program-'))
  world = await openWorld({ seed: 'program', historyDays: 0, size: 0.1, activity: 0.2 })
})

afterAll(async () => {
  for (const program of started) program.signal('SIGKILL')
  await Promise.all(started.map(({ exit }) => exit))
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
      expect((await fetch(`${await running.apiUrl}/v1/markets`)).status).toBe(200)
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
  'over the log of another one, with a store of its own: takes over, and the earlier one ends and says so',
  async () => {
    const first = start({ DATA_DIR: join(directory, 'first') })
    await first.apiUrl
    const log = `lmdb:${join(directory, 'first', 'log')}`
    const second = start({ DATA_DIR: join(directory, 'second'), LOG_URL: log })
    expect(await first.exit).toEqual({ code: 1, signal: null })
    expect(first.stderr()).toMatch(/taken over|another process/)
    expect((await fetch(`${await second.apiUrl}/v1/markets`)).status).toBe(200)
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
    ])
      expect(lines.filter((line) => line.startsWith(name))).toHaveLength(1)
    expect(program.stdout()).toBe('')
  },
  patienceMs,
)
