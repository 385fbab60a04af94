// The whole service on a directory of its own, as `npm start` builds it, and questions to it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { openService } from '../../services/compose.ts'
import { parseConfig } from '../../services/config.ts'
import { allRoles } from '../../services/config/command.ts'
import type { Json } from './recordings.ts'

export interface RunningService {
  /** The JSON of a path of /v1; throws for any answer but 200. */
  get(path: string): Promise<unknown>
  /** All entries of a paged list. */
  list(
    path: string,
    pageSize: number,
    entriesOf: (page: unknown) => readonly Json[],
  ): Promise<Json[]>
  /** Sum of a metric over the series whose labels include these. */
  metric(name: string, labels: Readonly<Record<string, string>>): Promise<number>
  readonly failures: readonly Error[]
  stop(): Promise<void>
}

export async function startService(
  environment: Readonly<Record<string, string>>,
): Promise<RunningService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'oddslog-recorded-'))
  const failures: Error[] = []
  const service = await openService({
    config: parseConfig(
      {
        // the recordings have markets that ended long ago
        HISTORY_DAYS: '36500',
        BOOK_DEPTH: '0',
        ...environment,
        DATA_DIR: dataDir,
        PORT: '0',
        ADMIN_PORT: '0',
        SIMULATOR_PORT: '0',
        RATE_LIMIT: 'off',
      },
      [],
    ),
    roles: new Set(allRoles),
    version: 'test',
    logger: pino({ level: 'silent' }),
    now: () => Date.now(),
    onFatal: (error) => failures.push(error),
  })

  // compression would cost more processor time than the rest of a small response
  const headers = { 'X-API-Key': service.demoKey ?? '', 'Accept-Encoding': 'identity' }

  async function get(path: string): Promise<unknown> {
    const response = await fetch(`${service.apiUrl}${path}`, { headers })
    const body = await response.text()
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${body}`)
    return JSON.parse(body)
  }

  return {
    get,
    async list(path, pageSize, entriesOf) {
      const all: Json[] = []
      for (;;) {
        const found = entriesOf(await get(`${path}?limit=${pageSize}&offset=${all.length}`))
        all.push(...found)
        if (found.length < pageSize) return all
      }
    },
    async metric(name, labels) {
      const response = await fetch(`${service.adminUrl}/metrics`)
      const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
      return (await response.text())
        .split('\n')
        .filter((line) => line.startsWith(`${name}{`) && wanted.every((one) => line.includes(one)))
        .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0)
    },
    failures,
    async stop() {
      await service.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
