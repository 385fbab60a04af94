// One kind of question, and what is said by it: what the forms beside this file share.
import type { Name } from '../../names.ts'
import type { Side, Sides } from '../sides.ts'
import { tellingWordsIn } from '../wording.ts'

export interface Reading {
  readonly measure: string
  readonly period: string
  readonly side: Side | null
  readonly player: Name | null
  readonly atLeast: number | null
  readonly day: string | null
  /** The side whose handicap it is: it pays on the first outcome. */
  readonly first: Side | null
  /** What the title leaves to be told elsewhere: it stands for several markets, or for both sides. */
  readonly open: 'side' | 'number' | 'both' | null
}

export interface Topic {
  readonly sides: Sides
  readonly isEsports: boolean
  readonly isTennis: boolean
}

export interface Text extends Topic {
  /** Plain, with `@@` for "A vs B", without the period. */
  readonly text: string
  readonly period: string
}

export type Said = Partial<Reading> & { readonly measure: string }

/** null: it asks something else, or says more than this form can read. */
export type Form = (text: Text) => Said | null

export function isTelling(text: string): boolean {
  return tellingWordsIn(text.replaceAll('@@', ' ')).length > 0
}

/** Without "in the @@ game" behind it. */
export function withoutContest(text: string): string {
  return text.replace(
    / (?:in|during|vs?\.?|against) (?:the )?@@.*$| in (?:the|this) (?:game|match)$/,
    '',
  )
}

export function withoutNames(text: string, sides: Sides): string {
  return text
    .split(' ')
    .filter((word) => !sides.some(({ parts }) => parts.has(word.replaceAll(/[^\p{L}\d]/gu, ''))))
    .join(' ')
}
