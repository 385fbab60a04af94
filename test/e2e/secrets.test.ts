// No secrets in logs, metrics, responses, topics or files: the program runs with marked secrets and writes
// every message it can, every endpoint is called with them in every way, and then everything is searched.
// The messages of a program that fails to start are checked in secrets-at-start.test.ts.
import { createHash, generateKeyPairSync } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { lstat, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import pLimit from 'p-limit'
import { request } from 'undici'
import { openLogContents } from '../chaos/log-contents.ts'
import { startProgram, type Program } from '../chaos/program.ts'
import { createKey, logIn, signUp } from '../support/accounts.ts'
import type { FaultRule } from '../../simulator/server/faults.ts'
import { topics, type Topic } from '../../services/topology.ts'
import { until } from '../support/waiting.ts'
import { requestsWith, type SecretRequest } from './secret-requests.ts'
import { findPieces, findSecrets, toSecret, type Secret } from './secret-search.ts'
import { openWorld, type World } from './world.ts'

const timeoutMs = 300_000

const given = {
  email: 'mark.of.an.email@example.com',
  password: 'MarkOfAPassword7dK2',
  wrongPassword: 'MarkOfAWrongPassword4Xn',
  jwtSecret: 'MarkOfTheJwtSecretThatIsUsed9wQe',
  previousJwtSecret: 'MarkOfTheJwtSecretBeforeThat3hTz',
  redisPassword: 'MarkOfTheRedisPassword5pLm',
}
const platformKeyId = 'MarkOfTheKeyIdAtThePlatform8vRs'
const platformKey = generateKeyPairSync('ed25519')
const loginFailures = 5
const demoKeyName = 'the key of the demonstration'

interface Output {
  readonly asked: string
  readonly status: number
  /** Headers and body. */
  readonly text: string
}

let directory: string
let dataDir: string
let world: World
let program: Program
let apiUrl: string
let adminUrl: string
/** Everything that only its owner may see. */
const secrets: Secret[] = []
/** Additionally: what may be in the topic of accounts, and nowhere else. */
const digests: Secret[] = []
const answers: Output[] = []
const adminAnswers: Output[] = []
/** The signatures of requests to the platform, the newest last. */
const signatures: string[] = []
const records = new Map<Topic, Buffer[]>()

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'oddslog-secrets-'))
  dataDir = join(directory, 'data')
  subscribe('http.server.request.start', noteSignature)
  world = await openWorld({
    seed: 'secrets',
    historyDays: 0,
    size: 0.1,
    activity: 0.2,
    faults: platformFaults,
    requiredKey: { id: platformKeyId, publicKey: platformKey.publicKey },
  })
  const privateKeyPath = join(directory, 'key.pem')
  const pem = platformKey.privateKey.export({ type: 'pkcs8', format: 'pem' })
  await writeFile(privateKeyPath, pem, { mode: 0o600 })
  program = startProgram({
    DATA_DIR: dataDir,
    PORT: '0',
    ADMIN_PORT: '0',
    SIMULATOR_PORT: '0',
    LOG_LEVEL: 'trace',
    JWT_SECRET: given.jwtSecret,
    JWT_SECRET_PREVIOUS: given.previousJwtSecret,
    // no server listens there
    CACHE_URL: `redis://user:${given.redisPassword}@127.0.0.1:9/0`,
    RATE_LIMIT: 'off',
    AUTH_RATE_LIMIT: 'off',
    CREATION_LIMIT: 'off',
    LOGIN_FAILURE_LIMIT: `${loginFailures}/900s`,
    SIMULATOR_URL: world.url,
    PLATFORM_B_KEY_ID: platformKeyId,
    PLATFORM_B_PRIVATE_KEY: privateKeyPath,
  })
  apiUrl = await program.apiUrl
  adminUrl = /metrics at (\S+)\/metrics/.exec(program.stdout())?.[1] ?? ''
  await useEverything()
  await askTheOperator()
  program.signal('SIGTERM')
  await program.exit
  await readTopics()
  addPlatformSecrets(String(pem))
}, timeoutMs)

afterAll(async () => {
  program.signal('SIGKILL')
  await program.exit
  unsubscribe('http.server.request.start', noteSignature)
  await world.close()
  await rm(directory, { recursive: true, force: true, maxRetries: 5 })
}, timeoutMs)

/** Requests to the platform that fail in every way that has an error message. */
const platformFaults: readonly FaultRule[] = (
  ['server-error', 'rate-limit', 'html-forbidden', 'reset', 'truncated', 'null-rows'] as const
).map((kind) => ({ kind, probability: 0.05, route: '/trade-api' }))

function noteSignature(message: unknown): void {
  const { request } = message as { request: IncomingMessage }
  const signature = request.headers['kalshi-access-signature']
  if (typeof signature === 'string') signatures.push(signature)
}

/** The key, and the signatures of the first and of the last requests. */
function addPlatformSecrets(pem: string): void {
  secrets.push(toSecret('id of the key of the platform', platformKeyId))
  secrets.push(toSecret('private key of the platform', pem.split('\n')[1] ?? ''))
  const some = [...signatures.slice(0, 5), ...signatures.slice(-5)]
  for (const signature of some) secrets.push(toSecret('signature of a request', signature))
}

