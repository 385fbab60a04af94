import { afterEach, describe, expect, it } from '@jest/globals'
import { platformNames } from '../../services/platforms/identity.ts'
import {
  checkModules,
  createSourceOf,
  type PlatformModule,
} from '../../services/platforms/module.ts'
import { platforms } from '../../services/platforms/registry.ts'
import { platformA } from '../../services/platforms/platform-a/platform-a.ts'
import { platformB } from '../../services/platforms/platform-b/platform-b.ts'
import type { Capabilities, Source } from '../../services/platforms/source.ts'
import { createDeps } from '../poller/support/source.ts'

const [withWallets, without] = platforms
if (!withWallets || !without) throw new Error('registry')
const keys = platformB.credentials
if (!keys) throw new Error('credentials')
const names = platformNames
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
    expect(platforms.map(({ name }) => name)).toEqual(names)
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
    ['without a module', [withWallets], 'platform_b has 0 modules'],
    ['with a module twice', [withWallets, without, without], 'platform_b has 2 modules'],
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
    [
      'with a module without identity',
      [withWallets, without, { ...without, name: 'platform_z' as PlatformModule['name'] }],
      'platform_z is not in identities.ts',
    ],
  ])('%s is refused', (_, modules, reason) => {
    expect(() => checkModules(modules, names)).toThrow(reason)
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
    const module: PlatformModule<'url'> = { ...platformB, mapper: platformA.mapper }
    expect([books, module]).toHaveLength(2)
  })
})
