// Client addresses as rate limits count them: one per customer.
import { describe, expect, it } from '@jest/globals'
import { toClientAddress } from '../../services/api/client-address.ts'

describe('a client', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:5123', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['[::ffff:192.0.2.1]:443', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::'],
    ['2001:DB8:1:2::', '2001:db8:1:2::'],
    ['[2001:db8:1:2::9]:5123', '2001:db8:1:2::'],
    ['2001:db8:1:3::1', '2001:db8:1:3::'],
    ['fe80::1%eth0', 'fe80::'],
    ['::1', '::'],
    ['', ''],
    ['unknown', 'unknown'],
    ['192.0.2.1, 192.0.2.2', '192.0.2.1, 192.0.2.2'],
    ['192.0.2.999:1', '192.0.2.999:1'],
  ])('at %s is counted as %s', (address, counted) => {
    expect(toClientAddress(address)).toBe(counted)
  })
})
