// Order books of platform_b: what is requested, and what is kept of the responses.
import { afterEach, describe, expect, it } from '@jest/globals'
import { createPlatformB } from '../../../services/platforms/platform-b/source/source.ts'
import type { BookTarget, Source } from '../../../services/platforms/source.ts'
import { createDeps, never } from '../../poller/support/source.ts'
import { openWeb, type Web } from '../../poller/support/test-server.ts'

const targetOf = (nativeId: string): BookTarget => ({ id: `pb_${nativeId}`, nativeId, tokens: [] })
const body =
  '{"ticker":"KX-(A)","orderbook_fp":{"yes_dollars":[["0.1000","5.00"]],"no_dollars":[]}}'

describe('order books of platform_b', () => {
  const opened: (Web | Source)[] = []
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()))
  })

  async function open() {
    const web = await openWeb(({ path }) => ({
      status: 200,
      text: path === '/markets/orderbooks' ? `{"orderbooks":[ ${body} ]}` : body,
    }))
    const source = createPlatformB({ url: web.url }, createDeps())
    opened.push(web, source)
    return { web, source }
  }

  it('of a batch are kept byte for byte, with a URL that names no other market', async () => {
    const { web, source } = await open()
    const targets = ['KX-1', 'KX-(A)', 'KX-2'].map(targetOf)
    const { books = [], missing } = (await source.batchBooks?.read(targets, never)) ?? {}
    expect(books.map((book) => [book.id, book.body, book.url])).toEqual([
      ['pb_KX-(A)', body, `${web.url}/markets/orderbooks?tickers=KX-(A)`],
    ])
    expect(missing?.map(({ nativeId }) => nativeId)).toEqual(['KX-1', 'KX-2'])
    expect(web.asked[0]?.query.getAll('tickers')).toEqual(['KX-1', 'KX-(A)', 'KX-2'])
  })

  it.each([
    [50, '50'],
    [0, null],
    [101, null],
  ])('alone are requested with depth %i as %s', async (depth, parameter) => {
    const { web, source } = await open()
    expect(await source.book(targetOf('KX-(A)'), depth, never)).toMatchObject({ body })
    expect(web.asked[0]?.query.get('depth')).toBe(parameter)
  })
})
