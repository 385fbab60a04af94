// Names of people in public life, one person per line: `canonical word: name, name`. The family name alone
// means the best-known person. Relatives with the same family name have lines of their own.

export const people = `
trump: donald trump, donald j trump, president trump, president donald trump, djt
trumpjr: donald trump jr, donald trump junior, trump jr, don jr
barrontrump: barron trump
ivankatrump: ivanka trump
erictrump: eric trump
laratrump: lara trump
melaniatrump: melania trump
vance: jd vance, j d vance, vice president vance, james david vance
biden: joe biden, joseph biden, president biden
hunterbiden: hunter biden
harris: kamala harris
obama: barack obama
michelleobama: michelle obama
billclinton: bill clinton
hillaryclinton: hillary clinton
newsom: gavin newsom
aoc: alexandria ocasio cortez, ocasio cortez
buttigieg: pete buttigieg
rubio: marco rubio
hegseth: pete hegseth
bondi: pam bondi
patel: kash patel
noem: kristi noem
bessent: scott bessent
lutnick: howard lutnick
rfk: robert f kennedy jr, rfk jr, robert kennedy jr, robert f kennedy
gabbard: tulsi gabbard
powell: jerome powell, jay powell
warsh: kevin warsh
hassett: kevin hassett
musk: elon musk, elon
altman: sam altman
zuckerberg: mark zuckerberg
bezos: jeff bezos
epstein: jeffrey epstein
maxwell: ghislaine maxwell
maduro: nicolas maduro
machado: maria corina machado, corina machado
putin: vladimir putin, president putin
zelensky: volodymyr zelensky, volodymyr zelenskyy, zelenskyy, zelenskiy, volodymyr zelenskiy
lukashenko: alexander lukashenko, aleksandr lukashenko
netanyahu: benjamin netanyahu, bibi netanyahu, bibi
khamenei: ali khamenei, ayatollah khamenei, ayatollah ali khamenei
mojtabakhamenei: mojtaba khamenei
xi: xi jinping, president xi
kimjongun: kim jong un
modi: narendra modi
macron: emmanuel macron
lepen: marine le pen
bardella: jordan bardella
starmer: keir starmer, sir keir starmer
farage: nigel farage
badenoch: kemi badenoch
burnham: andy burnham
streeting: wes streeting
rayner: angela rayner
merz: friedrich merz
meloni: giorgia meloni
sanchez: pedro sanchez
orban: viktor orban
magyar: peter magyar
tusk: donald tusk
erdogan: recep tayyip erdogan, tayyip erdogan
imamoglu: ekrem imamoglu
carney: mark carney
trudeau: justin trudeau
poilievre: pierre poilievre
milei: javier milei
lula: luiz inacio lula da silva, lula da silva, luiz inacio lula
jairbolsonaro: jair bolsonaro
flaviobolsonaro: flavio bolsonaro
petro: gustavo petro
cepeda: ivan cepeda
sheinbaum: claudia sheinbaum
ishiba: shigeru ishiba
takaichi: sanae takaichi
albanese: anthony albanese
mamdani: zohran mamdani
cuomo: andrew cuomo
adams: eric adams
bass: karen bass
lagarde: christine lagarde
rutte: mark rutte
guterres: antonio guterres
popeleo: pope leo, pope leo xiv, leo xiv
swift: taylor swift
kelce: travis kelce
kanye: kanye west, ye
diddy: sean combs, sean diddy combs, p diddy
mangione: luigi mangione
sbf: sam bankman fried
tate: andrew tate
lebron: lebron james
`
