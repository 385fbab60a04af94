// Irregular forms of words, one word per line. The first form replaces the others. Verbs and their nouns
// count as equal, because the rest of the question distinguishes them.

const formsByLine = `
acquire acquisition acquisitions
add added
announce announcement announcements
approve approval approves
arrest arrested
begin began begun start starts started commence commences
break broke broken
buy bought purchase purchased
confirm confirmation
convict conviction convicted
cut cutting
declare declaration
detonate detonation
die death dies died dead
divorce divorced
drop dropped
elect elected
eliminate elimination
end ends ended ending
engage engaged engagement
enter entered
erupt eruption eruptions erupts
fall fallen fell decline declines declined decrease decreases decreased dip dips
find found
fire fired firing dismiss dismissed sack sacked
gross grossing
ground grounded
hold held
intervene intervention
impeach impeachment impeached
impose imposed imposition
indict indictment indicted
insolvent insolvency
invade invasion
join joined
jail imprison imprisoned jailed
land landed landing
leave left depart departs departed departure exit exits exited
legalise legalize legalization legalisation
lose lost
marry married marriage wedding
meet met meeting
merge merger merged
normalise normalize normalization normalisation
pardon pardoned
pay paid
perform performance performer
post posted posts tweet tweets tweeted
pregnant pregnancy
ratify ratification
recognise recognize recognition recognised recognized
release releases released launch launches launched
repeal repealed
resign resignation
retire retirement
rise rose risen rises increase increases increased grow grows grew growth climb climbs
say said says
sell sold sale
send sent
sentence sentenced
sign signed signing
strike struck strikes
suspend suspension
testify testimony
trade traded
veto vetoed
volcano volcanic
visit visited
withdraw withdrew withdrawal withdrawn
`

/** Each form of a word -> the first form of its line. */
export const baseFormByWord: ReadonlyMap<string, string> = new Map(
  formsByLine
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [baseForm = '', ...others] = line.split(' ')
      return [baseForm, ...others].map((form) => [form, baseForm] as const)
    }),
)
