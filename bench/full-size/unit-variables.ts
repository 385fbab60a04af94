import { readFileSync } from 'node:fs'

/** Returns the environment variables that the unit of systemd gives the service. */
export function unitVariables(): Readonly<Record<string, string>> {
  const unit = readFileSync(new URL('../../infra/systemd/oddslog.service', import.meta.url), 'utf8')
  const assignments = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) =>
    line.split(' '),
  )
  return Object.fromEntries(
    assignments.map((assignment): [string, string] => {
      const at = assignment.indexOf('=')
      return [assignment.slice(0, at), assignment.slice(at + 1)]
    }),
  )
}
