// Decodes user, password and database in the URL of a server.

export const percentProblem = 'a % in user or password must be written %25'

/** Decodes percent-encoded text. Returns null, which means percentProblem, if that is not possible. */
export function decodeUrlPart(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}
