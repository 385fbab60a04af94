// Simulated places, clubs and people, enough for as many markets as both platforms list.
import type { Random } from '../../simulator/random.ts'

const placeBeginnings =
  'Ash Bel Bren Cal Car Cor Dal Dun East El Fair Fal Fer Glen Gran Hal Har Hart Kel Kings Lan Lin Lor Mar Mil Mon Nor Oak Old Or Pel Port Quin Ra Red Ren Rock Sal San Sea Sher Sil Sol Stan Sun Tal Thorn Tor Ul Val Ver Vil Wal West White Win Wood Yar Zel'
const placeEndings =
  'ara ario ater berg borough bourne bridge brook burg bury by castle cester dale den don field ford gate grove ham haven hill holm hurst ington land ley low mere mond mont mouth ness nia port ridge shire side stad stead sted stone ton vale vik ville wald water well wich wick wood worth'
const nicknameWords =
  'Anchors Archers Badgers Barons Beacons Bisons Blazers Bobcats Cardinals Chargers Cobras Comets Condors Corsairs Coyotes Cranes Crows Cyclones Dragons Eagles Embers Falcons Foxes Gales Giants Goats Griffins Gulls Hammers Harriers Herons Hornets Hounds Jackals Jaguars Kestrels Knights Lancers Larks Lynx Mariners Meteors Monarchs Moose Mustangs Otters Owls Panthers Pilots Pioneers Pumas Quakes Raiders Rams Ravens Rhinos Rovers Saints Scouts Sharks Spartans Stags Stallions Storks Strikers Swans Terns Thunder Tigers Titans Trains Tritons Vikings Vipers Voyagers Wardens Wasps Whalers Wolves Wrens'
const firstNames =
  'Aaron Abel Ada Adrian Aisha Alan Alba Alma Amir Ana Andre Anton April Arne Asha Axel Basil Beth Bianca Boris Brian Bruno Carla Carmen Cecil Chad Clara Cole Dana Daria Dean Diego Dina Dolores Dylan Edgar Elena Eli Elsa Emil Enzo Erik Esther Eva Fabio Felix Fiona Frank Gavin Gina Grace Greta Hanna Hector Hugo Ibrahim Ida Igor Ines Ivan Jada James Jana Jonas Joel Jules Kai Kara Karl Keira Kevin Lars Laura Lena Leo Lena Liam Luca Lydia Mara Maria Marco Max Mia Milo Mina Nadia Neil Nina Noah Nora Olga Oscar Otto Pablo Paula Pedro Peter Petra Quinn Rafael Rita Robert Rosa Ruben Ruth Samuel Sara Sean Silvia Simon Sofia Stefan Tara Teo Tessa Tim Tomas Uma Vera Victor Viola Wanda Wesley Yara Yusuf Zoe'
const lastBeginnings =
  'Abra Ander Arm Bal Barn Berg Black Brad Bram Cald Camp Cast Clark Cole Crom Dahl Dar Del Dom Eber Ell Er Fitz Flem Fos Fran Gal Gar Gold Gor Grim Hag Hall Ham Hend Hol Hux Iv Jack Jan Kal Kess Kov Kram Lam Lang Lev Lind Mac Mald Mar Mer Mol Nak Nav Nor Oka Ol Ost Pal Pat Per Pick Quil Ram Rich Rod Ros Sand Schul Sha Sim Som Stan Sut Tam Tho Til Tor Ul Van Vas Vog Wag Wal Web Whit Wil Yam Zan Zim'
const lastEndings =
  'ano arez aro be ber berg by den der dez don dorf ella elli en er ero ers escu ez feld field fors gard hart ian ić in ina ini ison ko kow ley lin lund man mann mark mer mont mura ner ni now off ok or ova owski quist ra rand rell ren ri ris ro rum sen shaw sky son stein stone strom te ten ter ton tti uk vich ville vin wald well wick wood worth'

const split = (words: string): readonly string[] => words.split(' ')
const combine = (beginnings: string, endings: string): readonly string[] =>
  split(beginnings).flatMap((beginning) => split(endings).map((ending) => beginning + ending))

export interface Vocabulary {
  /** 3,000 places in a random order. */
  readonly places: readonly string[]
  readonly nicknames: readonly string[]
  /** A person; different in most calls. */
  person(): string
}

export function createVocabulary(random: Random): Vocabulary {
  const lastNames = combine(lastBeginnings, lastEndings)
  const first = split(firstNames)
  return {
    places: shuffled(combine(placeBeginnings, placeEndings), random),
    nicknames: split(nicknameWords),
    person: () => `${random.pick(first)} ${random.pick(lastNames)}`,
  }
}

export function shuffled<T>(values: readonly T[], random: Random): readonly T[] {
  const keyed = values.map((value) => ({ value, key: random.next() }))
  return keyed.sort((a, b) => a.key - b.key).map(({ value }) => value)
}
