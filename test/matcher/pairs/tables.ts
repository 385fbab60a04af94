// All tables of pairs, by what they are about.
import { champions } from './champions.ts'
import { contests } from './contests.ts'
import { counts } from './counts.ts'
import { duels } from './duels.ts'
import { elections } from './elections.ts'
import { football } from './football.ts'
import { futures } from './futures.ts'
import { government } from './government.ts'
import { leagues } from './leagues.ts'
import { money } from './money.ts'
import { news } from './news.ts'
import { offices } from './offices.ts'
import { players } from './players.ts'
import { softWordMisses } from './soft-words.ts'
import { statements } from './statements.ts'
import { subtitles } from './subtitles.ts'
import { sundry } from './sundry.ts'
import { widerWords } from './wider-words.ts'

export const tables = {
  contests,
  counts,
  leagues,
  football,
  duels,
  players,
  statements,
  elections,
  futures,
  money,
  news,
  offices,
  government,
  champions,
  sundry,
  softWordMisses,
  subtitles,
  widerWords,
}
