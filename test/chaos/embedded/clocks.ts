// The clocks of a round on the embedded form: the service's and the platforms'. Either can be wrong by any
// time, and time can pass for both at once.

export interface RoundClocks {
  readonly ours: () => number
  readonly platform: () => number
  /** The latest time that the platforms' clock has shown: everything before it has happened. */
  readonly newest: () => number
  /** This much time passes at once, as while a machine is suspended. */
  skip(ms: number): void
  setOurError(ms: number): void
  setPlatformError(ms: number): void
  /** Sets both clocks right; so much time passes that the platforms' clock does not go back. */
  correct(): void
}

const dayMs = 86_400_000
const hourMs = 3_600_000

/**
 * All rounds begin at six o'clock (UTC), so that no clock reaches another day: at its end the simulator
 * stops listing ended markets.
 */
export function createRoundClocks(): RoundClocks {
  const startedMs = performance.now()
  const startMs = Math.floor(Date.now() / dayMs) * dayMs + 6 * hourMs
  let skippedMs = 0
  let ourErrorMs = 0
  let platformErrorMs = 0
  let highestMs = -Infinity
  const right = (): number => Math.floor(startMs + performance.now() - startedMs) + skippedMs
  const platform = (): number => right() + platformErrorMs
  const newest = (): number => (highestMs = Math.max(highestMs, platform()))
  return {
    ours: () => right() + ourErrorMs,
    platform,
    newest,
    skip: (ms) => void (skippedMs += ms),
    setOurError: (ms) => void (ourErrorMs = ms),
    setPlatformError(ms) {
      newest()
      platformErrorMs = ms
    },
    correct() {
      const highMs = newest()
      ourErrorMs = 0
      platformErrorMs = 0
      skippedMs += Math.max(0, highMs - right())
    },
  }
}
