// The commands `backup` and `restore` with a log and a store of their own, and no running service.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import pino from 'pino'
import { runBackup, runRestore } from '../../services/compose/backup-commands.ts'
import { createDataDir } from '../../services/compose/data-dir.ts'
import { migrationsDir } from '../../services/compose/log-and-store.ts'
import { openReadOnlyLog } from '../../services/compose/read-only-log.ts'
import { parseConfig } from '../../services/config.ts'
import { readOrCreateLogIdentity } from '../../services/lib/run/log-identity.ts'
import { openStore, type OpenedStore } from '../../services/lib/store/clickhouse.ts'
import { migrate, readMigrations } from '../../services/lib/store/migrate.ts'
import { manifestFile, type Manifest } from '../../services/ops/backup/manifest.ts'
import { backupMark, restoreMark } from '../../services/ops/backup/unfinished-mark.ts'
import { exitCodes } from '../../services/ops/command-failure.ts'
import { toTradeRow, tradeColumns } from '../../services/projector/tables/trades.ts'
import { openOpsLog, topicPrefix, type OpsLog } from '../ops/ops-log.ts'
import { aTrade } from '../projector/records.ts'

const secret = 'TheSecretOfThisInstallation-0123456789'
const logger = pino({ level: 'silent' })

let ops: OpsLog
let dataDir: string
/** Of this file. */
let parent: string
/** A complete backup, which the tests copy. */
let original: string
let secretsFile: string
/** Of one test. */
let directory: string
let restored: string

beforeAll(async () => {
  ops = await openOpsLog()
  dataDir = dirname(ops.logPath)
  parent = await mkdtemp(join(tmpdir(), 'oddslog-backup-'))
  original = join(parent, 'original')
  secretsFile = join(parent, 'secrets.json')
  await readOrCreateLogIdentity({ ...ops, topicPrefix, now: () => ops.nowMs })
  await appendTrades(0)
  await ops.log.close()
  await withStore(dataDir, async (store) => {
    await migrate(store, await readMigrations(migrationsDir))
    await insertTrades(store, 0)
  })
  await writeFile(join(dataDir, 'jwt-secret'), secret)
  await backup(original, { secretsFile })
})
afterAll(async () => {
  await rm(parent, { recursive: true })
  await rm(dataDir, { recursive: true })
})
beforeEach(async () => {
  directory = await mkdtemp(join(parent, 'test-'))
  restored = join(directory, 'data')
})

const tradesOf = (round: number) =>
  Array.from({ length: 50 }, (_, n) => aTrade({ id: `trade-${round}-${n}` }))

function appendTrades(round: number): Promise<void> {
  return ops.append(
    'trades',
    0,
    tradesOf(round).map((trade) => ({ key: trade.market_id, value: { trade, progress: null } })),
  )
}

function insertTrades(store: OpenedStore, round: number): Promise<void> {
  const rows = tradesOf(round).map((trade, n) => toTradeRow(trade, 50 * round + n))
  return store.insert('trades', tradeColumns, rows)
}

async function withStore<T>(dir: string, work: (store: OpenedStore) => Promise<T>): Promise<T> {
  const store = await openStore({ url: `chdb:${join(dir, 'store')}` })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const optionsOf = (dir: string, changes: Readonly<Record<string, string>> = {}) => ({
  // nothing listens at this port
  config: parseConfig({ DATA_DIR: dir, ADMIN_PORT: '9', ...changes }, ['ops', 'backup', '/x']),
  logger,
  now: () => Date.now(),
  pid: process.pid,
  version: '1.2.3',
  showProgress: (): void => undefined,
  signal: new AbortController().signal,
})

interface Changes {
  readonly secretsFile?: string
  readonly dryRun?: boolean
  readonly options?: Partial<ReturnType<typeof optionsOf>>
}

/** Returns the result that the command prints. */
async function run(
  command: typeof runBackup,
  [from, dir]: readonly [string, string],
  { options, ...changes }: Changes,
): Promise<unknown> {
  let shown = ''
  const show = (line: string): void => {
    shown += line
  }
  const request = { directory: from, secretsFile: null, dryRun: false, json: true, ...changes }
  await command(request, { ...optionsOf(dir), show, ...options })
  return JSON.parse(shown)
}

const backup = (to: string, changes: Changes = {}) => run(runBackup, [to, dataDir], changes)
const restore = (from: string, changes: Changes = {}) => run(runRestore, [from, restored], changes)

async function manifestOf(backupDir: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(backupDir, manifestFile), 'utf8')) as Manifest
}

