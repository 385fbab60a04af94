// What a market claims, taken out of its words. Two markets match if they claim the same.
import type { Name } from './names.ts'
import type { Range } from './ranges.ts'

/** About one contest of two sides. */
export interface ContestClaim {
  readonly kind: 'contest'
  readonly sides: readonly [Name, Name]
  /** Of esports, which one: organizations have teams in several. null: not told. */
  readonly game: string | null
  /** `2026-05-13`; null: not known. */
  readonly day: string | null
  readonly deadline: string | null
  /** `winner`, `draw`, `spread`, `total of goals` ... */
  readonly measure: string
  /** `all`, `half 1`, `set 2`, `map 3`, `series` ... */
  readonly period: string
  /** Which side it is about; null: neither, or either. */
  readonly side: 0 | 1 | null
  readonly player: Name | null
  /** At least so many; of a spread, more than the other side. null: not about a number. */
  readonly atLeast: number | null
  /** It pays on either outcome, and its outcomes are the two sides, in this order. */
  readonly sidesOfOutcomes: readonly [0 | 1, 0 | 1] | null
  /** The outcome that pays when it is so, where the outcomes are not the sides: "Over", "Yes". */
  readonly pays: number
  /** It pays one side, and nobody if neither wins: the contest can end in a draw. */
  readonly isOneOfThree: boolean
}

export type Action = 'win' | 'advance' | 'run' | 'play' | 'score' | 'lead'

/** About anything else: its words, and what numbers and times they hold. */
export interface StatementClaim {
  readonly kind: 'statement'
  readonly title: string
  /** Stems of the title that say what it is about, each once. */
  readonly own: readonly string[]
  /** Those of them that seldom tell two questions apart. */
  readonly mild: ReadonlySet<string>
  /** Those that may be left unsaid, if nothing else is: who wrote it, the name of a case. */
  readonly aside: ReadonlySet<string>
  /** `own` of the title of its event. */
  readonly ofEvent: readonly string[]
  /** All stems of both, soft ones too. */
  readonly all: ReadonlySet<string>
  /** The first letters of those of them that are long enough to have others made of them. */
  readonly heads: ReadonlySet<string>
  readonly leagues: readonly string[]
  /** Which of the words that exclude each other it says. */
  readonly contrasts: readonly number[]
  readonly party: 'dem' | 'rep' | 'both' | null
  /** The title names an office or a prize and not the choice for it: it asks who gets it. */
  readonly isForItself: boolean
  /** What is to be done, where the words for it are soft. */
  readonly action: Action | null
  readonly range: Range | null
  /** What its number moves in; null: in what it likes; 0: it flows, and does not rest on a bound. */
  readonly step: number | null
  /** It asks whether it will not. */
  readonly isNegated: boolean
  readonly window: TimeWindow
  /** "Will X win ...": X. */
  readonly subject: Name | null
  /** The title asks who or which, or is that of its event: the code tells of whom it is. */
  readonly isOpen: boolean
  /** The last letters of the ticker. */
  readonly code: string | null
}

/** When it is decided. */
export interface TimeWindow {
  /** For people. */
  readonly text: string
  /** Named in the text. */
  readonly years: readonly number[]
  /** From the ticker or the deadline, where the text names none. */
  readonly likelyYears: readonly number[]
  /** Last day, if the text names one: `2026-05-31`. */
  readonly day: string | null
  /** First day, if the text names two. */
  readonly firstDay: string | null
  /** `day` is the last of a month that the text names. */
  readonly isMonth: boolean
  /** It is to happen by then, to be so then, to happen in that time, or after it; null: the text does not say. */
  readonly mode: 'by' | 'at' | 'in' | 'after' | null
  /** Of the day, `17:00`, if the text names one. */
  readonly times: readonly string[]
  /** "The next Prime Minister": whenever that is. */
  readonly isNext: boolean
  /** From the ticker. */
  readonly likelyDay: string | null
  readonly deadline: string | null
}

/** Nobody can tell what it claims: a placeholder, or no title. */
export interface NoClaim {
  readonly kind: 'none'
  readonly why: string
}

export type Claim = ContestClaim | StatementClaim | NoClaim
