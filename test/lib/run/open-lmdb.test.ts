// The list of free pages, which can end the process (docs/decisions/083-list-of-free-pages.md).
import { expect, it } from '@jest/globals'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const program = fileURLToPath(new URL('free-pages-child.ts', import.meta.url))

it('writes with a long list of free pages', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'oddslog-lmdb-'))
  const run = (step: string): Promise<{ readonly stderr: string }> =>
    promisify(execFile)(process.execPath, ['--import', 'tsx', program, directory, step])
  try {
    await run('fill')
    expect((await run('write')).stderr).toBe('')
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
})
