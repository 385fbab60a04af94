// Pollers that run against HTTP servers of a test, and end with it.
import { createPoller, type Poller, type PollerOptions } from '../../../services/poller/poller.ts'
import { hungAfterMs, isFound, until as untilFound } from '../../support/waiting.ts'
import type { FastClock } from './clock.ts'
import type { Exchange } from './fake-platforms.ts'
import { jsonCodec } from './memory-log.ts'
import { never } from './source.ts'
import { openWeb, type ReceivedRequest, type TestResponse, type Web } from './test-server.ts'

export type Answer = (asked: ReceivedRequest) => TestResponse

/** Limit of a test that waits with `until`. */
export const testLimitMs = hungAfterMs + 60_000

export async function until(clock: FastClock, isTrue: () => boolean): Promise<void> {
  await untilFound(isTrue, isFound, { everyMs: 500, sleep: (ms) => clock.sleep(ms, never) })
}

export function createRunningPollers() {
  const webs: Web[] = []
  const pollers: Poller[] = []
  const endings: (() => void)[] = []

  async function serve(answer: Answer, port?: number): Promise<Web> {
    const web = await openWeb(answer, port)
    webs.push(web)
    return web
  }

  async function stopPollers(): Promise<void> {
    await Promise.all(pollers.splice(0).map((poller) => poller.stop()))
  }

  return {
    serve,
    /** Serves both platforms. `wrap` may change their answers. */
    async servePlatforms(
      { answerA, answerB }: Exchange,
      wrap: (answer: Answer) => Answer = (answer) => answer,
    ): Promise<PollerOptions['platforms']> {
      const [a, b] = [await serve(wrap(answerA)), await serve(wrap(answerB))]
      return {
        platform_a: { gammaUrl: a.url, clobUrl: a.url, dataUrl: a.url },
        platform_b: { url: b.url },
      }
    },
    start(options: Omit<PollerOptions, 'codec' | 'topicPrefix'>): Poller {
      const poller = createPoller({ ...options, codec: jsonCodec, topicPrefix: 'pm.' })
      pollers.push(poller)
      poller.start()
      return poller
    },
    stopPollers,
    /** Calls `end` after the pollers have stopped. */
    atEnd: (end: () => void): void => void endings.push(end),
    async stop(): Promise<void> {
      await stopPollers()
      await Promise.all(webs.splice(0).map((web) => web.close()))
      for (const end of endings.splice(0)) end()
    },
  }
}
