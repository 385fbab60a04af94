// Synonyms for countries, central banks and international organizations, one term per line:
// `canonical words: synonym, synonym`.
export const countries = `
un: united nations
us: us government, u s government, united states government, american government, united states, united states of america, usa, u s a, america, american
uk: united kingdom, britain, great britain, british
eu: european union
eurozone: euro area, euro zone
fed: federal reserve, fomc, us federal reserve
ecb: european central bank
boe: bank of england
boc: bank of canada
boj: bank of japan
rba: reserve bank of australia
rbnz: reserve bank of new zealand
rbi: reserve bank of india
snb: swiss national bank
norgesbank: norges bank, central bank of norway, norwegian central bank
riksbank: swedish riksbank, sveriges riksbank, central bank of sweden
banxico: bank of mexico, banco de mexico, central bank of mexico, mexico central bank
bcb: central bank of brazil, bank of brazil, brazilian central bank, brazil central bank, banco central do brasil, copom
cbrt: central bank of turkey, turkish central bank, turkey central bank, central bank of the republic of turkey, central bank of turkiye, turkiye central bank, tcmb
bok: bank of korea, south korean central bank, central bank of korea
cbr: bank of russia, central bank of russia, russian central bank
boi: bank of israel
sarb: south african reserve bank, reserve bank of south africa
pboc: peoples bank of china, people bank of china
bcra: central bank of argentina, argentine central bank
ecb: ecb governing council
palestine: state of palestine, palestinian state
israel: state of israel
china: peoples republic of china, people republic of china, prc
taiwan: republic of china
kosovo: republic of kosovo
somaliland: republic of somaliland
worldhealth: world health organization
doge: department of government efficiency
nyc: new york city
st_dc: washington dc, washington d c, district of columbia
uae: united arab emirates
drc: democratic republic of the congo, dr congo
korea: korean
south korea: korea republic, republic of korea, south korean
north korea: north korean, dprk
czechia: czech republic, czech
turkiye: turkey, turkish
ivory coast: cote divoire, cote d ivoire
bosnia: bosnia and herzegovina, bosnia herzegovina
cape verde: cabo verde
curacao: curacao
saudi arabia: saudi
south africa: south african
hungary: hungarian
france: french
germany: german
netherlands: dutch, holland
spain: spanish
poland: polish
denmark: danish
sweden: swedish
norway: norwegian
finland: finnish
scotland: scottish
wales: welsh
ireland: irish
italy: italian
portugal: portuguese
switzerland: swiss
greece: greek
ukraine: ukrainian
canada: canadian
argentina: argentine, argentinian
peru: peruvian
brazil: brazilian
mexico: mexican
israel: israeli
iran: iranian
iraq: iraqi
japan: japanese
china: chinese
india: indian
russia: russian
philippines: philippine, filipino
england: english
armenia: armenian
bulgaria: bulgarian
romania: romanian
colombia: colombian
venezuela: venezuelan
serbia: serbian
croatia: croatian
slovakia: slovak
slovenia: slovenian
latvia: latvian
lithuania: lithuanian
estonia: estonian
iceland: icelandic
belgium: belgian
austria: austrian
cyprus: cypriot
thailand: thai
vietnam: vietnamese
nepal: nepali, nepalese
bangladesh: bangladeshi
pakistan: pakistani
syria: syrian
palestine: palestinian
egypt: egyptian
kenya: kenyan
nigeria: nigerian
uganda: ugandan
zambia: zambian
ethiopia: ethiopian
cuba: cuban
haiti: haitian
honduras: honduran
chile: chilean
ecuador: ecuadorian
bolivia: bolivian
uruguay: uruguayan
paraguay: paraguayan
australia: australian
taiwan: taiwanese
lebanon: lebanese
europe: european
`
