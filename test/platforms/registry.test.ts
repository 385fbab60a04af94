import { afterEach, describe, expect, it } from '@jest/globals'
import { platformNames } from '../../services/platforms/identity.ts'
import {
  checkModules,
  createSourceOf,
  type PlatformModule,
  type PlatformParts,
} from '../../services/platforms/module.ts'
import { platforms } from '../../services/platforms/modules.ts'
import { parts as partsA } from '../../services/platforms/platform-a/platform-a.ts'
import { parts as partsB } from '../../services/platforms/platform-b/platform-b.ts'
import type { PlatformRegistration } from '../../services/platforms/registration.ts'
import { registry } from '../../services/platforms/registry.ts'
import type { Capabilities, Source } from '../../services/platforms/source.ts'
import { createDeps } from '../poller/support/source.ts'

const [withWallets, without] = platforms
if (!withWallets || !without) throw new Error('registry')
const keys = partsB.credentials
if (!keys) throw new Error('credentials')
const opened: Source[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((source) => source.close()))
})

function open(module: PlatformModule, urls = module.endpoints): Source {
  const local = Object.fromEntries(Object.keys(urls).map((host) => [host, 'http://127.0.0.1:9']))
  const source = createSourceOf(module, local, createDeps())
  opened.push(source)
  return source
}

describe('the registry', () => {
  it('has one module for each identity', () => {
    expect(platforms.map(({ name }) => name)).toEqual(platformNames)
  })

  it.each(platforms.map((module) => [module.name, module] as const))(
    'opens a source of %s that has wallets exactly if its mapper has them',
    (name, module) => {
      const source = open(module)
      expect(source.platform).toBe(name)
      expect(source.activity !== null).toBe(module.mapper.toActivity !== null)
    },
  )
})

describe('a wrong registry', () => {
  it.each<[string, readonly PlatformModule[], string]>([
    [
      'with a variable read twice',
      [withWallets, { ...without, endpoints: withWallets.endpoints }],
      'the platforms read the variable PLATFORM_A_GAMMA_URL twice',
    ],
    [
      'with credentials in the variable of a URL',
      [withWallets, { ...without, credentials: { ...keys, idVariable: 'PLATFORM_B_URL' } }],
      'the platforms read the variable PLATFORM_B_URL twice',
    ],
  ])('%s is refused', (_, modules, reason) => {
    expect(() => checkModules(modules)).toThrow(reason)
  })

  it('is refused a source without all of its base URLs', () => {
    expect(() =>
      createSourceOf(withWallets, { gammaUrl: 'http://127.0.0.1:9' }, createDeps()),
    ).toThrow('platform platform_a has no URL for clobUrl, dataUrl')
  })
})

describe('a platform that lacks the implementation of a capability', () => {
  /** platform_b, with other capabilities than it has. */
  const claim = (claimed: object, mapper: object = without.mapper): PlatformModule => {
    const createSource: typeof without.createSource = (...args) => {
      const source = without.createSource(...args)
      opened.push(source)
      return { ...source, ...claimed } as never
    }
    return { ...without, createSource, mapper } as PlatformModule
  }

  it.each<[string, PlatformModule, string]>([
    ['a tape', claim({ tape: undefined }), 'tape, but its source has no function to read it'],
    [
      'two books per request',
      claim({ batchBooks: { maxMarkets: 2 } }),
      'batch books, but its source has no function to read them',
    ],
    [
      'wallets, in the mapper',
      claim({}, withWallets.mapper),
      'wallets, but its source has no activity',
    ],
    [
      'wallets, in the source',
      claim({ activity: () => Promise.reject(new Error('not called')) }),
      'wallets, but its mapper has no toActivity',
    ],
  ])('is refused: %s', (_, module, reason) => {
    expect(() => open(module)).toThrow(`platform platform_b claims the capability ${reason}`)
  })

  it('does not compile', () => {
    // @ts-expect-error: no function to read the books
    const books: Capabilities['batchBooks'] = { maxMarkets: 2 }
    // @ts-expect-error: a mapper of activity without a source of activity
    const module: PlatformParts<'url'> = { ...partsB, mapper: partsA.mapper }
    // @ts-expect-error: a registration that does not load a module
    const registration: PlatformRegistration = { ...registry[0], loadModule: undefined }
    expect([books, module, registration]).toHaveLength(3)
  })
})
