// The unit of systemd starts the program as `npm start` does, and has the paths that docs/deploying.md creates.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import manifest from '../../package.json' with { type: 'json' }
import { unitVariables } from '../../bench/full-size/unit-variables.ts'
import { parseConfig } from '../../services/config.ts'
import { mallocVariables } from '../../services/lib/run/child-memory.ts'
import { stopLimitsMs } from '../../services/lib/run/stop-process.ts'
import { root } from '../support/source-files.ts'

const settings = new Map(
  [...read('infra/systemd/oddslog.service').matchAll(/^(\w+)=(.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value],
  ),
)
const page = read('docs/deploying.md')

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

function valueOf(name: string): string {
  const value = settings.get(name)
  if (value === undefined) throw new Error(`the unit does not set ${name}`)
  return value
}

it('runs the command of npm start, after the build', () => {
  const [build, start] = manifest.scripts.start.split(' && exec ')
  expect(build).toBe('npm run -s build')
  expect(valueOf('ExecStart')).toBe(`/usr/bin/${start}`)
  expect(page).toContain(`cd ${valueOf('WorkingDirectory')} && npm ci && npm run build\n`)
})

it('keeps its data where it may write', () => {
  const { DATA_DIR } = unitVariables()
  expect(parseConfig({ DATA_DIR }, []).dataDir).toBe(`/var/lib/${valueOf('StateDirectory')}`)
  expect(page).toContain(
    `sudo -u ${valueOf('User')} DATA_DIR=${DATA_DIR} node dist/services/main.js`,
  )
})

it('gives the parent process the variables that it gives its child processes', () => {
  expect(unitVariables()).toMatchObject(mallocVariables)
})

it('has the user and the variables that the page creates', () => {
  expect(page).toMatch(new RegExp(`^ *useradd --system .* ${valueOf('User')}$`, 'm'))
  const [, line = '', path] = /echo (\S+) > (\S+)\)/.exec(page) ?? []
  expect(valueOf('EnvironmentFile')).toBe(path)
  const [name = '', value = ''] = line.split('=')
  // the unit waits for the processes that this starts
  expect(parseConfig({ [name]: value }, []).processes).toBe('roles')
})

it('waits for longer than the service takes to stop', () => {
  expect(Number(valueOf('TimeoutStopSec')) * 1000).toBeGreaterThan(stopLimitsMs.service)
})
