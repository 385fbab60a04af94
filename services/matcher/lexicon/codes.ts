// The codes of clubs and countries in tickers, for codes that no rule derives from the name. Entries have the form
// `CODE name`. The codes of clubs are listed by North American league.

const clubCodesByLeague: Readonly<Record<string, string>> = {
  nba: 'ATL atlanta hawks,BOS boston celtics,BKN brooklyn nets,CHA charlotte hornets,CHI chicago bulls,CLE cleveland cavaliers,DAL dallas mavericks,DEN denver nuggets,DET detroit pistons,GSW golden state warriors,GS golden state warriors,HOU houston rockets,IND indiana pacers,LAC los angeles clippers,LAL los angeles lakers,MEM memphis grizzlies,MIA miami heat,MIL milwaukee bucks,MIN minnesota timberwolves,NOP new orleans pelicans,NYK new york knicks,OKC oklahoma city thunder,ORL orlando magic,PHI philadelphia 76ers,PHX phoenix suns,POR portland trail blazers,SAC sacramento kings,SAS san antonio spurs,TOR toronto raptors,UTA utah jazz,WAS washington wizards',
  nhl: 'ANA anaheim ducks,BOS boston bruins,BUF buffalo sabres,CAR carolina hurricanes,CBJ columbus blue jackets,CGY calgary flames,CHI chicago blackhawks,COL colorado avalanche,DAL dallas stars,DET detroit red wings,EDM edmonton oilers,FLA florida panthers,LA los angeles kings,LAK los angeles kings,MIN minnesota wild,MTL montreal canadiens,NJ new jersey devils,NJD new jersey devils,NSH nashville predators,NYI new york islanders,NYR new york rangers,OTT ottawa senators,PHI philadelphia flyers,PIT pittsburgh penguins,SEA seattle kraken,SJ san jose sharks,SJS san jose sharks,STL saint louis blues,TB tampa bay lightning,TBL tampa bay lightning,TOR toronto maple leafs,UTA utah mammoth,VAN vancouver canucks,VGK vegas golden knights,WPG winnipeg jets,WSH washington capitals',
  mlb: 'ARI arizona diamondbacks,AZ arizona diamondbacks,ATH athletics,ATL atlanta braves,BAL baltimore orioles,BOS boston red sox,CHC chicago cubs,CWS chicago white sox,CHW chicago white sox,CIN cincinnati reds,CLE cleveland guardians,COL colorado rockies,DET detroit tigers,HOU houston astros,KC kansas city royals,LAA los angeles angels,LAD los angeles dodgers,MIA miami marlins,MIL milwaukee brewers,MIN minnesota twins,NYM new york mets,NYY new york yankees,PHI philadelphia phillies,PIT pittsburgh pirates,SD san diego padres,SEA seattle mariners,SF san francisco giants,STL saint louis cardinals,TB tampa bay rays,TEX texas rangers,TOR toronto blue jays,WAS washington nationals,WSH washington nationals',
  nfl: 'ARI arizona cardinals,ATL atlanta falcons,BAL baltimore ravens,BUF buffalo bills,CAR carolina panthers,CHI chicago bears,CIN cincinnati bengals,CLE cleveland browns,DAL dallas cowboys,DEN denver broncos,DET detroit lions,GB green bay packers,HOU houston texans,IND indianapolis colts,JAC jacksonville jaguars,JAX jacksonville jaguars,KC kansas city chiefs,LAC los angeles chargers,LAR los angeles rams,LV las vegas raiders,MIA miami dolphins,MIN minnesota vikings,NE new england patriots,NO new orleans saints,NYG new york giants,NYJ new york jets,PHI philadelphia eagles,PIT pittsburgh steelers,SEA seattle seahawks,SF san francisco 49ers,TB tampa bay buccaneers,TEN tennessee titans,WAS washington commanders',
}

const countryCodes =
  'ALG algeria,ARG argentina,AUS australia,AUT austria,BEL belgium,BIH bosnia and herzegovina,BRA brazil,CAN canada,CIV ivory coast,COD dr congo,COL colombia,CPV cape verde,CRO croatia,CUW curacao,CZE czechia,DEN denmark,ECU ecuador,EGY egypt,ENG england,ESP spain,FRA france,GER germany,GHA ghana,GRE greece,HAI haiti,IRN iran,IRQ iraq,ISR israel,ITA italy,JOR jordan,JPN japan,KOR south korea,KSA saudi arabia,MAR morocco,MEX mexico,NED netherlands,NOR norway,NZL new zealand,PAN panama,PAR paraguay,POL poland,POR portugal,QAT qatar,RSA south africa,SCO scotland,SEN senegal,SUI switzerland,SWE sweden,TUN tunisia,TUR turkiye,UKR ukraine,URU uruguay,USA united states,UZB uzbekistan'

/** Names of clubs by league and code: "arizona diamondbacks" for `mlb AZ`. */
export const clubsByCode: ReadonlyMap<string, string> = new Map(
  Object.entries(clubCodesByLeague).flatMap(([league, entries]) =>
    parseCodeEntries(entries).map(([code, club]) => [`${league} ${code}`, club] as const),
  ),
)

/** Names of countries by code: "south africa" for `RSA`. */
export const countriesByCode: ReadonlyMap<string, string> = new Map(parseCodeEntries(countryCodes))

function parseCodeEntries(entries: string): readonly (readonly [code: string, name: string])[] {
  return entries.split(',').map((entry) => {
    const at = entry.indexOf(' ')
    return [entry.slice(0, at), entry.slice(at + 1)] as const
  })
}
