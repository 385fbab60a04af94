// What the commands `backup` and `restore` need of the embedded form. services/compose/backup-commands.ts provides it.
import type { ProgressOptions } from '../progress.ts'
import type { FormatVersions } from './manifest.ts'

/** Absolute paths. */
export interface EmbeddedPaths {
  readonly dataDir: string
  readonly log: string
  readonly store: string
  readonly schemas: string
}

/** The identity and the end offsets of a log. Used to compare a log with the log of a backup. */
export interface LogSummary {
  readonly logId: string | null
  /** For each topic name (with its prefix), the offset after the newest record of each partition. */
  readonly topics: Readonly<Record<string, readonly number[]>>
}

export interface EmbeddedCommandOptions extends ProgressOptions {
  readonly paths: EmbeddedPaths
  /** The formats of this version. */
  readonly formats: FormatVersions
  readonly show: (line: string) => void
  /** Id of this process. */
  readonly pid: number
  /** Interrupts the command. */
  readonly signal: AbortSignal
}

export interface TakenSnapshot {
  /** null: there is no store. */
  readonly directory: string | null
  /** Whether the service runs. */
  readonly isRunning: boolean
  release(): Promise<void>
}

export interface BackupOptions extends EmbeddedCommandOptions {
  /** Version of oddslog. */
  readonly version: string
  /** Rejects if there is no log, or if this version cannot read it. */
  summarizeLog(): Promise<LogSummary>
  /** Copies the log to a directory, as one file. `onBytes` is called with the size of the copy so far. */
  copyLog(target: string, onBytes: (bytes: number) => void): Promise<LogSummary>
  takeSnapshot(): Promise<TakenSnapshot>
}
