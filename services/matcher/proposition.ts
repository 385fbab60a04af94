// Types of propositions. A proposition is what a market asserts, parsed from its texts. Two markets match if
// their propositions are the same.
import type { Name } from './names.ts'
import type { Range } from './ranges.ts'

/** A proposition about one contest between two sides. */
export interface ContestProposition {
  readonly kind: 'contest'
  readonly sides: readonly [Name, Name]
  /**
   * The game in esports, where one organization has teams in several games. null: not esports, or unknown.
   */
  readonly esport: string | null
  /** Day of the contest, `2026-05-13`. null: not known. */
  readonly day: string | null
  /** Day on which the platform plans to close the market. null: not known. */
  readonly deadline: string | null
  /** What the question measures: `winner`, `draw`, `spread of goals`, `total of goals` and others. */
  readonly measure: string
  /** The part of the contest: `all` (the whole contest), `half 1`, `set 2`, `map 3`, `series` and others. */
  readonly period: string
  /** Index in `sides` of the side that the question is about. null: it is about neither side, or both. */
  readonly side: 0 | 1 | null
  /** The player that the question is about. null: it is not about a player. */
  readonly player: Name | null
  /**
   * The lowest number for which the market pays: 3 for "over 2.5". For a spread it is the lowest margin of
   * victory. null: the question is not about a number.
   */
  readonly atLeast: number | null
  /** For a market whose outcomes are the two sides: the index in `sides` of each outcome. Otherwise null. */
  readonly outcomeSides: readonly [0 | 1, 0 | 1] | null
  /**
   * For a market with other outcomes: index of the outcome that pays if the proposition is true ("Yes",
   * "Over").
   */
  readonly payingOutcome: number
  /** Whether a market on the victory of one side resolves to No if the contest ends in a draw. */
  readonly resolvesNoOnDraw: boolean
}

/** What the subject of a statement does, if common verbs express it. */
export type Action = 'win' | 'advance' | 'run' | 'play' | 'score' | 'lead'

/**
 * A proposition about anything but a contest: its words, numbers and times. A stem is a word without its
 * ending (see `toStem`).
 */
export interface StatementProposition {
  readonly kind: 'statement'
  readonly title: string
  /** Distinct stems of the significant words of the title. */
  readonly titleStems: readonly string[]
  /** The stems of `titleStems` that seldom distinguish two questions. */
  readonly weakStems: readonly string[]
  /** Stems that an equal question may omit, such as the author of a work or the name of a court case. */
  readonly optionalStems: readonly string[]
  /** Significant stems of the title of the event. */
  readonly eventStems: readonly string[]
  /**
   * All stems of the market title and the event title, including stop words, each once. An array takes a third of the
   * memory of a set, and finds one of ten words as fast.
   */
  readonly allStems: readonly string[]
  /** Sports leagues that the titles or the ticker name. */
  readonly leagues: readonly string[]
  /**
   * Which mutually exclusive words ("men", "women") the titles contain: for each line of the table in
   * `exclusive-words.ts` a number, in which bit i is set if the titles contain alternative i of the line.
   */
  readonly exclusiveWords: readonly number[]
  /** The US party or parties that the question names. */
  readonly party: 'dem' | 'rep' | 'both' | null
  /** Whether the title asks who gets an office or a prize, as opposed to who is nominated for it. */
  readonly asksForFinalWinner: boolean
  /**
   * The action that the question is about, if its verb is a stop word ("win"). null: the verb, if any, is compared as a
   * stem.
   */
  readonly action: Action | null
  /** The range in which the number must be for the market to pay. null: the question states no number. */
  readonly range: Range | null
  /** The smallest change of the number. 0: the number is continuous, like a price. null: not known. */
  readonly stepSize: number | null
  /** Whether the question is negated, as in "Will X not ...". */
  readonly isNegated: boolean
  readonly window: TimeWindow
  /** The name that the question is about: X in "Will X win ...". null: none was found. */
  readonly subject: Name | null
  /**
   * Whether the title does not name the subject ("Who will win?"), so that only `tickerCode` identifies it.
   */
  readonly isSubjectInTicker: boolean
  /** The last group of letters in the ticker, often an abbreviation of the subject. null: there is none. */
  readonly tickerCode: string | null
}

/** The time at which, or the period in which, the question is decided. */
export interface TimeWindow {
  /** Years that the titles state. */
  readonly years: readonly number[]
  /** The year in the ticker or in the deadline. It is used if the titles state no year. */
  readonly inferredYears: readonly number[]
  /** The last day that the titles state, `2026-05-31`. null: they state no day. */
  readonly day: string | null
  /** The first day if the titles state two days, otherwise null. */
  readonly firstDay: string | null
  /** Whether the titles state a month without a day. `day` is then the last day of that month. */
  readonly isWholeMonth: boolean
  /**
   * `by`: it must happen on or before the day. `at`: it must be true on the day. `in`: it must happen in the
   * period. `after`: it must happen after the day. null: the titles do not say.
   */
  readonly mode: 'by' | 'at' | 'in' | 'after' | null
  /** Times of day that the titles state, such as `17:00`. */
  readonly timesOfDay: readonly string[]
  /** Whether the titles contain "next", as in "the next Prime Minister", which may be at any time. */
  readonly asksForNext: boolean
  /** The day in the event ticker. null: none, or the platform has no tickers. */
  readonly tickerDay: string | null
  /** Day on which the platform plans to close the market. null: not known. */
  readonly deadline: string | null
}

/**
 * Stands for a market whose assertion the parser cannot determine, such as a placeholder or an empty title.
 */
export interface UnreadableProposition {
  readonly kind: 'unreadable'
  readonly reason: string
}

export type Proposition = ContestProposition | StatementProposition | UnreadableProposition
