// All tables of pairs, by what they are about.
import { champions } from './champions.ts'
import { contests } from './contests.ts'
import { counts } from './counts.ts'
import { headToHead } from './head-to-head.ts'
import { elections } from './elections.ts'
import { football } from './football.ts'
import { futures } from './futures.ts'
import { government } from './government.ts'
import { leagues } from './leagues.ts'
import { money } from './money.ts'
import { news } from './news.ts'
import { offices } from './offices.ts'
import { players } from './players.ts'
import { softWordMisses } from './stop-words.ts'
import { statements } from './statements.ts'
import { subtitles } from './subtitles.ts'
import { mixed } from './mixed.ts'
import { paraphrases } from './paraphrases.ts'

export const tables = {
  contests,
  counts,
  leagues,
  football,
  duels: headToHead,
  players,
  statements,
  elections,
  futures,
  money,
  news,
  offices,
  government,
  champions,
  sundry: mixed,
  softWordMisses,
  subtitles,
  widerWords: paraphrases,
}
