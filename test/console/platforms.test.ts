// The platforms of the console are those of the registry.
import { describe, expect, it } from '@jest/globals'
import { platforms } from '../../console/generated/platforms.ts'
import { platformNames, platformOfId } from '../../console/platforms.ts'
import { toConsolePlatforms } from '../../schemas/generate/console-platforms.ts'
import * as identity from '../../services/platforms/identity.ts'
import { registry } from '../../services/platforms/registry.ts'
import * as sampleExchange from '../sample-exchange/registration.ts'

describe('the platforms', () => {
  it('are those of the registry, in its order', () => {
    expect(platformNames).toEqual(identity.platformNames)
    expect(platforms.map(({ idPrefix }) => idPrefix)).toEqual(
      registry.map((one) => one.identity.idPrefix),
    )
  })

  it('include each platform that is registered when the module is generated', async () => {
    const text = await toConsolePlatforms([...registry, sampleExchange], 'console/platforms.ts')
    expect(text).toContain("{ name: 'sample_exchange', idPrefix: 'sx' },")
  })
})

describe('the platform of an id', () => {
  it.each(identity.platformNames)('has the prefix of %s', (name) => {
    expect(platformOfId(identity.toId(name, 'A_1'))).toBe(name)
  })

  it.each(['pz_1', 'pa', 'PA_1', '_1', ''])('is unknown for %p', (id) => {
    expect(platformOfId(id)).toBeNull()
  })
})