async function useEverything(): Promise<void> {
  const { email, password } = given
  const { apiKey } = await signUp(apiUrl, { email, password })
  const token = await logIn(apiUrl, { email, password })
  const made = await createKey(apiUrl, token, 'one more')
  const unusedKey = await createKey(apiUrl, token, 'to be revoked')
  await note({ method: 'GET', path: '/v1/keys', headers: { Authorization: `Bearer ${token}` } })
  await note({
    method: 'DELETE',
    path: `/v1/keys/${unusedKey.id}`,
    headers: { Authorization: `Bearer ${token}` },
  })
  const named = { ...given, apiKey, createdKey: made.apiKey, revokedKey: unusedKey.apiKey, token }
  const { email: _email, ...secret } = named
  for (const [name, text] of Object.entries(secret)) secrets.push(toSecret(name, text))
  const demoKey = /API key, shown this once: (\S+)/.exec(program.stdout())?.[1] ?? ''
  secrets.push(toSecret(demoKeyName, demoKey))
  secrets.push(toSecret('signature of the token', token.split('.')[2] ?? ''))
  for (const [name, key] of Object.entries({ apiKey, createdKey: made.apiKey }))
    digests.push({ name: `digest of ${name}`, bytes: createHash('sha256').update(key).digest() })

  const good = { apiKey, token }
  const openApi: unknown = JSON.parse((await note(withKey(apiKey, '/openapi.json'))).body)
  const ids = await idsOf(apiKey)
  const all = Object.values(secret).flatMap((text) => requestsWith(text, openApi, ids, good))
  const limit = pLimit(8)
  await Promise.all(all.map((one) => limit(() => note(one))))
  // as a real developer gets it wrong, until it is too often
  for (let i = 0; i <= loginFailures; i += 1)
    await sayJson('/v1/auth/login', { email, password: given.wrongPassword })
  await sayJson('/v1/auth/signup', { email, password })
  await sayGarbage(password)
  // questions that are under way when the store dies
  const storePid = program.storePid()
  if (storePid === null) throw new Error('the store is away already')
  process.kill(storePid, 'SIGKILL')
  await Promise.all(
    Object.values(secret).map((text) => note(withKey(apiKey, `/v1/markets/search?q=${text}`))),
  )
}

/** Of a market and an event that are served by now. */
async function idsOf(apiKey: string): Promise<Record<string, string>> {
  const market = await until(async () => {
    const { body } = await note(withKey(apiKey, '/v1/markets?limit=100'))
    const markets = JSON.parse(body) as readonly { id: string; event_slug: string | null }[]
    return markets.find((m) => m.event_slug !== null)
  })
  return { market_id: market.id, slug: market.event_slug ?? '' }
}

function withKey(apiKey: string, path: string): SecretRequest {
  return { method: 'GET', path, headers: { 'X-API-Key': apiKey } }
}

async function sayJson(path: string, value: object): Promise<void> {
  const headers = { 'Content-Type': 'application/json' }
  await note({ method: 'POST', path, headers, body: JSON.stringify(value) })
}

async function note({ method, path, headers, body }: SecretRequest): Promise<{ body: string }> {
  const response = await request(apiUrl + path, {
    method: method as 'GET',
    headers,
    body: body ?? null,
  })
  const text = await response.body.text()
  answers.push({
    asked: `${method} ${path}`,
    status: response.statusCode,
    text: `${JSON.stringify(response.headers)}\n${text}`,
  })
  return { body: text }
}

/** What is no HTTP at all. */
async function sayGarbage(secret: string): Promise<void> {
  const { hostname, port } = new URL(apiUrl)
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.setEncoding('utf8').on('data', (piece: string) => (text += piece))
  socket.end(`${secret}\r\nX-API-Key ${secret}\r\n\r\n${secret}`)
  await once(socket, 'close')
  answers.push({ asked: 'garbage', status: Number(text.split(' ')[1]), text })
}

async function askTheOperator(): Promise<void> {
  const ask = async (path: string, init: RequestInit = {}): Promise<void> => {
    const response = await fetch(adminUrl + path, init)
    const text = JSON.stringify([...response.headers]) + (await response.text())
    adminAnswers.push({ asked: path, status: response.status, text })
  }
  await ask('/health/live')
  await ask('/health/ready')
  for (const secret of secrets) {
    const text = secret.bytes.toString()
    await ask(`/health/${text}?q=${text}`)
    const headers = { 'Content-Type': 'application/json' }
    await ask('/developers/revoke', { method: 'POST', headers, body: `{"password":"${text}"` })
    await ask('/developers/revoke', { method: 'POST', headers, body: `{"password":"${text}"}` })
  }
  const body = JSON.stringify({ email: given.email, reason: 'the test is over' })
  const headers = { 'Content-Type': 'application/json' }
  await ask('/developers/revoke', { method: 'POST', headers, body })
  await ask('/metrics')
}

