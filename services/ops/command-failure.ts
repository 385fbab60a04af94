// The exit codes of operator commands. docs/operating.md lists them.

export const exitCodes = {
  /** The command could not do its work, for example because the log cannot be read. */
  failed: 1,
  /** The arguments or variables are invalid, or ask for something that does not exist. */
  invalid: 2,
  /** The command has searched and found nothing. */
  notFound: 3,
  /** The command has done only a part of its work. */
  incomplete: 4,
  /** `status` has found that something is wrong with the service. */
  unhealthy: 5,
  /** `verify --against` has found differences. */
  different: 6,
  /** The command has refused to begin, and has changed nothing: for example, a backup is damaged. */
  refused: 7,
} as const

/** An error whose message is for the operator, with the exit code of the process. */
export class CommandFailure extends Error {
  readonly exitCode: number
  constructor(reason: keyof typeof exitCodes, message: string) {
    super(message)
    this.name = 'CommandFailure'
    this.exitCode = exitCodes[reason]
  }
}
