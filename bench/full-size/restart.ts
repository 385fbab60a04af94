// How soon a service that starts on its data answers: about one market, with a list, and with new trades.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, ClientPlatform } from './client.ts'

const maxWaitS = 300
/** Trades are new if the service lacks none that is older. */
const newTradesS = 10

/** Asks from the start of the service on, which may not listen yet. Prints a line for each answer that came first. */
export async function measureRestart(
  client: Client,
  platforms: Readonly<Record<string, ClientPlatform>>,
  print: (text: string) => void,
): Promise<void> {
  const startedMs = performance.now()
  const sinceStart = (): number => Math.round((performance.now() - startedMs) / 100) / 10
  const waitingFor = new Map<string, () => Promise<boolean>>([
    ['the first list', () => client.hasList()],
    ...Object.entries(platforms).flatMap(([name, platform]) => [
      [
        `the first answer about a market of ${name}`,
        async () => (await client.ageOfBusiestS(platform)) < Infinity,
      ] as const,
      [
        `trades of the last ${newTradesS} s of ${name}`,
        async () => (await client.ageOfBusiestS(platform)) <= newTradesS,
      ] as const,
    ]),
  ])
  async function waitFor(what: string, isThere: () => Promise<boolean>): Promise<void> {
    while (sinceStart() < maxWaitS) {
      if (await isThere().catch(() => false))
        return print(`restart: ${what} after ${sinceStart()} s\n`)
      await sleep(200)
    }
    print(`restart: after ${maxWaitS} s without ${what}\n`)
  }
  await Promise.all([...waitingFor].map(([what, isThere]) => waitFor(what, isThere)))
}
