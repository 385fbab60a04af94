// The data directory belongs to the user of the service: it is created for this user only, and a wider
// one is reported.
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import pino from 'pino'
import { createDataDir } from '../../services/compose/data-dir.ts'
import { parseConfig } from '../../services/config.ts'

let parent: string
let dataDir: string
let lines: string[] = []
const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'oddslog-data-dir-'))
  dataDir = join(parent, 'of', 'the-service')
  lines = []
})
afterEach(() => rm(parent, { recursive: true, force: true }))

async function modeOfDataDir(): Promise<string> {
  return ((await stat(dataDir)).mode & 0o777).toString(8)
}

const create = (): Promise<void> => createDataDir(parseConfig({ DATA_DIR: dataDir }, []), logger)

describe('the data directory', () => {
  it('is created for its owner only, without a warning', async () => {
    await create()
    expect(await modeOfDataDir()).toBe('700')
    await create()
    expect(lines).toEqual([])
  })

  it.each(['755', '750', '711', '707'])('is reported with the mode %s', async (mode) => {
    await create()
    await chmod(dataDir, Number.parseInt(mode, 8))
    await create()
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { level: 40, dataDir, mode, msg: expect.stringContaining('chmod 700') },
    ])
    // it may be a volume with its own rules: the operator decides
    expect(await modeOfDataDir()).toBe(mode)
  })
})
