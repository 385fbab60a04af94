// A registry of a test's own: what tests of a registry that is down take for granted.
import { expect, it } from '@jest/globals'
import { describeWithServers } from '../../support/servers/describe-with-servers.ts'
import { startRegistry } from '../../../tools/servers/registry.ts'

await describeWithServers([], 'a registry', () => {
  it('comes back at its port, and has forgotten everything', async () => {
    const first = await startRegistry()
    const subjects = async (): Promise<unknown> =>
      await (await fetch(`${first.url}/subjects`)).json()
    const registered = await fetch(`${first.url}/subjects/a/versions`, {
      method: 'POST',
      headers: { 'content-type': 'application/vnd.schemaregistry.v1+json' },
      body: JSON.stringify({ schema: '"string"' }),
    })
    expect(registered.status).toBe(200)
    expect(await subjects()).toEqual(['a'])

    first.signal('SIGKILL')
    await expect(subjects()).rejects.toThrow()
    await first.stop()
    const second = await startRegistry({ port: first.port })
    expect(second.url).toBe(first.url)
    expect(await subjects()).toEqual([])

    await expect(startRegistry({ port: second.port })).rejects.toThrow(/seems to be in use/)
    await second.stop()
  })
})