/** A copy of the backup to be damaged, with other contents of its manifest. */
async function copyOf(change: (manifest: Manifest) => object = (same) => same): Promise<string> {
  const copy = join(directory, 'backup')
  await cp(original, copy, { recursive: true })
  const changed = change(await manifestOf(copy))
  await writeFile(join(copy, manifestFile), JSON.stringify(changed))
  return copy
}

function refused(message: RegExp | string) {
  return expect.objectContaining({
    exitCode: exitCodes.refused,
    message: expect.stringMatching(message),
  })
}

/** Counts and hashes of all tables. */
async function tablesIn(store: OpenedStore): Promise<readonly unknown[]> {
  const tables = await store.query<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree' ORDER BY name`,
  )
  const contents = tables.map(({ name }) =>
    store.query(
      `SELECT '${name}' AS name, count() AS rows, sum(cityHash64(*)) AS hash FROM ${name}`,
    ),
  )
  return Promise.all(contents)
}

const tablesOf = (dir: string) => withStore(dir, tablesIn)

async function recordsOf(dir: string): Promise<readonly string[]> {
  const { log } = await openReadOnlyLog(optionsOf(dir))
  try {
    const found: string[] = []
    for await (const { offset, value } of log.read({
      topic: `${topicPrefix}trades`,
      partition: 0,
      from: 0,
    }))
      found.push(`${offset} ${value.toString('hex')}`)
    return found
  } finally {
    await log.close()
  }
}

describe('a backup', () => {
  it('restores the log, the store, the schemas and, apart, the secrets', async () => {
    expect(await restore(original, { secretsFile })).toMatchObject({ data_dir: restored })
    expect(await tablesOf(restored)).toEqual(await tablesOf(dataDir))
    expect(await recordsOf(restored)).toEqual(await recordsOf(dataDir))
    expect((await readdir(join(restored, 'schemas'))).length).toBeGreaterThan(10)
    expect(await readFile(join(restored, 'jwt-secret'), 'utf8')).toBe(secret)
    expect(existsSync(join(restored, restoreMark))).toBe(false)
    await createDataDir(optionsOf(restored).config, logger)
  })

  it('has no secrets in its directory, and is for its owner only', async () => {
    const entries = await readdir(original, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile())
    for (const { parentPath, name } of files)
      expect((await readFile(join(parentPath, name))).includes(secret)).toBe(false)
    const copied = files.filter(({ parentPath }) => parentPath.includes('/store/'))
    for (const { parentPath, name } of [{ parentPath: parent, name: 'secrets.json' }, ...copied])
      expect([name, (await stat(join(parentPath, name))).mode & 0o777]).toEqual([name, 0o600])
  })

  it('has a manifest with the offsets of the log, and the size and sha256 of each file', async () => {
    const { topics, files, formats, log_id, oddslog } = await manifestOf(original)
    expect(topics['pm.trades']).toEqual([50, ...Array.from({ length: 11 }, () => 0)])
    expect({ formats, oddslog }).toMatchObject({ formats: { backup: 1, log: 2 }, oddslog: '1.2.3' })
    expect(log_id).toMatch(/^[0-9a-f-]{36}$/)
    for (const { stored_at, bytes, sha256 } of files) {
      const content = await readFile(join(original, stored_at))
      const hash = createHash('sha256').update(content).digest('hex')
      expect([content.length, hash]).toEqual([bytes, sha256])
    }
  })

  it('in the same directory adds what is new, and when it is interrupted leaves all as it was', async () => {
    const copy = await copyOf()
    const before = await manifestOf(copy)
    const tables = await withStore(dataDir, async (store) => {
      await insertTrades(store, 1)
      return tablesIn(store)
    })
    const interrupted = new AbortController()
    const showProgress = (): void => interrupted.abort()
    const options = { signal: interrupted.signal, showProgress }
    await expect(backup(copy, { options })).rejects.toThrow(/interrupted/)
    expect(await readdir(copy)).toContain(backupMark)
    expect(await manifestOf(copy)).toEqual(before)
    await restore(copy, { dryRun: true })

    const { bytes, added_bytes } = (await backup(copy)) as Record<string, number>
    expect(added_bytes).toBeLessThan(bytes ?? 0)
    const after = await manifestOf(copy)
    const isKept = ({ stored_at }: { readonly stored_at: string }): boolean =>
      before.files.some((file) => file.stored_at === stored_at)
    expect(after.files.filter(isKept).length).toBeGreaterThan(before.files.length / 2)
    const entries = await readdir(copy, { recursive: true, withFileTypes: true })
    expect(entries.filter((entry) => entry.isFile())).toHaveLength(after.files.length + 1)
    await restore(copy)
    expect(await tablesOf(restored)).toEqual(tables)
  })

  it('can be at the root of a file system', async () => {
    await mkdir(join(directory, 'lost+found'))
    await backup(directory, { dryRun: true })
  })

  it('only says with --dry-run what it would copy', async () => {
    const target = join(directory, 'new')
    expect(await backup(target, { dryRun: true })).toMatchObject({ dry_run: true })
    expect(existsSync(target)).toBe(false)
  })
})