async function readTopics(): Promise<void> {
  const log = await openLogContents(dataDir)
  for (const topic of Object.keys(topics) as Topic[]) {
    const found: Buffer[] = []
    for await (const { key, value, contents } of log.records(topic)) {
      found.push(Buffer.concat([Buffer.from(key ?? ''), value]))
      if (topic !== 'developers') continue
      const { signed_up: signedUp } = contents as { signed_up: { password_hash: Buffer } | null }
      if (signedUp)
        digests.push({ name: 'hash of a password', bytes: signedUp.password_hash.subarray(-32) })
    }
    records.set(topic, found)
  }
  await log.close()
}

const emailMark = toSecret('email', given.email)
const recordsOf = (topic: Topic): readonly Buffer[] => records.get(topic) ?? []

describe('what was said', () => {
  it('is every answer there is, but those of a failure', () => {
    const statuses = new Set(answers.map(({ status }) => status))
    // while the store is away there may be 503, too
    expect([...statuses].filter((status) => status < 500).toSorted((a, b) => a - b)).toEqual([
      200, 201, 204, 400, 401, 404, 405, 409, 413, 415, 422, 429,
    ])
    expect(new Set(adminAnswers.map(({ status }) => status))).toEqual(new Set([200, 404, 422]))
  })

  it('includes signed requests to a platform, accepted ones and failed ones', () => {
    expect(signatures.length).toBeGreaterThan(20)
    const requests = adminAnswers.at(-1)?.text ?? ''
    const outcomes = (outcome: string): RegExp =>
      new RegExp(`platform="platform_b"[^}]*outcome="${outcome}"`)
    for (const outcome of ['ok', '500', 'html']) expect(requests).toMatch(outcomes(outcome))
    expect(requests).not.toMatch(outcomes('401'))
  })

  it('has notified the operator of Redis and of the store', () => {
    expect(program.stderr()).toContain('Redis is unavailable')
    expect(program.stderr()).toContain('the store child process died')
  })
})

describe('no secret', () => {
  it('is in an answer', () => {
    const all = [...secrets, ...digests]
    const leaks = answers.flatMap(({ asked, status, text }) =>
      findSecrets(all, text).map((found) => `${asked} ${status}: ${found}`),
    )
    expect(leaks).toEqual([])
  })

  it('is in a refusal, not even a piece of it', () => {
    const leaks = answers
      .filter(({ status }) => status >= 400)
      .flatMap(({ asked, status, text }) =>
        findPieces(secrets, text).map((found) => `${asked} ${status}: ${found}`),
      )
    expect(leaks).toEqual([])
  })

  it('is in a log line, or in what a person is shown', () => {
    const all = [...secrets, ...digests, emailMark]
    expect(findSecrets(all, program.stderr())).toEqual([])
    expect(findPieces(secrets, program.stderr())).toEqual([])
    // of all of them a person is shown one, and on the first start only
    expect(findSecrets(all, program.stdout())).toEqual([`${demoKeyName} as text`])
  })

  it('is in a metric, or another answer of the admin port', () => {
    const all = [...secrets, ...digests, emailMark]
    const leaks = adminAnswers.flatMap(({ asked, text }) =>
      findSecrets(all, text).map((found) => `${asked}: ${found}`),
    )
    expect(leaks).toEqual([])
    expect(adminAnswers.at(-1)?.text).toContain('oddslog_cache_lost 1')
  })

  it.each(Object.keys(topics) as Topic[])('is in a record of %s', (topic) => {
    const isOfAccounts = topic === 'developers'
    const all = isOfAccounts ? secrets : [...secrets, ...digests, emailMark]
    expect(recordsOf(topic).flatMap((record) => findSecrets(all, record))).toEqual([])
  })

  it('is in a file', async () => {
    const leaks: string[] = []
    for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (entry.isFile())
        for (const found of findSecrets(secrets, await readFile(path)))
          leaks.push(`${relative(dataDir, path)}: ${found}`)
    }
    expect(leaks).toEqual([])
  })
})

describe('a file of the service', () => {
  it('is for its owner only, like its directory', async () => {
    const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
    const modes = await Promise.all(
      [dataDir, ...entries.map((e) => join(e.parentPath, e.name))].map(
        async (path) => [relative(directory, path), (await lstat(path)).mode & 0o077] as const,
      ),
    )
    expect(modes.length).toBeGreaterThan(20)
    // the permissions of a symbolic link, which mean nothing, are always 777
    const links = new Set(entries.filter((e) => e.isSymbolicLink()).map((e) => e.name))
    const open = modes.filter(([path, others]) => others !== 0 && !links.has(basename(path)))
    expect(open).toEqual([])
  })
})

describe('the search', () => {
  it('finds in the accounts what is there', () => {
    const all = recordsOf('developers')
    const found = new Set(all.flatMap((record) => findSecrets([...digests, emailMark], record)))
    expect([...found].toSorted()).toEqual([
      'digest of apiKey as text',
      'digest of createdKey as text',
      'email as text',
      'hash of a password as text',
    ])
  })
})
