// What an operator sees of the service of a test: the commands `ops`, and the metrics.
import pino from 'pino'
import { runOpsCommand } from '../../services/compose/ops-commands.ts'
import { parseConfig } from '../../services/config.ts'
import { readMetrics } from '../../services/ops/ask-admin.ts'
import { CommandFailure } from '../../services/ops/command-failure.ts'
import { parseSamples, sumOf } from '../../services/ops/status/samples.ts'
import type { TestService } from './service.ts'

export interface OpsOutput {
  readonly lines: readonly string[]
  readonly exitCode: number
}

/** `now`: the clock of the machine. */
export async function runOps(
  { adminUrl }: Pick<TestService, 'adminUrl'>,
  dataDir: string,
  args: readonly string[],
  now: () => number = () => Date.now(),
): Promise<OpsOutput> {
  const lines: string[] = []
  const variables = { DATA_DIR: dataDir, ADMIN_PORT: new URL(adminUrl).port }
  const config = parseConfig(variables, ['ops', ...args])
  if (config.command.name !== 'ops') throw new Error('not an operator command')
  try {
    await runOpsCommand(config.command.ops, {
      config,
      logger: pino({ level: 'silent' }),
      now,
      signal: new AbortController().signal,
      show: (line) => lines.push(line),
      showProgress: () => undefined,
      clearScreen: () => undefined,
      version: '0.0.0-test',
      pid: process.pid,
      user: 'ada',
    })
    return { lines, exitCode: 0 }
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error
    return { lines, exitCode: error.exitCode }
  }
}

/** The sum of the samples of a metric with these labels. */
export async function sumOfMetric(
  { adminUrl }: Pick<TestService, 'adminUrl'>,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): Promise<number> {
  return sumOf(parseSamples(await readMetrics(adminUrl)), name, labels)
}
