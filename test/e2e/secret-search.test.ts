// The search for secrets finds them: without that, secrets.test.ts would prove nothing.
import { describe, expect, it } from '@jest/globals'
import { findPieces, findSecrets, toSecret } from './secret-search.ts'

const text = 'MarkOfAPassword7dK2'
const secret = toSecret('it', text)

describe('the search', () => {
  it.each([
    ['text', `x${text}x`],
    ['text', text.toUpperCase()],
    ['hex', Buffer.from(`x${text}`).toString('hex')],
    ['UTF-16', Buffer.from(`x${text}`, 'utf16le')],
    ['percent-encoded text', Buffer.from(text).toString('hex').replaceAll(/../g, '%$&')],
    ['base64, 0 bytes in', Buffer.from(`${text}xy`).toString('base64')],
    ['base64, 1 bytes in', Buffer.from(`x${text}xy`).toString('base64')],
    ['base64, 2 bytes in', Buffer.from(`xy${text}xy`).toString('base64url')],
  ])('finds it as %s', (as, where) => {
    expect(findSecrets([secret], where)).toContain(`it as ${as}`)
  })

  it('finds a piece of it', () => {
    expect(findPieces([secret], `x${text.slice(5, 13)}x`)).toEqual([`it: ${text.slice(5, 13)}`])
  })

  it('finds nothing where nothing is', () => {
    const other = text.replace('7', '8')
    expect(findSecrets([secret], other + Buffer.from(other).toString('base64'))).toEqual([])
    expect(findPieces([secret], text.slice(0, 7) + text.slice(8, 15))).toEqual([])
  })
})
