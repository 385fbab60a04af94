import { describe, expect, it } from '@jest/globals'
import { createLifecycle } from '../../../services/lib/run/lifecycle.ts'

function recorder() {
  const events: string[] = []
  const lifecycle = createLifecycle({
    onCloseError: (name, error) => void events.push(`${name}: ${String(error)}`),
  })
  const part = (name: string, fails = false) =>
    lifecycle.open(
      name,
      () => {
        events.push(`open ${name}`)
        if (fails) throw new Error('no')
        return name
      },
      async (p) => {
        events.push(`close ${p}`)
        if (p === 'bad') throw new Error('stuck')
      },
    )
  return { events, lifecycle, part }
}

describe('lifecycle', () => {
  it('closes in reverse order, once', async () => {
    const { events, lifecycle, part } = recorder()
    await part('log')
    await part('store')
    await Promise.all([lifecycle.stop(), lifecycle.stop()])
    expect(events).toEqual(['open log', 'open store', 'close store', 'close log'])
  })

  it('closes what is open when a later part does not start, and says which', async () => {
    const { events, part } = recorder()
    await part('log')
    await expect(part('store', true)).rejects.toThrow('store did not start: no')
    expect(events).toEqual(['open log', 'open store', 'close log'])
  })

  it('closes the others when one fails to close', async () => {
    const { events, lifecycle, part } = recorder()
    await part('log')
    await part('bad')
    await lifecycle.stop()
    expect(events).toEqual(['open log', 'open bad', 'close bad', 'bad: Error: stuck', 'close log'])
  })

  it('knows which parts are being opened or closed', async () => {
    const { lifecycle, part } = recorder()
    let [finish, close] = [(): void => undefined, (): void => undefined]
    await lifecycle.open(
      'stuck',
      async () => undefined,
      () => new Promise((resolve) => (close = resolve)),
    )
    await part('store')
    expect(lifecycle.pending()).toEqual([])
    const opening = lifecycle.open(
      'slow',
      () => new Promise<void>((resolve) => (finish = resolve)),
      async () => undefined,
    )
    expect(lifecycle.pending()).toEqual(['slow'])
    finish()
    await opening
    expect(lifecycle.pending()).toEqual([])
    const stopped = lifecycle.stop()
    while (!lifecycle.pending().includes('stuck')) await new Promise(setImmediate)
    expect(lifecycle.pending()).toEqual(['stuck'])
    close()
    await stopped
    expect(lifecycle.pending()).toEqual([])
  })

  it('stopped while a part opens that does not open then: closes a part only when the later ones are closed', async () => {
    const { events, lifecycle, part } = recorder()
    await part('log')
    let [fail, finish] = [(): void => undefined, (): void => undefined]
    await lifecycle.open(
      'child process',
      async () => undefined,
      async () => {
        fail()
        await new Promise<void>((resolve) => (finish = resolve))
        events.push('child process has ended')
      },
    )
    const opening = lifecycle.open(
      'parts of the child process',
      () => new Promise<void>((_resolve, reject) => (fail = () => reject(new Error('ended')))),
      async () => undefined,
    )
    const stopped = lifecycle.stop()
    for (let turns = 0; turns < 5; turns += 1) await new Promise(setImmediate)
    expect(events).toEqual(['open log'])
    finish()
    await stopped
    await expect(opening).rejects.toThrow('parts of the child process did not start: ended')
    expect(events).toEqual(['open log', 'child process has ended', 'close log'])
  })

  it('stopped while a part opens: closes what is open, and that part as soon as it has opened', async () => {
    const { events, lifecycle, part } = recorder()
    await part('log')
    let open = (): void => undefined
    const slow = lifecycle.open(
      'slow',
      () => new Promise<string>((resolve) => (open = () => resolve('slow'))),
      async () => void events.push('close slow'),
    )
    await lifecycle.stop()
    expect(events).toEqual(['open log', 'close log'])
    open()
    await expect(slow).rejects.toThrow('slow did not start: the process is stopping')
    expect(events).toEqual(['open log', 'close log', 'close slow'])
    await expect(part('late')).rejects.toThrow('late did not start: the process is stopping')
    expect(events).toHaveLength(3)
  })
})
