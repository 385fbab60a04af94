// Parses JSON from outside and limits its depth. JSON.parse accepts any depth, but code that visits
// a value recursively (JSON.stringify among it) overflows the stack at some thousand levels.

/** Real responses and request bodies have at most 7 levels. */
export const maxJsonDepth = 32

export interface BoundedJson {
  /** The value; arrays and objects below `maxJsonDepth` levels are null. */
  readonly value: unknown
  readonly isTooDeep: boolean
}

/** Throws SyntaxError if the text is not JSON. */
export function parseBounded(text: string): BoundedJson {
  const value: unknown = JSON.parse(text)
  return { value, isTooDeep: isContainer(value) && replaceDeepContainers(value, maxJsonDepth) }
}

/** Replaces the arrays and objects below `levels` levels by null; returns whether there were any. */
function replaceDeepContainers(container: Record<string, unknown>, levels: number): boolean {
  let isCut = false
  for (const name of Object.keys(container)) {
    const value = container[name]
    if (!isContainer(value)) continue
    if (levels > 1) isCut = replaceDeepContainers(value, levels - 1) || isCut
    else {
      container[name] = null
      isCut = true
    }
  }
  return isCut
}

/** Arrays count as containers, too: Object.keys returns their indexes. */
function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
