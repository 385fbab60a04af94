// The question of a market. On one platform several markets have the same title, and a subtitle distinguishes
// them. Records and responses contain title and subtitle as one text, which the matcher splits again.

/** Stands between title and subtitle. */
const separator = ' — '

export interface QuestionParts {
  readonly title: string
  /** null if the title alone identifies the market. */
  readonly subtitle: string | null
}

/** Returns title and subtitle as one text. */
export function joinQuestion({ title, subtitle }: QuestionParts): string {
  return subtitle === null ? title : title + separator + subtitle
}

/**
 * Splits a question into title and subtitle, at the first separator. This is the inverse of `joinQuestion`.
 */
export function splitQuestion(question: string): QuestionParts {
  const end = question.indexOf(separator)
  if (end < 0) return { title: question.trim(), subtitle: null }
  return {
    title: question.slice(0, end).trim(),
    subtitle: question.slice(end + separator.length).trim(),
  }
}
