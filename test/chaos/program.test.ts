// The program as a child process: its output and exit status when its environment is invalid, when another
// process uses its data, and when it is stopped.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually, sleep } from '../support/waiting.ts'
import { openWorld, type World } from '../e2e/world.ts'
import { signUp, statusWith } from '../support/accounts.ts'
import { root } from '../support/source-files.ts'
import { createPrograms, type Program } from './program.ts'

const run = promisify(execFile)

const programs = createPrograms()

let directory: string
let world: World

function start(variables: Readonly<Record<string, string>>): Program {
  return programs.start({ SIMULATOR_URL: world.url, ...variables })
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'oddslog-program-'))
  world = await openWorld({ seed: 'program', historyDays: 0, size: 0.1, activity: 0.2 })
})

afterAll(async () => {
  await programs.killAll()
  await world.close()
  await rm(directory, { recursive: true, force: true, maxRetries: 5 })
})

it('is compiled and run by `npm start`, with the arguments', async () => {
  const { stdout } = await run('npm', ['start', '--', 'help'], { cwd: root })
  expect(stdout).toMatch(/^oddslog .* Arguments:$/m)
})

describe('a running program', () => {
  let running: Program

  beforeAll(async () => {
    const variables = { SIMULATOR_URL: world.url, DATA_DIR: join(directory, 'running') }
    running = programs.start(variables)
    await running.apiUrl
  })

  it('keeps another one off its data', async () => {
    const second = start({ DATA_DIR: join(directory, 'running') })
    expect(await second.exit).toEqual({ code: 1, signal: null })
    const lines = second.stderr().trim().split('\n')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/another oddslog is using .*running/)
    const url = await running.apiUrl
    expect(await statusWith(url, (await signUp(url)).apiKey)).toBe(200)
  })

  it('stops on SIGTERM with exit code 0, and nothing of it is left', async () => {
    const storePid = running.storePid()
    expect(storePid).not.toBeNull()
    running.signal('SIGTERM')
    expect(await running.exit).toEqual({ code: 0, signal: null })
    expect(running.stderr()).toBe('')
    expect(() => process.kill(storePid ?? 0, 0)).toThrow('ESRCH')
  })
})

it('names the variable that sets another port when one is in use', async () => {
  const taken = new URL(world.url).port
  const program = start({ DATA_DIR: join(directory, 'port'), PORT: taken })
  expect(await program.exit).toEqual({ code: 1, signal: null })
  const [what, advice, ...more] = program.stderr().trim().split('\n')
  expect(what).toMatch(new RegExp(`^api server did not start: .*EADDRINUSE.*:${taken}$`))
  expect(advice).toBe('set PORT, ADMIN_PORT or SIMULATOR_PORT to use other ports')
  expect(more).toEqual([])
  // no key has been printed yet
  const second = start({ DATA_DIR: join(directory, 'port') })
  while (!/API key/.test(second.stdout())) await sleep(25)
  expect(second.stdout()).toContain('Your API key, shown this once: ol_')
  // it would fetch history while the next cases run
  await programs.killAll()
})

it('over the log of another one, with a store of its own: takes over, and the earlier one ends and says so', async () => {
  const first = start({ DATA_DIR: join(directory, 'first') })
  const { apiKey } = await signUp(await first.apiUrl)
  const log = `lmdb:${join(directory, 'first', 'log')}`
  const second = start({ DATA_DIR: join(directory, 'second'), LOG_URL: log })
  expect(await first.exit).toEqual({ code: 1, signal: null })
  expect(first.stderr()).toMatch(/taken over|another process/)
  expect(await statusWith(await second.apiUrl, apiKey)).toBe(200)
  await programs.killAll()
})

describe('a program that starts', () => {
  const dataDir = (): string => join(directory, 'early')
  let program: Program

  // Loading the program took up to 52 s on a machine with ten busy processes per processor, and that
  // is not what is tested.
  beforeAll(async () => {
    program = start({ DATA_DIR: dataDir() })
    const ended = program.exit.then(() => {
      throw new Error(`it ended: ${program.stderr()}`)
    })
    while (!existsSync(join(dataDir(), 'log'))) await Promise.race([sleep(5), ended])
    ended.catch(() => undefined)
  })

  it('stops on SIGTERM, too', async () => {
    program.signal('SIGTERM')
    expect(await program.exit).toEqual({ code: 0, signal: null })
  })
})

it('takes the two signals that one Ctrl-C makes under npm for one', async () => {
  const program = start({ DATA_DIR: join(directory, 'twice') })
  await program.apiUrl
  program.signal('SIGINT')
  while (!program.stdout().includes('Stopping.')) await sleep(5)
  program.signal('SIGINT')
  expect(await program.exit).toEqual({ code: 0, signal: null })
})

it('ends at once at a second signal, and loses nothing', async () => {
  const variables = { DATA_DIR: join(directory, 'second-signal') }
  const program = start(variables)
  const { apiKey } = await signUp(await program.apiUrl)
  const storePid = program.storePid() ?? 0
  // the program waits for the end of its store
  process.kill(storePid, 'SIGSTOP')
  program.signal('SIGTERM')
  while (!program.stdout().includes('Stopping.')) await sleep(5)
  await sleep(1_100)
  program.signal('SIGTERM')
  expect(await program.exit).toEqual({ code: null, signal: 'SIGKILL' })
  process.kill(storePid, 'SIGCONT')
  await eventually(async () => expect(() => process.kill(storePid, 0)).toThrow('ESRCH'))
  const next = start(variables)
  expect(await statusWith(await next.apiUrl, apiKey)).toBe(200)
  await programs.killAll()
})

it('reports every problem of its environment at once', async () => {
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
})
