// docker-compose.yml as Compose reads it, with variables and merges resolved, and with the file that adds Grafana.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root } from '../support/source-files.ts'

type Variables = Readonly<Record<string, string>>

export interface ComposeService {
  readonly image?: string
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly command?: readonly string[]
  readonly user?: string
  readonly environment?: Readonly<Record<string, string | number>>
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly tmpfs?: readonly string[]
  readonly profiles?: readonly string[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly deploy?: {
    readonly replicas?: number
    readonly resources?: { readonly limits?: { readonly memory?: string } }
  }
  readonly restart?: string
  readonly init?: boolean
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly logging?: { readonly driver?: string }
  readonly stop_grace_period?: string
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly volumes: Readonly<Record<string, unknown>>
}

/** What the file asks for before it starts. */
export const requiredVariables: Variables = {
  CLICKHOUSE_PASSWORD: 'c0ffee',
  REDIS_PASSWORD: 'decaf',
  JWT_SECRET: 'a secret of thirty-two bytes, at least',
  WEBHOOK_SECRET: 'another secret of thirty-two bytes',
  COMPOSE_PROFILES: 'simulator',
}

/** As it is written. */
export function readComposeText(): string {
  return readFileSync(join(root, 'docker-compose.yml'), 'utf8')
}

/**
 * With the services of infra/grafana/docker-compose.yml. Throws where a variable is required and not there.
 */
export function readComposeFile(variables: Variables): ComposeFile {
  const read = (text: string): ComposeFile =>
    substitute(parse(text, { merge: true }), variables) as ComposeFile
  const file = read(readComposeText())
  const added = read(readFileSync(join(root, 'infra/grafana/docker-compose.yml'), 'utf8'))
  return { ...file, services: { ...file.services, ...added.services } }
}

function substitute(node: unknown, variables: Variables): unknown {
  if (typeof node === 'string') return substituteIn(node, variables)
  if (Array.isArray(node)) return node.map((item) => substitute(item, variables))
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, substitute(value, variables)]),
  )
}

function substituteIn(text: string, variables: Variables): string {
  return text.replaceAll(
    /\$\{(\w+)(:-|:\?)([^}]*)\}/g,
    (_all, name: string, kind, rest: string) => {
      const value = variables[name] ?? ''
      if (value !== '') return value
      if (kind === ':?') throw new Error(`required variable ${name} is missing: ${rest}`)
      return rest
    },
  )
}
