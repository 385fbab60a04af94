// Synonyms for offices, elections and parties, one term per line: `canonical words: synonym, synonym`.
export const publicLife = `
governor: governorship, gubernatorial
house: house of representatives, us house, u s house, us house of representatives, united states house of representatives
senate: us senate, u s senate, senatorial, united states senate
senate: senate seat
nominee: primary election, primary, primaries, nomination, nominated, nominate, nominates
dem: democrat, democrats, democratic, democratic party, democratics
rep: republican, republicans, republican party, gop
mayor: mayoral, mayorship, mayoralty
president: presidential, presidency
vp: vice president, vice presidential, vice presidency
ltgov: lieutenant governor, lt governor, lt gov, lieutenant gubernatorial
secofstate: secretary of state
secdef: secretary of defense, defense secretary, secretary of war, war secretary
dhs: homeland security, department of homeland security
doj: department of justice, justice department
ag: attorney general
ceo: chief executive officer, chief executive
secgen: secretary general
primeminister: prime minister, pm
supremeleader: supreme leader
fedboard: fed board of governors, fed board, fed governor, fed board governor, member of the fed board, federal reserve board of governors, federal reserve board, federal reserve governor, board of governors of the federal reserve, governor of the federal reserve
fedchair: fed chair, federal reserve chair, fed chairman, federal reserve chairman, chair of the fed, chair of the federal reserve, chairman of the federal reserve, chairman of the fed
chair: chairman, chairperson, chairwoman
speaker: speaker of the house, house speaker, speaker of the house of representatives
supremecourt: supreme court, scotus, us supreme court
control: win control of, control of
majority: majority in, a majority of
win: be elected, get elected, is elected, be re elected, be reelected, get re elected, re elected, reelected, win re election, win reelection, re election, reelection, elected, re elect
join: sign for, sign with, transfer to
stateofunion: state of the union, state of the union address, state of the union speech, sotu, sotu address
leave: out as, out, leave office, leaves office, leaves, step down, steps down, stepping down, cease to be, ceases to be, no longer be, be ousted, ousted
midterms: midterm, midterm election, midterm elections, mid terms
turnout: votes cast, voter turnout, vote count, total vote count
voteshare: share of the vote, vote share, popular vote share, percentage of the vote, percent of the vote
popularvote: popular vote
movict: margin of victory, victory margin, winning margin
shutdown: government shut down, us government shut down, shut down the government, us government shutdown, federal government shutdown, government shutdown, govt shutdown, shut down, shutdown of the government
partyline: filibuster
runoff: run off, second round, 2nd round
los angeles mayor: la mayor, la mayoral
referendum: plebiscite
supremecourt justice: supreme court justice, justice of the supreme court
approval: approval rating, job approval, approval ratings
convict: found guilty
law: signed into law, become law, becomes law, sign into law
executiveorder: executive order, executive orders, eo, eos
ceasefire: cease fire, truce, ceasefire agreement, ceasefire deal, agree to a ceasefire, agree to ceasefire, agree on a ceasefire, reach a ceasefire
peacedeal: peace deal, peace agreement, peace treaty
nuclear: nuke, nukes
anyseat: enter parliament, enter the parliament
# parties
snp: scottish national party, scottish national
afd: alternative for germany, alternative fur deutschland
cducsu: cdu csu, union parties
cdu: christian democratic union
spd: social democratic party of germany
reformuk: reform uk
conservative: conservatives, tories, tory
libdem: liberal democrats, lib dems, liberal democrat, lib dem
dup: democratic unionist party, democratic unionist
rassemblement: national rally, rassemblement national
psoe: spanish socialist workers party
partidopopular: partido popular
ldp: liberal democratic party
bjp: bharatiya janata party, bharatiya janata
anc: african national congress
chp: republican people party, republican peoples party
akp: justice and development party
pis: law and justice
ko: civic coalition
pvv: party for freedom
fpo: freedom party of austria
fdi: brothers of italy, fratelli ditalia, fratelli d italia
m5s: five star movement
bloc: bloc quebecois
partiquebecois: parti quebecois
ndp: new democratic party
dpp: democratic progressive party
kmt: kuomintang
senedd: welsh parliament, senedd cymru, wales parliament, welsh senedd, wales senedd
`