describe('backup refuses', () => {
  it('a directory with other files', async () => {
    await writeFile(join(directory, 'letter.txt'), 'Dear Ada')
    await expect(backup(directory)).rejects.toEqual(refused(/is not empty and has no backup/))
  })

  it('a directory in DATA_DIR', async () => {
    const inside = backup(join(dataDir, 'backups'))
    await expect(inside).rejects.toEqual(refused(/name another place/))
    const link = join(directory, 'link')
    await symlink(dataDir, link)
    await expect(backup(join(link, 'backups'))).rejects.toEqual(refused(/name another place/))
  })

  it('a file in place of a directory', async () => {
    await expect(backup(secretsFile)).rejects.toEqual(refused(/is a file: name a directory/))
  })

  it('a directory with a backup of another installation', async () => {
    const copy = await copyOf((manifest) => ({ ...manifest, log_id: 'another' }))
    await expect(backup(copy)).rejects.toEqual(refused(/a backup of another installation/))
  })

  it('a directory that another process is filling', async () => {
    await writeFile(join(directory, backupMark), `${process.ppid}\n`)
    const busy = backup(directory)
    await expect(busy).rejects.toEqual(refused(`process ${process.ppid} is filling`))
  })

  it('a file for the secrets that is in the directory, or has something else', async () => {
    const target = join(directory, 'new')
    const inside = backup(target, { secretsFile: join(target, 'secrets.json') })
    await expect(inside).rejects.toEqual(refused(/keep the secrets in another place/))
    const letter = join(directory, 'letter.txt')
    await writeFile(letter, 'Dear Ada')
    const taken = backup(target, { secretsFile: letter })
    await expect(taken).rejects.toEqual(refused(/exists with other content/))
    const folder = backup(target, { secretsFile: directory })
    await expect(folder).rejects.toEqual(refused(/is a directory: name a file/))
    const nowhere = backup(target, { secretsFile: join(directory, 'missing', 'secrets') })
    await expect(nowhere).rejects.toEqual(refused(/there is no directory .*missing: create it/))
    expect(existsSync(target)).toBe(false)
  })

  it('a disk with too little space, before it writes anything', async () => {
    const target = join(directory, 'new')
    // takes no space itself
    const sparse = join(dataDir, 'log', 'sparse')
    await writeFile(sparse, '')
    await truncate(sparse, 2 ** 42)
    const expected = refused(/^the disk of .* has \d+ MB free, and \d+ MB are needed$/)
    const secrets = join(directory, 'secrets.json')
    for (const dryRun of [true, false])
      await expect(backup(target, { dryRun, secretsFile: secrets })).rejects.toEqual(expected)
    expect(await readdir(directory)).toEqual([])
    await rm(sparse)
    await backup(target)
  })

  it('a Kafka log and a ClickHouse server', async () => {
    const { config } = optionsOf(dataDir, { STORE_URL: 'http://127.0.0.1:8123/pm' })
    await expect(backup(join(directory, 'new'), { options: { config } })).rejects.toMatchObject({
      exitCode: exitCodes.invalid,
      message: expect.stringContaining('docs/operating.md'),
    })
  })
})

