import type { FastClockOptions } from './clock.ts'

export function toShownMs(options: FastClockOptions, realMs: number): number
