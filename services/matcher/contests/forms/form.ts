// Types and functions of the form parsers in this folder. A form is one kind of question about a contest, for
// example who wins or how many goals there are.
import type { Name } from '../../names.ts'
import type { Side, Sides } from '../sides.ts'
import { significantWordsIn } from '../wording.ts'

/** What a title asks about a contest. The fields are explained in `ContestProposition`. */
export interface TitleReading {
  readonly measure: string
  readonly period: string
  readonly side: Side | null
  readonly player: Name | null
  readonly atLeast: number | null
  readonly day: string | null
  /** For a handicap ("Pistons -11.5"): the side that the title names, which is the side of the first outcome. */
  readonly handicapSide: Side | null
  /**
   * What the title does not state, because several markets of an event have the same title. The subtitle or
   * the ticker must state it. null: the title is complete.
   */
  readonly missingPart: 'side' | 'number' | 'both' | null
}

/** What is known about the contest before the title is parsed. */
export interface ContestContext {
  readonly sides: Sides
  readonly isEsports: boolean
  readonly isTennis: boolean
}

export interface FormInput extends ContestContext {
  /**
   * The title as plain text (lower case, no accents) without the period. The marker `@@` stands for the two
   * sides, "A vs B".
   */
  readonly text: string
  readonly period: string
}

/** The fields that a form parser has found. `readTitle` adds the defaults of the other fields. */
export type FormReading = Partial<TitleReading> & { readonly measure: string }

/**
 * Parses a title of one form. Returns null if the title asks another kind of question or contains significant words
 * that do not belong to this form.
 */
export type FormParser = (text: FormInput) => FormReading | null

/** Whether a text has significant words. The marker `@@`, which stands for "A vs B", does not count. */
export function hasSignificantWords(text: string): boolean {
  return significantWordsIn(text.replaceAll('@@', ' ')).length > 0
}

/**
 * Removes a reference to the contest at the end, such as "in the @@ game". The marker `@@` stands for "A vs
 * B".
 */
export function withoutTrailingContestName(text: string): string {
  return text.replace(
    / (?:in|during|vs?\.?|against) (?:the )?@@.*$| in (?:the|this) (?:game|match)$/,
    '',
  )
}

/** Removes all words that belong to the names of the sides. */
export function withoutSideNames(text: string, sides: Sides): string {
  return text
    .split(' ')
    .filter(
      (word) =>
        !sides.some(({ knownWords }) => knownWords.includes(word.replaceAll(/[^\p{L}\d]/gu, ''))),
    )
    .join(' ')
}
