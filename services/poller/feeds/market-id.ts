// Native id of a market -> its unified id, which is the key of all its records.
import type { Platform } from '../../../schemas/generated/events.ts'

export function toMarketId(platform: Platform, nativeId: string): string {
  return `${platform === 'platform_a' ? 'pa' : 'pb'}_${nativeId}`
}
