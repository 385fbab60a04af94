// The first minutes of a user, and the operator's commands for accounts: the commands that the program
// prints are pasted into a shell, and so are the requests of README.md and docs/api.md.
import { execFile } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sleep } from '../support/waiting.ts'
import { openWorld, type World } from '../e2e/world.ts'
import { listKeys, logIn, newCredentials, signUp, statusWith } from '../support/accounts.ts'
import { describeWhere, findMissing } from '../support/describe-where.ts'
import { root } from '../support/source-files.ts'
import { createPrograms, type Program } from './program.ts'

const run = promisify(execFile)

/** As a person would, in a shell. */
const describePasted = (what: string, body: () => void): void =>
  describeWhere(findMissing(['curl']), `${what}, pasted`, body)

let directory: string
let world: World
const programs = createPrograms()

function start(name: string, variables: Record<string, string> = {}, args: string[] = []): Program {
  const own = { DATA_DIR: join(directory, name), SIMULATOR_URL: world.url }
  return programs.start({ ...own, ...variables }, args)
}

async function stopped(program: Program): Promise<void> {
  program.signal('SIGTERM')
  expect(await program.exit).toEqual({ code: 0, signal: null })
  expect(program.stderr()).toBe('')
}

/** When it has shown its last line. */
async function shown(program: Program, lastLine: RegExp): Promise<void> {
  await program.apiUrl
  while (!lastLine.test(program.stdout())) await sleep(50)
}

const curlLines = (text: string): string[] =>
  text.split('\n').filter((line) => /^ *curl /.test(line))

/** As a person pastes it; the JSON that comes back. */
async function paste(line: string, env: Record<string, string> = {}): Promise<unknown> {
  const variables = { PATH: process.env['PATH'], ...env }
  const { stdout } = await run('sh', ['-c', line], { cwd: directory, env: variables })
  // with -i, the headers precede the body
  const body = stdout.replace(/^HTTP\/[\s\S]*?\r\n\r\n/, '')
  return body === '' ? null : JSON.parse(body)
}

/** Resolves with the ids of two matching markets when both have a price: their trades may still be fetched. */
async function matchWithPrices(url: string, key: string): Promise<readonly [string, string]> {
  const get = (path: string): Promise<Response> =>
    fetch(`${url}/v1/${path}`, { headers: { 'X-API-Key': key } })
  for (;;) {
    const { matches } = (await (await get('matching-markets?limit=10')).json()) as {
      matches: { platform_a: { id: string }; platform_b: { id: string } }[]
    }
    for (const { platform_a: a, platform_b: b } of matches) {
      const prices = await Promise.all([a, b].map(({ id }) => get(`markets/${id}/price`)))
      if (prices.every(({ ok }) => ok)) return [a.id, b.id]
    }
    await sleep(1_000)
  }
}

/** null: none. */
const faultsOf = (answer: unknown): unknown =>
  (answer as { readonly detail?: unknown } | null)?.detail ?? null

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'oddslog-accounts-'))
  world = await openWorld({ seed: 'first minutes', historyDays: 1, size: 0.1, activity: 0.5 })
})

afterAll(async () => {
  await programs.killAll()
  await world.close()
  await rm(directory, { recursive: true, force: true, maxRetries: 5 })
})

