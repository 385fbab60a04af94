// Reads the variables of the command `mcp`. Used by config.ts.
import type { Command } from './command.ts'
import type { VariableReaders } from './readers.ts'

export interface McpSettings {
  /** Base URL of the service to which the tools send their requests. */
  readonly apiUrl: string
  /** null: each caller sends its own key over HTTP, or the command is not `mcp`. */
  readonly apiKey: string | null
}

/** The error messages do not contain the values of the variables, because both may contain a secret. */
export function readMcpSettings(
  command: Command,
  apiPort: number,
  { readVariable }: Pick<VariableReaders, 'readVariable'>,
  problems: string[],
): McpSettings {
  const apiUrl = readVariable('MCP_API_URL') ?? `http://127.0.0.1:${apiPort}`
  const apiKey = readVariable('MCP_API_KEY') ?? null
  if (command.name !== 'mcp') return { apiUrl, apiKey: null }
  const url = URL.canParse(apiUrl) ? new URL(apiUrl) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search)
    problems.push('MCP_API_URL: must be an http or https URL without user, password and query')
  if (command.port !== null && apiKey !== null)
    problems.push('MCP_API_KEY: not allowed with --port, where each caller sends its own key')
  if (command.port === null && !/^[\x21-\x7E]{1,200}$/.test(apiKey ?? ''))
    problems.push('MCP_API_KEY: must be set to an API key of the service')
  return { apiUrl, apiKey }
}
