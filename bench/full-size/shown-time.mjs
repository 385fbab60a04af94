// The time that the clock of a run with simulated days shows. JavaScript, because the compiled service loads it, too.

const dayMs = 86_400_000

/** See FastClockOptions in clock.ts for the parameters. */
export function toShownMs({ fromMs, days, realDayMs, fastMs, shownMs }, realMs) {
  const sinceMs = realMs - fromMs
  const simulatedMs = Math.max(0, Math.min(sinceMs, days * realDayMs))
  const wholeDays = Math.floor(simulatedMs / realDayMs)
  const fastUntilNowMs = wholeDays * fastMs + Math.min(simulatedMs - wholeDays * realDayMs, fastMs)
  const speed = (dayMs - realDayMs + fastMs) / fastMs
  return Math.floor(shownMs + sinceMs + fastUntilNowMs * (speed - 1))
}
