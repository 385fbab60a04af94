// URLs of pages on a platform's site, properly encoded for any slug.

/** Matches a lone surrogate (half of a UTF-16 pair), for which encodeURIComponent throws. */
const loneSurrogate = /\p{Surrogate}/gu

export function pageUrl(site: string, path: readonly string[]): string {
  const parts = path.map((part) => encodeURIComponent(part.replace(loneSurrogate, '\ufffd')))
  return [site, ...parts].join('/')
}
