import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** Returns the environment variables that the unit of systemd gives the service. */
export function unitVariables(): Readonly<Record<string, string>> {
  const unit = readFileSync(new URL('../../infra/systemd/oddslog.service', import.meta.url), 'utf8')
  const assignments = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) =>
    line.split(' '),
  )
  return parseEnv(assignments.join('\n')) as Record<string, string>
}