describe('the first start, and the second', () => {
  let program: Program
  let demoKey: string
  let token: string
  const customer = newCredentials()

  beforeAll(async () => {
    program = start('users')
    await shown(program, /^Ready\. Try:\n[^]*\/v1\/matching-markets.*\n$/m)
    demoKey = /^Your API key, shown this once: (\S+)$/m.exec(program.stdout())?.[1] ?? ''
  })

  it('makes a key that works, and keeps the secret of tokens from others', async () => {
    expect(await statusWith(await program.apiUrl, demoKey)).toBe(200)
    expect(program.stdout().match(/Your API key/g)).toHaveLength(1)
    const { mode, size } = statSync(join(directory, 'users', 'jwt-secret'))
    expect([mode & 0o777, size]).toEqual([0o600, 43])
    expect(program.stderr()).toBe('')
  })

  describePasted('what is shown', () => {
    it('has requests that work', async () => {
      const lines = curlLines(program.stdout())
      // a book is shown only if one was there by then
      for (const kind of ['price?at_time', 'candles', 'trades', 'v1/events/', 'matching-markets'])
        expect([kind, lines.filter((line) => line.includes(kind)).length]).toEqual([kind, 1])
      for (const line of lines) {
        const answer = await paste(line)
        expect([line, faultsOf(answer)]).toEqual([line, null])
        expect([line, JSON.stringify(answer).length > 50]).toEqual([line, true])
      }
    })

    it.each(['README.md', 'docs/api.md'])('%s has requests that work', async (page) => {
      const url = await program.apiUrl
      // a stream does not end
      const lines = curlLines(readFileSync(join(root, page), 'utf8')).filter(
        (line) => !line.includes('/v1/stream'),
      )
      expect(lines.length).toBeGreaterThan(2)
      const [marketId, otherMarketId] = await matchWithPrices(url, demoKey)
      // what a reader takes from one answer into the next request
      const known: Record<string, string> = {
        KEY: demoKey,
        MARKET: marketId,
        OTHER_MARKET: otherMarketId,
        WALLET: `0x${'0a'.repeat(20)}`,
        SECOND: String(Math.floor(Date.now() / 1000)),
      }
      let second = ''
      for (const line of lines) {
        expect(line).toContain('http://127.0.0.1:8080/')
        const answer = await paste(line.replace('http://127.0.0.1:8080', url), known)
        expect([line, faultsOf(answer)]).toEqual([line, null])
        const output = (answer ?? {}) as { api_key?: string; access_token?: string; id?: string }
        if (output.access_token !== undefined) known['TOKEN'] = output.access_token
        if (line.includes('/auth/signup')) known['KEY'] = output.api_key ?? ''
        if (line.includes('"label"')) {
          known['ID'] = output.id ?? ''
          second = output.api_key ?? ''
          expect(await statusWith(url, second)).toBe(200)
        }
        if (line.includes('DELETE')) expect(await statusWith(url, second)).toBe(401)
      }
    })
  })

  it('are one: keys and tokens of the first are good in the second, which shows no key', async () => {
    const { apiKey } = await signUp(await program.apiUrl, customer)
    token = await logIn(await program.apiUrl, customer)
    await stopped(program)

    program = start('users')
    const url = await program.apiUrl
    await shown(program, /^Ready\.\n$/m)
    expect(program.stdout()).not.toMatch(/Your API key|\bol_/)
    expect(await statusWith(url, demoKey)).toBe(200)
    expect(await statusWith(url, apiKey)).toBe(200)
    expect(await listKeys(url, token)).toMatchObject([{ revoked_at: null }])
  })

  describePasted('what the second start shows', () => {
    it('says how to get a key, by requests that work', async () => {
      const [signup = '', request = '', ...more] = curlLines(program.stdout())
      expect(more).toEqual([])
      const { api_key: apiKey } = (await paste(signup)) as { api_key: string }
      expect(await paste(request.replace('<your key>', apiKey))).toHaveLength(3)
    })
  })

  it('accepts a new JWT_SECRET, and tokens of the previous one as long as it is configured', async () => {
    const before = readFileSync(join(directory, 'users', 'jwt-secret'), 'utf8')
    const secrets = { JWT_SECRET: 'another secret, of 32 bytes at least' }
    await stopped(program)
    program = start('users', { ...secrets, JWT_SECRET_PREVIOUS: before })
    expect(await listKeys(await program.apiUrl, token)).toHaveLength(1)
    const newer = await logIn(await program.apiUrl, customer)
    await stopped(program)

    program = start('users', secrets)
    const url = await program.apiUrl
    expect(await listKeys(url, newer)).toHaveLength(1)
    await expect(listKeys(url, token)).rejects.toMatchObject({ status: 401 })
    await stopped(program)
  })
})

describe('revoke-developer', () => {
  let program: Program
  let adminPort: string

  const revoke = async (...args: string[]): Promise<{ code: number | null; output: string }> => {
    const command = start('running', { ADMIN_PORT: adminPort }, ['revoke-developer', ...args])
    const { code } = await command.exit
    return { code, output: (command.stdout() + command.stderr()).trim() }
  }

  beforeAll(async () => {
    program = start('running')
    await program.apiUrl
    adminPort = /metrics at \S+:(\d+)\/metrics/.exec(program.stdout())?.[1] ?? ''
  })

  it('ends an account with its keys and tokens, and no other', async () => {
    const url = await program.apiUrl
    const [theirs, other] = [await signUp(url), await signUp(url)]
    const token = await logIn(url, theirs)
    const { code, output } = await revoke(theirs.email.toUpperCase(), 'shared', 'its key')
    expect(output).toMatch(/^The account dev_\S+ is revoked, with its keys and tokens\.$/)
    expect(code).toBe(0)
    expect(await statusWith(url, theirs.apiKey)).toBe(401)
    await expect(listKeys(url, token)).rejects.toMatchObject({ status: 401 })
    await expect(logIn(url, theirs)).rejects.toMatchObject({ status: 401 })
    await expect(signUp(url, theirs)).rejects.toMatchObject({ status: 409 })
    expect(await statusWith(url, other.apiKey)).toBe(200)
    expect((await revoke(theirs.email)).code).toBe(0)
  })

  it('says that there is no such account', async () => {
    expect(await revoke('nobody@example.com')).toEqual({
      code: 1,
      output: 'no account has the email nobody@example.com',
    })
  })

  it('says that no service runs there', async () => {
    await stopped(program)
    const { code, output } = await revoke('nobody@example.com')
    expect(output).toBe(
      `nothing answers at http://127.0.0.1:${adminPort}: the service must run, with this ADMIN_PORT`,
    )
    expect(code).toBe(1)
  })
})
