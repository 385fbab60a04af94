import { describe, expect, it } from '@jest/globals'
import { linkTo, marketLink, parsePlace, searchLink, toWebLink } from '../../console/location.ts'

describe('the address of a page', () => {
  it.each([
    [['market', 'pb_A/B.(C) #?%'], { interval: '1h' }],
    [['event', 'tränen-im-regen'], {}],
    [[], { q: 'a & b = c + d' }],
    [[], {}],
  ])('of %j with %j is read as it was written', (path, query) => {
    const place = parsePlace(linkTo(path, query))
    expect(place?.path).toEqual(path)
    expect(Object.fromEntries(place?.query ?? [])).toEqual(query)
  })

  it('leaves out what is empty', () => {
    expect(linkTo([], { q: '', status: undefined })).toBe('#/')
  })

  it('is the start page where there is none', () => {
    expect(parsePlace('')?.path).toEqual([])
  })

  it('is none with a malformed percent', () => {
    expect(parsePlace('#/market/%zz')).toBeNull()
  })
})

describe('a search', () => {
  const wallet = `0x${'aB'.repeat(20)}`

  it('for an address leads to the wallet', () => {
    expect(searchLink(` ${wallet} `)).toBe(`#/wallet/${wallet.toLowerCase()}`)
  })

  it('for anything else leads to the markets', () => {
    expect(searchLink('0x12 rain')).toBe('#/?q=0x12+rain')
    expect(marketLink('pa_0x12')).toBe('#/market/pa_0x12')
  })
})

describe('a link of a platform', () => {
  it.each([
    'javascript:alert(1)',
    ' https://a.example',
    'data:text/html,<script>',
    '//a.example',
    '',
  ])('%j is no link', (url) => {
    expect(toWebLink(url)).toBeNull()
  })

  it('to a web page is one', () => {
    expect(toWebLink('https://a.example/x')).toBe('https://a.example/x')
  })
})
