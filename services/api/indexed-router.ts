// A faster router: it selects candidate routes by the number of segments and the last segment of the path, and tests
// only the candidates. The router of @koa/router tests the regular expression of every route for each request.
import Router from '@koa/router'

type RouterLayers = Router['stack']

export class IndexedRouter extends Router {
  private readonly candidates = new Map<string, RouterLayers>()
  private lastSegments: ReadonlySet<string> | null = null

  override match(path: string, method: string): ReturnType<Router['match']> {
    const all = this.stack
    this.stack = this.candidateLayersFor(path, all)
    try {
      return super.match(path, method)
    } finally {
      this.stack = all
    }
  }

  /** Returns all routes that match the path, and perhaps routes that do not match it, in the order of `all`. */
  private candidateLayersFor(path: string, all: RouterLayers): RouterLayers {
    this.lastSegments ??= new Set(all.map((layer) => lastSegmentOf(String(layer.path))))
    const last = lastSegmentOf(path)
    // a path with a slash at the end also matches a route without it
    if (last === '') return all
    const segments = countSegments(path)
    const name = this.lastSegments.has(last) ? last : ':'
    const key = `${segments}/${name}`
    const known = this.candidates.get(key)
    if (known) return known
    const found = all.filter((layer) => {
      const pathOfRoute = String(layer.path)
      if (countSegments(pathOfRoute) !== segments) return false
      const end = lastSegmentOf(pathOfRoute)
      // routes match paths in any case, so the last segment of the path can differ in case from that of the route
      return name === ':' || end.startsWith(':') || end.toLowerCase() === name.toLowerCase()
    })
    this.candidates.set(key, found)
    return found
  }
}

function lastSegmentOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function countSegments(path: string): number {
  let count = 0
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) count += 1
  return count
}
