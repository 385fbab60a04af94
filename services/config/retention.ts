// Parses RETENTION_GB: how large topics of the log may become.
import { topics, type RetentionBytes, type Topic } from '../topology.ts'

/**
 * The topics whose records expire. Only these may have a size limit: if records of other topics were removed,
 * watermarks and tables would still state that the log has them.
 */
const expiringTopics = (Object.keys(topics) as Topic[]).filter(
  (topic) => topics[topic].retentionMs !== Infinity,
)
const form = '<topic>=<GB>, separated by commas, for example raw.books=50,raw.streams=5'
const minGb = 0.01
const maxGb = 1_000_000

/** Returns the limits in bytes by topic. A topic without an entry has no limit. An empty value sets no limits. */
export function parseRetentionBytes(value: string, problems: string[]): RetentionBytes {
  const limits: Partial<Record<Topic, number>> = {}
  const entries = value.split(',').filter((entry) => entry.trim() !== '')
  for (const entry of entries) {
    const [name = '', size = '', ...rest] = entry.split('=').map((part) => part.trim())
    const topic = expiringTopics.find((one) => one === name)
    const gb = Number(size)
    const addProblem = (reason: string): unknown =>
      problems.push(`RETENTION_GB: ${entry.trim()}: ${reason}`)
    if (size === '' || rest.length > 0) addProblem(`must be ${form}`)
    else if (Object.hasOwn(topics, name) && topic === undefined)
      addProblem(
        `${name} is retained indefinitely, because tables are rebuilt from it. Topics with a limit: ${expiringTopics.join(', ')}`,
      )
    else if (topic === undefined)
      addProblem(`there is no such topic. Topics with a limit: ${expiringTopics.join(', ')}`)
    else if (!/^\d+(\.\d+)?$/.test(size) || gb < minGb || gb > maxGb)
      addProblem(`must be a number of GB (10^9 bytes), ${minGb} to ${maxGb}`)
    else if (limits[topic] !== undefined) addProblem(`${name} has two limits`)
    else limits[topic] = Math.round(gb * 1e9)
  }
  return limits
}