describe('restore refuses, before it writes anything,', () => {
  async function expectRefused(
    from: string,
    message: RegExp,
    changes: Changes = {},
  ): Promise<void> {
    await expect(restore(from, changes)).rejects.toEqual(refused(message))
    expect(existsSync(restored)).toBe(false)
  }

  const fileOf = async (copy: string): Promise<string> => {
    const { files } = await manifestOf(copy)
    return join(copy, files.findLast(({ bytes }) => bytes > 100)?.stored_at ?? '')
  }

  it('a file cut in half', async () => {
    const copy = await copyOf()
    const file = await fileOf(copy)
    await truncate(file, Math.floor((await stat(file)).size / 2))
    await expectRefused(copy, /the backup is damaged: .* has \d+ bytes instead of \d+/)
  })

  it('a file with another byte', async () => {
    const copy = await copyOf()
    const file = await fileOf(copy)
    const content = await readFile(file)
    content[50] = (content[50] ?? 0) ^ 1
    await writeFile(file, content)
    await expectRefused(copy, /the backup is damaged: .* has another sha256/)
  })

  it('a missing file', async () => {
    const copy = await copyOf()
    await rm(await fileOf(copy))
    await expectRefused(copy, /the backup is incomplete: .* is missing/)
  })

  it('a manifest cut in half', async () => {
    const copy = await copyOf()
    const manifest = join(copy, manifestFile)
    await truncate(manifest, Math.floor((await stat(manifest)).size / 2))
    await expectRefused(copy, /manifest\.json of the backup is damaged: it is not JSON/)
  })

  it.each([
    '../outside',
    'log/../../outside',
    'log/x\n/../../../outside',
    '/etc/passwd',
    'log//data.mdb',
    'keys/file',
  ])('a manifest with the path %j', async (path) => {
    const copy = await copyOf((manifest) => ({
      ...manifest,
      files: manifest.files.map((file) => ({ ...file, path })),
    }))
    await expectRefused(copy, /is damaged: \/files\/0\/path must match pattern/)
  })

  it('a manifest without the log, or with a file twice', async () => {
    const withoutLog = await copyOf((manifest) => ({
      ...manifest,
      files: manifest.files.filter(({ path }) => !path.startsWith('log/')),
    }))
    await expectRefused(withoutLog, /is damaged: it has no log\/data\.mdb/)
    const twice = await copyOf(({ files, ...manifest }) => ({
      ...manifest,
      files: [...files, ...files],
    }))
    await expectRefused(twice, /is damaged: it has a file twice/)
  })

  it.each(['backup', 'log', 'tables'])('a newer format of %s', async (name) => {
    const copy = await copyOf(({ formats }) => ({ formats: { ...formats, [name]: 99 } }))
    await expectRefused(copy, /a newer version of oddslog made this backup \(format 99 of /)
  })

  it('a disk that is too small', async () => {
    const copy = await copyOf((manifest) => ({
      ...manifest,
      files: manifest.files.map((file) => ({ ...file, bytes: 2 ** 50 })),
    }))
    await expectRefused(copy, /MB free, and \d+ MB are needed/)
  })

  it('a backup that was interrupted', async () => {
    const copy = await copyOf()
    await rm(join(copy, manifestFile))
    await expectRefused(copy, /has no manifest/)
  })

  it('secrets of another installation', async () => {
    const other = join(directory, 'other.json')
    await writeFile(other, JSON.stringify({ log_id: 'another', secrets: { 'jwt-secret': secret } }))
    await expectRefused(original, /secrets of another installation/, { secretsFile: other })
  })

  it('a DATA_DIR with files', async () => {
    await mkdir(restored)
    await writeFile(join(restored, 'letter.txt'), 'Dear Ada')
    await expect(restore(original)).rejects.toEqual(refused(/is not empty: set DATA_DIR/))
    expect(await readdir(restored)).toEqual(['letter.txt'])
  })
})

describe('a restore that is interrupted', () => {
  it('keeps the service from starting, until a restore is complete', async () => {
    const interrupted = new AbortController()
    // while it copies, all files are read a second time
    const showProgress = (): void => {
      if (existsSync(join(restored, restoreMark))) interrupted.abort()
    }
    const now = createSteppingClock()
    const options = { signal: interrupted.signal, showProgress, now }
    await expect(restore(original, { options })).rejects.toThrow(/interrupted/)
    const { config } = optionsOf(restored)
    await expect(createDataDir(config, logger)).rejects.toThrow(/run ops restore again/)
    const precious = join(directory, 'precious')
    await mkdir(precious)
    await writeFile(join(precious, 'letter.txt'), 'Dear Ada')
    const { config: elsewhere } = optionsOf(restored, { LOG_URL: `lmdb:${precious}` })
    const intoPrecious = restore(original, { options: { config: elsewhere } })
    await expect(intoPrecious).rejects.toEqual(refused(/precious is not empty/))
    await restore(original)
    await createDataDir(config, logger)
    expect(await readdir(precious)).toEqual(['letter.txt'])
    expect(await recordsOf(restored)).toEqual(await recordsOf(dataDir))
  })

  it('is not taken over while its process runs', async () => {
    await mkdir(restored)
    await writeFile(join(restored, restoreMark), `${process.ppid}\n`)
    const busy = restore(original)
    await expect(busy).rejects.toEqual(refused(`process ${process.ppid} is filling`))
  })
})

/** Progress is shown for every step of a second. */
function createSteppingClock(): () => number {
  let nowMs = 0
  return () => (nowMs += 1_000)
}
