import { describe, expect, it } from '@jest/globals'
import {
  checkIdentities,
  isPlatformName,
  parseId,
  platformNames,
  toId,
} from '../../services/platforms/identity.ts'

describe('unified ids', () => {
  it.each(platformNames)('parses the ids that it makes for %s', (platform) => {
    for (const nativeId of ['0x00', 'KXHIGHNY-26AUG08-T90', 'a_b_c', '_', '#0123', 'é'])
      expect(parseId(toId(platform, nativeId))).toEqual({ platform, nativeId })
  })

  it.each(['', '_', 'pa', 'pa_', 'pb_', '_x', 'pc_x', 'PA_x', ' pa_x', 'pax_x', 'p_a', '0x00'])(
    'reads no platform from %p',
    (id) => {
      expect(parseId(id)).toBeNull()
    },
  )

  it('makes no id of a platform that is not registered', () => {
    expect(() => toId('platform_z', 'x')).toThrow('unknown platform: platform_z')
    expect(isPlatformName('platform_z')).toBe(false)
    expect(isPlatformName('platform_a')).toBe(true)
  })
})

describe('checkIdentities', () => {
  const one = { name: 'platform_a', idPrefix: 'pa' }

  it.each([
    [{ name: 'platform_a', idPrefix: 'pz' }, 'two platforms have the name platform_a'],
    [{ name: 'platform_z', idPrefix: 'pa' }, 'two platforms have the id prefix pa'],
    [{ name: 'platform_z', idPrefix: 'p' }, 'platform_z: id prefix p: must not begin like the id'],
    [
      { name: 'platform_z', idPrefix: 'pax' },
      'id prefix pax: must not begin like the id prefix pa',
    ],
    [{ name: 'platform_z', idPrefix: 'p_z' }, 'id prefix p_z'],
    [{ name: 'platform_z', idPrefix: '' }, 'id prefix'],
    [{ name: 'Platform Z', idPrefix: 'pz' }, 'platform name Platform Z'],
  ])('rejects %j together with platform_a', (other, reason) => {
    expect(() => checkIdentities([one, other])).toThrow(reason)
  })

  it('accepts platforms that differ', () => {
    expect(() => checkIdentities([one, { name: 'platform_z', idPrefix: 'pz' }])).not.toThrow()
  })
})
