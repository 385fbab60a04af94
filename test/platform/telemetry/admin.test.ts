import { afterEach, describe, expect, it } from '@jest/globals'
import type { HttpServer } from '../../../services/platform/run/http-server.ts'
import { openAdminServer } from '../../../services/platform/telemetry/admin.ts'
import { createMetrics } from '../../../services/platform/telemetry/metrics.ts'

let admin: HttpServer
let storeProblem: string | null = null

async function get(path: string): Promise<{ status: number; body: string }> {
  const metrics = createMetrics()
  admin = await openAdminServer({
    host: '127.0.0.1',
    port: 0,
    metrics,
    checks: { log: async () => null, store: async () => storeProblem },
    refresh: async () => metrics.stageLag.set({ stage: 'normalizer', topic: 'raw.trades' }, 7),
  })
  const response = await fetch(admin.url + path)
  return { status: response.status, body: await response.text() }
}

afterEach(() => admin.close())

describe('the admin port', () => {
  it('is live', async () => {
    expect(await get('/health/live')).toMatchObject({ status: 200 })
  })

  it('is ready when every part is, and says which is not', async () => {
    expect(await get('/health/ready')).toMatchObject({ status: 200 })
    await admin.close()
    storeProblem = 'starting'
    const { status, body } = await get('/health/ready')
    expect(status).toBe(503)
    expect(JSON.parse(body)).toEqual({
      status: 'not ready',
      parts: { log: 'ok', store: 'starting' },
    })
  })

  it('shows gauges as they are now', async () => {
    const { body } = await get('/metrics')
    expect(body).toContain('oddslog_stage_lag_records{stage="normalizer",topic="raw.trades"} 7')
  })

  it('names its pages to whoever is lost', async () => {
    const { status, body } = await get('/')
    expect(status).toBe(404)
    expect(body).toContain('/metrics')
  })
})
