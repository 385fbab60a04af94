import { expect, it } from '@jest/globals'
import { freePorts } from '../../../tools/servers/free-ports.ts'

it('gives no port twice, because a server may open its port later', async () => {
  const ports = (await Promise.all(Array.from({ length: 30 }, () => freePorts(20)))).flat()
  expect(new Set(ports).size).toBe(600)
})
