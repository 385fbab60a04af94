// The arguments that several tools have. They have the names and the bounds of the parameters of /v1.
import { z } from 'zod'
import { candleIntervals } from '../domain/candle.ts'
import { platformNames } from '../platforms/identity.ts'
import { parseTimeMs } from '../platforms/time.ts'

const timeForms = '2026-11-19T12:00:00Z (UTC unless it has an offset), 2026-11-19, or Unix seconds'

/**
 * Creates the schema of a time argument: a text in ISO 8601, or Unix seconds. The result is in Unix seconds. The
 * API checks its range.
 */
function timeArgument(description: string) {
  return z
    .union([z.string().max(40), z.number()])
    .transform((value, context) => {
      if (typeof value === 'number') return Math.floor(value)
      if (/^\d{1,11}$/.test(value)) return Number(value)
      const ms = parseTimeMs(value)
      if (ms !== null) return Math.floor(ms / 1000)
      context.addIssue({ code: 'custom', message: `must be ${timeForms}` })
      return z.NEVER
    })
    .describe(`${description}: ${timeForms}`)
}

export const marketId = z
  .string()
  .min(1)
  .max(512)
  .describe('Unified id of a market, as search_markets returns it')

export const query = z.string().min(2).max(300)

export const platform = z.enum(platformNames).optional().describe('Only this platform')

export const status = z
  .enum(['open', 'closed', 'resolved'])
  .optional()
  .describe(
    'open: can be traded; closed: trading has ended, no final result yet; resolved: the result is final',
  )

export const atTime = timeArgument('A past moment').optional()
export const startTs = timeArgument('Only from this time on, inclusive').optional()
export const endTs = timeArgument('Only before this time').optional()

export const interval = z
  .enum(candleIntervals)
  .default('1h')
  .describe('Length of a time bucket. Buckets are aligned in UTC, weeks begin on Monday')

export const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hexadecimal digits')
  .describe('Address of the wallet: 0x and 40 hexadecimal digits')

export const cursor = z
  .string()
  .max(2_000)
  .optional()
  .describe('`next_cursor` of the previous page, with the same other arguments')

export const limit = (max: number, defaultLimit: number) =>
  z.int().min(1).max(max).default(defaultLimit).describe('Maximum number of rows')
