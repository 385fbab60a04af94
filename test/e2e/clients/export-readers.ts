// The lines of docs/api.md that read an export with DuckDB and with pandas.
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from '@jest/globals'
import type { InstallResult } from '../../../tools/consumers/install.ts'
import { describeWhere } from '../../support/describe-where.ts'
import { root } from '../../support/source-files.ts'
import type { ClientWorld } from './client-world.ts'
import { run } from './readme-programs.ts'

/** `world`: open when the tests run. */
export function describeExportReaders(installed: InstallResult, world: () => ClientWorld): void {
  const missing = 'missing' in installed ? installed.missing : null
  describeWhere(missing, 'DuckDB and pandas', () => {
    it('read an export as docs/api.md shows', async () => {
      const { service, apiKey, v1, busiest, folder } = world()
      const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
      const date = dateOf((await v1.newestTrades(busiest)).trades[0]?.timestamp_ms ?? 0)
      const lines = (await readFile(join(root, 'docs/api.md'), 'utf8'))
        .split('\n')
        .filter((line) => /^python -c|-o trades\.parquet/.test(line))
        .map((line) =>
          line.replace('http://127.0.0.1:8080', service.apiUrl).replace('2026-11-18', date),
        )
      const python = 'installedPath' in installed ? installed.installedPath : ''
      const env = { KEY: apiKey, PATH: `${dirname(python)}:${process.env['PATH']}` }
      const outputs: string[] = []
      for (const line of lines) outputs.push(await run('sh', ['-c', line], { cwd: folder, env }))
      const [, duckdb, pandas, withoutFile] = outputs
      expect(outputs).toHaveLength(4)
      const [, id = '', count] = /^\[\('([^']+)', (\d+), Decimal\('/.exec(duckdb ?? '') ?? []
      const { trades } = await v1.trades(id)
      const ofDay = trades.filter(({ timestamp_ms: ms }) => dateOf(ms) === date)
      expect(Number(count)).toBe(ofDay.length)
      expect(pandas).toContain(`'${id}': ${count}`)
      expect(Number(withoutFile)).toBeGreaterThan(ofDay.length)
    })
  })
}
