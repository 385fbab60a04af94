import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { createListsRead, type ListsRead } from '../../services/compose/processes/lists-read.ts'

function isDone({ done }: ListsRead): Promise<boolean> {
  return Promise.race([done.then(() => true), setImmediate(false)])
}

describe('createListsRead', () => {
  it('is done when the lists of each platform have been read once', async () => {
    const lists = createListsRead(['one', 'other'])
    lists.note({ platform: 'one', isListed: false })
    lists.note({ platform: 'other', isListed: true })
    expect(await isDone(lists)).toBe(false)
    lists.note({ platform: 'other', isListed: true })
    expect(await isDone(lists)).toBe(false)
    lists.note({ platform: 'one', isListed: true })
    expect(await isDone(lists)).toBe(true)
  })

  it('is done without platforms', async () => {
    expect(await isDone(createListsRead([]))).toBe(true)
  })
})
