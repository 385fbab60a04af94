// The Python client against the running service, its own tests and checks, and its README.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeAll, expect, it } from '@jest/globals'
import type { InstallResult } from '../../../tools/consumers/install.ts'
import { describeWhere } from '../../support/describe-where.ts'
import { root } from '../../support/source-files.ts'
import type { ClientWorld } from './client-world.ts'
import { readProgram, run } from './readme-programs.ts'

const folder = join(root, 'clients/python')
const readme = 'clients/python/README.md'

/** `world`: open when the tests run. */
export function describePythonClient(installed: InstallResult, world: () => ClientWorld): void {
  describeWhere('missing' in installed ? installed.missing : null, 'the Python client', () => {
    /** Of an environment with the packages of `installed`, into which the README installs the client. */
    let python: string
    const installedPython = 'installedPath' in installed ? installed.installedPath : ''
    const noFiles = { PYTHONDONTWRITEBYTECODE: '1' }

    beforeAll(async () => {
      const environment = join(world().folder, 'environment')
      const options = ['-m', 'venv', '--without-pip', environment]
      await run(installedPython, options, { cwd: root })
      python = join(environment, 'bin/python')
      const [own, shared] = await Promise.all([python, installedPython].map(sitePackagesOf))
      await writeFile(join(own ?? '', 'shared.pth'), shared ?? '')
      // not bash, which reads ~/.bashrc if its input is a socket, as here; that file can change PATH
      await run('sh', ['-ec', await readProgram(readme, 'sh', '')], {
        cwd: root,
        env: {
          PATH: `${dirname(python)}:${process.env['PATH']}`,
          // everything that it needs is there
          PIP_NO_INDEX: '1',
          PIP_NO_BUILD_ISOLATION: '0',
        },
      })
    })

    it('follows the rules of the linter, the formatter and the type checker', async () => {
      const ruff = join(dirname(installedPython), 'ruff')
      await run(ruff, ['check', '--no-cache', '.'], { cwd: folder })
      await run(ruff, ['format', '--no-cache', '--check', '.'], { cwd: folder })
      const types = ['--cache-dir', join(root, '.cache/mypy'), 'oddslog', 'tests']
      await run(installedPython, ['-m', 'mypy', ...types], { cwd: folder })
    })

    it('passes its own tests, some of which ask the service', async () => {
      const path = join(world().folder, 'expected.json')
      await writeFile(path, JSON.stringify(await expectedAnswers(world())))
      const { service, apiKey } = world()
      await run(python, ['-m', 'unittest', 'discover', '-s', 'tests', '-t', '.'], {
        cwd: folder,
        env: {
          ...noFiles,
          ODDSLOG_URL: service.apiUrl,
          ODDSLOG_KEY: apiKey,
          ODDSLOG_EXPECTED: path,
        },
      })
    })

    it('does what its README shows', async () => {
      const { service, apiKey } = world()
      const cwd = join(world().folder, 'python-program')
      await mkdir(cwd)
      await writeFile(join(cwd, 'main.py'), await readProgram(readme, 'python', service.apiUrl))
      const types = [
        '--strict',
        '--ignore-missing-imports',
        '--cache-dir',
        join(cwd, '.mypy'),
        'main.py',
      ]
      await run(python, ['-m', 'mypy', ...types], { cwd })
      const output = await run(python, ['main.py'], { cwd, env: { ...noFiles, KEY: apiKey } })
      expect(output).toContain('market_not_found')
      expect(output).toContain('Name: close')
    })
  })
}

async function sitePackagesOf(python: string): Promise<string> {
  const program = 'import sysconfig; print(sysconfig.get_path("purelib"))'
  return (await run(python, ['-c', program], { cwd: root })).trim()
}

/** What the service answers without a client. */
async function expectedAnswers({ v1, busiest, wallet }: ClientWorld): Promise<unknown> {
  return {
    market: busiest,
    wallet,
    trades: (await v1.trades(busiest)).trades,
    markets: [...(await v1.markets()).keys()],
    candles: await v1.candles(busiest, '5m'),
    activity: (await v1.wallet(wallet)).activity,
    events: (await v1.events()).total,
    matches: (await v1.matches()).total,
  }
}
