// The program is killed while developers sign up and create and revoke keys: acknowledged changes are
// there after the restart, and others were applied completely or not at all.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createRandom, hashOf } from '../../simulator/random.ts'
import { sleep } from '../support/waiting.ts'
import { noLimits } from '../e2e/service.ts'
import { seedOfRun } from '../e2e/world.ts'
import { logIn, signUp, statusWith, UnexpectedStatus } from '../support/accounts.ts'
import { createCustomer, type Customer } from './customer.ts'
import { openLogContents } from './log-contents.ts'
import { killsOfRun, startProgram, type Program } from './program.ts'

const kills = killsOfRun(6)
/** A kill with its restart takes 3 s; longer where other tests share the processors. */
const longestMs = 400_000 + kills * 20_000
const customers = 4
/** It is killed at most so long after they went to work. */
const longestWorkMs = 1_500

const seed = seedOfRun('accounts')
const random = createRandom(hashOf(seed))

let dataDir: string
let program: Program

/** No platform answers: there are only accounts. */
function start(): Program {
  return startProgram({
    DATA_DIR: dataDir,
    PORT: '0',
    ADMIN_PORT: '0',
    LOG_LEVEL: 'silent',
    PLATFORMS: 'platform_b',
    PLATFORM_B_URL: 'http://127.0.0.1:9',
    ...noLimits,
  })
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oddslog-accounts-killed-'))
})

afterAll(async () => {
  program.signal('SIGKILL')
  await program.exit
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

describe('accounts of a program that is killed', () => {
  let all: readonly Customer[]

  it(
    'hold what was answered, and of the rest nothing by halves',
    async () => {
      program = start()
      const demoKey = /shown this once: (\S+)/
      await program.apiUrl
      while (!demoKey.test(program.stdout())) await sleep(20)
      const firstKey = demoKey.exec(program.stdout())?.[1] ?? ''
      all = Array.from({ length: customers }, (_, i) => createCustomer(`${seed}-${i}`))
      for (const customer of all) await customer.open(await program.apiUrl)
      for (let kill = 0; kill < kills; kill += 1) {
        const url = await program.apiUrl
        const work = all.map((customer) => customer.workUntilKilled(url))
        await sleep(random.below(longestWorkMs))
        program.signal('SIGKILL')
        const { signal, code } = await program.exit
        if (signal !== 'SIGKILL') throw new Error(`ended by itself, ${code}: ${program.stderr()}`)
        await Promise.all(work)
        program = start()
        const restarted = await program.apiUrl
        expect(await statusWith(restarted, firstKey)).toBe(200)
        for (const customer of all) expect(await customer.faultsAfterRestart(restarted)).toEqual([])
      }
      const counts: Record<string, number> = {}
      for (const customer of all)
        for (const [what, count] of Object.entries(customer.counts()))
          counts[what] = (counts[what] ?? 0) + count
      process.stdout.write(`${kills} kills: ${JSON.stringify(counts)}\n`)
      const changes = ['signup', 'new key', 'revocation']
      for (const change of changes) expect(counts[`${change} answered`]).toBeGreaterThan(0)
      const lost = changes.map((change) => counts[`${change} not answered`] ?? 0)
      expect(Math.max(...lost)).toBeGreaterThan(0)
    },
    longestMs,
  )

  it('an acknowledged email has an account, and its password works', async () => {
    const url = await program.apiUrl
    for (const { credentials } of all.flatMap((customer) => customer.accounts())) {
      await logIn(url, credentials)
      const again = signUp(url, { ...credentials, password: 'of somebody else' })
      await expect(again).rejects.toBeInstanceOf(UnexpectedStatus)
      await expect(again).rejects.toMatchObject({ status: 409 })
    }
  })

  it('the topic has every change once, each after the signup of its developer', async () => {
    program.signal('SIGTERM')
    expect(await program.exit).toEqual({ code: 0, signal: null })
    const contents = await openLogContents(dataDir)
    const faults: string[] = []
    const signedUp = new Set<string>()
    const withKey = new Set<string>()
    const keys = new Set<string | null>()
    try {
      for await (const { key, contents: responses } of contents.records('developers')) {
        if (keys.has(key)) faults.push(`twice: ${key}`)
        keys.add(key)
        if (responses.signed_up !== null) signedUp.add(responses.developer_id)
        else if (!signedUp.has(responses.developer_id)) faults.push(`of nobody: ${key}`)
        if (responses.key_created !== null) withKey.add(responses.developer_id)
      }
    } finally {
      await contents.close()
    }
    expect(faults).toEqual([])
    expect([...withKey]).toEqual([...signedUp])
    expect(signedUp.size).toBeGreaterThan(customers)
  })
})
