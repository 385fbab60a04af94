// Addresses of pages on a platform's site, safe whatever a slug has in it.

/** A surrogate without its other half, which encodeURIComponent refuses. */
const loneSurrogate = /\p{Surrogate}/gu

export function pageUrl(site: string, path: readonly string[]): string {
  const parts = path.map((part) => encodeURIComponent(part.replace(loneSurrogate, '\ufffd')))
  return [site, ...parts].join('/')
}
