// Everything that is not a contest, in the wording of both platforms.
import { champions } from './champions.ts'
import { elections } from './elections.ts'
import { futures } from './futures.ts'
import { government } from './government.ts'
import { money } from './money.ts'
import { news } from './news.ts'
import { offices } from './offices.ts'
import { mixed } from './mixed.ts'
import { nearMisses } from './near-misses.ts'
import { wordingsOfAll } from './wordings-of-all.ts'
import { wordingsOfLife } from './wordings-of-life.ts'
import { wordingsOfMoney } from './wordings-of-money.ts'
import { wordingsOfPower } from './wordings-of-power.ts'
import { wordingsOfSport } from './wordings-of-sport.ts'

export const statements = [
  champions,
  futures,
  offices,
  elections,
  government,
  money,
  news,
  mixed,
  nearMisses,
  wordingsOfAll,
  wordingsOfLife,
  wordingsOfMoney,
  wordingsOfPower,
  wordingsOfSport,
].join('\n')
