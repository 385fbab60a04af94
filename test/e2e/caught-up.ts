// Waits until every stage has processed all records.
import { expect } from '@jest/globals'
import { sleep } from '../support/waiting.ts'
import type { TestService } from './service.ts'
import { roles } from '../../services/topology.ts'

export async function caughtUp({ adminUrl, fatal }: TestService): Promise<void> {
  for (let quiet = 0; quiet < 3;) {
    await sleep(500)
    expect(fatal).toEqual([])
    const text = await (await fetch(`${adminUrl}/metrics`)).text()
    const lags = [...text.matchAll(/^oddslog_stage_lag_records\{.*\} (\d+)/gm)].map(([, n]) => n)
    expect(lags).toHaveLength(roles.normalizer.reads.length + roles.projector.reads.length)
    quiet = lags.every((n) => n === '0') ? quiet + 1 : 0
  }
}
