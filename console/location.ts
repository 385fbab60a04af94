// The addresses of the pages. They are in the fragment of the URL, which browsers do not send, so the service
// serves one page and does not log what a user looks at.

/** The part of the URL after `#`. */
export interface Place {
  /** Percent-decoded segments of the path; empty for the start page. */
  readonly path: readonly string[]
  readonly query: URLSearchParams
}

/** Returns null if the text is not an address of a page, for example a malformed percent-encoding. */
export function parsePlace(hash: string): Place | null {
  const [path = '', query = ''] = splitOnce(hash.replace(/^#?\/?/, ''), '?')
  try {
    const segments = path.split('/').filter((segment) => segment !== '')
    return { path: segments.map(decodeURIComponent), query: new URLSearchParams(query) }
  } catch {
    return null
  }
}

/** A link to a page. Empty values are left out of the query. */
export function linkTo(
  path: readonly string[],
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const given = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  )
  const search = new URLSearchParams(given).toString()
  return `#/${path.map(encodeURIComponent).join('/')}${search === '' ? '' : `?${search}`}`
}

export const marketLink = (id: string): string => linkTo(['market', id])
export const eventLink = (slug: string): string => linkTo(['event', slug])
export const walletLink = (address: string): string => linkTo(['wallet', address])

/** Returns the link for a text in the search field: to a wallet if the text is an address, otherwise to a search. */
export function searchLink(text: string): string {
  const trimmed = text.trim()
  return isWalletAddress(trimmed) ? walletLink(trimmed.toLowerCase()) : linkTo([], { q: trimmed })
}

export function isWalletAddress(text: string): boolean {
  return /^0x[0-9a-f]{40}$/i.test(text)
}

/** Returns null for a URL that is not `http:` or `https:`: a browser would run a script in a `javascript:` URL. */
export function toWebLink(url: string): string | null {
  return /^https?:\/\//i.test(url) ? url : null
}

function splitOnce(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + separator.length)]
}
