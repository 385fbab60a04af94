// Tennis, table tennis, fights, esports, cricket, rugby: matches, sets, maps, rounds, methods.
export const headToHead = `
# tennis
b KXATPMATCH-26MAY25CERBER -CER | Cerundolo vs Berrettini | Will Francisco Cerundolo win the Cerundolo vs Berrettini: Round Of 64 match?
same 2026-05-25 | Roland Garros: Francisco Cerundolo vs Matteo Berrettini | Roland Garros: Francisco Cerundolo vs Matteo Berrettini | of: Cerundolo; Berrettini
no:subject 2026-05-25 | Roland Garros: Juan Manuel Cerundolo vs Matteo Arnaldi | Roland Garros: Juan Manuel Cerundolo vs Matteo Arnaldi
no:subject 2026-05-25 | Roland Garros: Juan Manuel Cerundolo vs Matteo Berrettini | Roland Garros: Juan Manuel Cerundolo vs Matteo Berrettini   # his brother
no:subject 2026-05-25 | Roland Garros: Francisco Cerundolo vs Botic van de Zandschulp | Roland Garros: Francisco Cerundolo vs Botic van de Zandschulp
no:window 2026-05-27 | Roland Garros: Francisco Cerundolo vs Matteo Berrettini | Roland Garros: Francisco Cerundolo vs Matteo Berrettini
b KXATPMATCH-26MAY25VANSIN -VAN | Van de Zandschulp vs Sinner | Will Botic Van de Zandschulp win the Van de Zandschulp vs Sinner: Round Of 128 match?
same 2026-05-25 | Roland Garros: Botic van de Zandschulp vs Jannik Sinner | Roland Garros: Botic van de Zandschulp vs Jannik Sinner
b KXWTAMATCH-26MAY25SWIOSA -OSA | Swiatek vs Osaka | Will Naomi Osaka win the Swiatek vs Osaka: Quarterfinal match? | sub: Naomi Osaka
second 2026-05-25 | Roland Garros: Iga Swiatek vs Naomi Osaka | Roland Garros: Iga Swiatek vs Naomi Osaka
same 2026-05-25 | Roland Garros: Iga Świątek vs Naomi Osaka | Roland Garros: Iga Świątek vs Naomi Osaka | of: Osaka; Swiatek
b KXATPCHALLENGERMATCH-26MAY14NAGGEA -NAG | Nagal vs Gea | Will Sumit Nagal win the Nagal vs Gea: Round Of 32 match?
same 2026-05-14 | Oeiras 4: Sumit Nagal vs Arthur Gea | Oeiras 4: Sumit Nagal vs Arthur Gea
b KXATPSETWINNER-26MAY15MUSZVE-2 -ZVE | Lorenzo Musetti vs Alexander Zverev: Set 2 Winner | Will Alexander Zverev win set 2 in the Lorenzo Musetti vs Alexander Zverev match
second 2026-05-15 | Internazionali BNL d'Italia: Lorenzo Musetti vs Alexander Zverev | Set 2 Winner: Musetti vs Zverev
no:scope 2026-05-15 | Internazionali BNL d'Italia: Lorenzo Musetti vs Alexander Zverev | Set 1 Winner: Musetti vs Zverev
no:scope 2026-05-15 | Internazionali BNL d'Italia: Lorenzo Musetti vs Alexander Zverev | Set 3 Winner: Musetti vs Zverev
no:subject 2026-05-15 | Internazionali BNL d'Italia: Mischa Zverev vs Lorenzo Sonego | Set 2 Winner: Zverev vs Sonego
b KXATPGAMESPREAD-26MAY15MUSZVE -ZVE4 | Musetti vs Zverev: Game Spread | Will Alexander Zverev win by over 3.5 games?
same 2026-05-15 | Internazionali BNL d'Italia: Lorenzo Musetti vs Alexander Zverev | Game Handicap: Zverev (-3.5) vs Musetti (+3.5) | of: Zverev; Musetti
no 2026-05-15 | Internazionali BNL d'Italia: Lorenzo Musetti vs Alexander Zverev | Set Handicap: Zverev (-1.5) vs Musetti (+1.5) | of: Zverev; Musetti
no:subject 2026-05-15 | Internazionali BNL d'Italia: Lorenzo Musetti vs Alexander Zverev | Game Handicap: Musetti (-3.5) vs Zverev (+3.5) | of: Musetti; Zverev
b KXATPSETSPREAD-26MAY15MUSZVE -ZVE2 | Musetti vs Zverev: Set Spread | Will Alexander Zverev win by over 1.5 sets?
same 2026-05-15 | Internazionali BNL d'Italia: Lorenzo Musetti vs Alexander Zverev | Set Handicap: Zverev (-1.5) vs Musetti (+1.5) | of: Zverev; Musetti
no:measure 2026-05-15 | Internazionali BNL d'Italia: Lorenzo Musetti vs Alexander Zverev | Game Handicap: Zverev (-1.5) vs Musetti (+1.5) | of: Zverev; Musetti
b KXATPEXACTMATCH-26MAY15MUSZVE -ZVE20 | Musetti vs Zverev: Exact Score | Will Alexander Zverev win 2-0?
no 2026-05-15 | Internazionali BNL d'Italia: Lorenzo Musetti vs Alexander Zverev | Set Handicap: Musetti (-1.5) vs Zverev (+1.5) | of: Musetti; Zverev
no:measure 2026-05-15 | Internazionali BNL d'Italia: Lorenzo Musetti vs Alexander Zverev | Internazionali BNL d'Italia: Lorenzo Musetti vs Alexander Zverev
b KXATPTOTALSETS-26MAY27FRIMED -4 | Fritz vs Medvedev: Total Sets | Will over 3.5 sets be played in the Fritz vs Medvedev match?
same 2026-05-27 | Roland Garros: Taylor Fritz vs Daniil Medvedev | Taylor Fritz vs. Daniil Medvedev: Total Sets O/U 3.5
no:threshold 2026-05-27 | Roland Garros: Taylor Fritz vs Daniil Medvedev | Taylor Fritz vs. Daniil Medvedev: Total Sets O/U 4.5
no:measure 2026-05-27 | Roland Garros: Taylor Fritz vs Daniil Medvedev | Fritz vs. Medvedev: Match O/U 3.5
no 2026-05-27 | Roland Garros: Taylor Fritz vs Daniil Medvedev | Fritz vs. Medvedev: Tiebreak in Match?
b KXATPS1GTOTAL-26MAY27FRIMED -10 | Fritz vs Medvedev: Set 1 Total Games | Will over 9.5 games be played in set 1 in the Fritz vs Medvedev match?
same 2026-05-27 | Roland Garros: Taylor Fritz vs Daniil Medvedev | Fritz vs. Medvedev: Set 1 Games O/U 9.5
no:scope 2026-05-27 | Roland Garros: Taylor Fritz vs Daniil Medvedev | Fritz vs. Medvedev: Set 2 Games O/U 9.5
no:scope 2026-05-27 | Roland Garros: Taylor Fritz vs Daniil Medvedev | Fritz vs. Medvedev: Match O/U 9.5
b KXATPPLAYERGAMES-26MAY27FRIMED -FRI13 | Fritz vs Medvedev: Player Games Won | Will Taylor Fritz win over 12.5 games?
no 2026-05-27 | Roland Garros: Taylor Fritz vs Daniil Medvedev | Fritz vs. Medvedev: Match O/U 12.5
b KXATPDOUBLES-26MAY27KRATIM -KRA | Krawietz/Puetz vs Bolelli/Vavassori | Will Krawietz/Puetz win the Krawietz/Puetz vs Bolelli/Vavassori match?
same 2026-05-27 | Roland Garros Doubles: Krawietz/Puetz vs Bolelli/Vavassori | Roland Garros Doubles: Krawietz/Puetz vs Bolelli/Vavassori
# table tennis
b KXTTMATCH-26MAY10WANFAN -WAN | Wang Chuqin vs Fan Zhendong | Will Wang Chuqin win the Wang Chuqin vs Fan Zhendong table tennis match?
same 2026-05-10 | WTT Champions: Wang Chuqin vs Fan Zhendong | WTT Champions: Wang Chuqin vs Fan Zhendong
no:subject 2026-05-10 | WTT Champions: Wang Manyu vs Fan Zhendong | WTT Champions: Wang Manyu vs Fan Zhendong
# fights
b KXUFCFIGHT-26MAY09CHISTR -CHI | Khamzat Chimaev vs. Sean Strickland | Will Khamzat Chimaev win the Chimaev vs Strickland professional MMA fight scheduled for May 9, 2026?
same 2026-05-09 | UFC 328: Khamzat Chimaev vs. Sean Strickland (Middleweight, Main Card) | UFC 328: Khamzat Chimaev vs. Sean Strickland (Middleweight, Main Card)
second 2026-05-09 | UFC 328: Sean Strickland vs. Khamzat Chimaev (Middleweight, Main Card) | UFC 328: Sean Strickland vs. Khamzat Chimaev (Middleweight, Main Card)
no:measure 2026-05-09 | UFC 328: Khamzat Chimaev vs. Sean Strickland (Middleweight, Main Card) | Will Khamzat Chimaev win by submission?
no 2026-05-09 | UFC 328: Khamzat Chimaev vs. Sean Strickland (Middleweight, Main Card) | Will the fight be won by submission?
no:scope 2026-05-09 | UFC 328: Khamzat Chimaev vs. Sean Strickland (Middleweight, Main Card) | Will Khamzat Chimaev win in round 1?
b KXUFCMOV-26MAY09CHISTR -CHISUB | Khamzat Chimaev vs. Sean Strickland: Method of Victory | Will Khamzat Chimaev win the Khamzat Chimaev vs. Sean Strickland UFC fight by Submission?
same 2026-05-09 | UFC 328: Khamzat Chimaev vs. Sean Strickland (Middleweight, Main Card) | Will Khamzat Chimaev win by submission?
no:subject 2026-05-09 | UFC 328: Khamzat Chimaev vs. Sean Strickland (Middleweight, Main Card) | Will Sean Strickland win by submission?
no:subject 2026-05-09 | UFC 328: Khamzat Chimaev vs. Sean Strickland (Middleweight, Main Card) | Will the fight be won by submission?
no:measure 2026-05-09 | UFC 328: Khamzat Chimaev vs. Sean Strickland (Middleweight, Main Card) | Will Khamzat Chimaev win by decision?
b KXUFCMOF-26MAY09CHISTR -SUB | Khamzat Chimaev vs. Sean Strickland: Method of Finish | Will either competitor win the Khamzat Chimaev vs. Sean Strickland UFC fight by Submission?
same 2026-05-09 | UFC 328: Khamzat Chimaev vs. Sean Strickland (Middleweight, Main Card) | Will the fight be won by submission?
no:subject 2026-05-09 | UFC 328: Khamzat Chimaev vs. Sean Strickland (Middleweight, Main Card) | Will Khamzat Chimaev win by submission?
no:measure 2026-05-09 | UFC 328: Khamzat Chimaev vs. Sean Strickland (Middleweight, Main Card) | Will the fight be won by KO or TKO?
b KXUFCMOF-26MAY09CHISTR -KOTKODQ | Khamzat Chimaev vs. Sean Strickland: Method of Finish | Will either competitor win the Khamzat Chimaev vs. Sean Strickland UFC fight by KO/TKO/DQ?
no:measure 2026-05-09 | UFC 328: Khamzat Chimaev vs. Sean Strickland (Middleweight, Main Card) | Will the fight be won by KO or TKO?   # a disqualification
b KXUFCMOF-26MAY09CHISTR -DEC | Khamzat Chimaev vs. Sean Strickland: Method of Finish | Will either competitor win the Khamzat Chimaev vs. Sean Strickland UFC fight by Decision?
no:measure 2026-05-09 | UFC 328: Khamzat Chimaev vs. Sean Strickland (Middleweight, Main Card) | Fight to Go the Distance?   # a draw goes the distance too
b KXUFCDISTANCE-26MAY16ALLCOS -DIST | Arnold Allen vs. Melquizael Costa: Go the Distance | Fight goes the distance?
same 2026-05-16 | UFC Fight Night: Arnold Allen vs. Melquizael Costa (Featherweight, Main Card) | Fight to Go the Distance?
no:subject 2026-05-16 | UFC Fight Night: Dooho Choi vs. Daniel Santos (Featherweight, Main Card) | Fight to Go the Distance?
no 2026-05-16 | UFC Fight Night: Arnold Allen vs. Melquizael Costa (Featherweight, Main Card) | O/U 2.5 Rounds
b KXUFCROUNDS-26MAY16ALLCOS -3 | Arnold Allen vs. Melquizael Costa: Total Rounds | Will over 2.5 rounds be completed in the Arnold Allen vs. Melquizael Costa UFC fight?
no 2026-05-16 | UFC Fight Night: Arnold Allen vs. Melquizael Costa (Featherweight, Main Card) | O/U 1.5 Rounds
b KXBOXING-26JUL18FURJOS -FUR | Tyson Fury vs Anthony Joshua | Will Tyson Fury win the Fury vs Joshua professional boxing match scheduled for Jul 18, 2026?
same 2026-07-18 | Boxing: Tyson Fury vs. Anthony Joshua | Boxing: Tyson Fury vs. Anthony Joshua
no:subject 2026-07-18 | Boxing: Tommy Fury vs. Anthony Joshua | Boxing: Tommy Fury vs. Anthony Joshua
no:measure 2026-07-18 | Boxing: Tyson Fury vs. Anthony Joshua | Will Tyson Fury win by KO/TKO?
# esports
b KXCS2GAME-26MAY161000NAVIMOUZ -NAVI | Natus Vincere vs. MOUZ | Will Natus Vincere win the Natus Vincere vs. MOUZ CS2 match?
same 2026-05-16 | Counter-Strike: Natus Vincere vs MOUZ (BO3) - PGL Astana Playoffs | Counter-Strike: Natus Vincere vs MOUZ (BO3) - PGL Astana Playoffs
no:subject 2026-05-16 | Counter-Strike: NAVI Junior vs MOUZ NXT (BO3) - CCT Europe | Counter-Strike: NAVI Junior vs MOUZ NXT (BO3) - CCT Europe
no:scope 2026-05-16 | Counter-Strike: Natus Vincere vs MOUZ (BO3) - PGL Astana Playoffs | Counter-Strike: Natus Vincere vs MOUZ - Map 1 Winner
no 2026-05-16 | Counter-Strike: Natus Vincere vs MOUZ (BO3) - PGL Astana Playoffs | Map Handicap: NAVI (-1.5) vs MOUZ (+1.5)
b KXCS2MAP-26MAY161000NAVIMOUZ-1 -MOUZ | Natus Vincere vs. MOUZ: Map 1 | Will MOUZ win map 1 in the Natus Vincere vs. MOUZ match?
second 2026-05-16 | Counter-Strike: Natus Vincere vs MOUZ (BO3) - PGL Astana Playoffs | Counter-Strike: Natus Vincere vs MOUZ - Map 1 Winner
no:scope 2026-05-16 | Counter-Strike: Natus Vincere vs MOUZ (BO3) - PGL Astana Playoffs | Counter-Strike: Natus Vincere vs MOUZ - Map 2 Winner
no 2026-05-16 | Counter-Strike: Natus Vincere vs MOUZ (BO3) - PGL Astana Playoffs | Map 1: Total Rounds O/U 21.5
b KXCS2MAPSPREAD-26MAY161000NAVIMOUZ -NAVI2 | Natus Vincere vs. MOUZ: Map Spread | Will Natus Vincere win by over 1.5 maps?
same 2026-05-16 | Counter-Strike: Natus Vincere vs MOUZ (BO3) - PGL Astana Playoffs | Map Handicap: NAVI (-1.5) vs MOUZ (+1.5)
second 2026-05-16 | Counter-Strike: Natus Vincere vs MOUZ (BO3) - PGL Astana Playoffs | Map Handicap: MOUZ (+1.5) vs NAVI (-1.5) | of: MOUZ; NAVI
no:subject 2026-05-16 | Counter-Strike: Natus Vincere vs MOUZ (BO3) - PGL Astana Playoffs | Map Handicap: MOUZ (-1.5) vs NAVI (+1.5)
b KXLOLGAME-26MAY170400T1GEN -GEN | T1 vs. Gen.G | Will Gen.G win the T1 vs. Gen.G League of Legends match?
same 2026-05-17 | LoL: Gen.G Esports vs T1 (BO3) - LCK Rounds 1-2 | LoL: Gen.G Esports vs T1 (BO3) - LCK Rounds 1-2
no 2026-05-17 | LoL: Gen.G Esports vs T1 (BO3) - LCK Rounds 1-2 | Game Handicap: GEN (-1.5) vs T1 (+1.5)
no:subject 2026-05-17 | LoL: Gen.G Global Academy vs T1 Academy (BO3) - LCK CL | LoL: Gen.G Global Academy vs T1 Academy (BO3) - LCK CL
no 2026-05-17 | LoL: Gen.G Esports vs T1 (BO3) - LCK Rounds 1-2 | Game 1: First Blood?
b KXLOLTOTALMAPS-26MAY170400T1GEN -3 | T1 vs. Gen.G: Total Maps | Will over 2.5 maps be played in the T1 vs. Gen.G League of Legends match?
same 2026-05-17 | LoL: Gen.G Esports vs T1 (BO3) - LCK Rounds 1-2 | Games Total: O/U 2.5
no:threshold 2026-05-17 | LoL: Gen.G Esports vs T1 (BO5) - LCK Finals | Games Total: O/U 3.5
no 2026-05-17 | LoL: Gen.G Esports vs T1 (BO3) - LCK Rounds 1-2 | Total Kills Over/Under 27.5 in Game 1?
b KXVALORANTGAME-26MAY170400T1GEN -T1 | T1 vs. Gen.G | Will T1 win the T1 vs. Gen.G Valorant match?
no:scope 2026-05-17 | LoL: Gen.G Esports vs T1 (BO3) - LCK Rounds 1-2 | LoL: Gen.G Esports vs T1 (BO3) - LCK Rounds 1-2   # both have teams in both games
second 2026-05-17 | Valorant: Gen.G Esports vs T1 (BO3) - VCT Pacific | Valorant: Gen.G Esports vs T1 (BO3) - VCT Pacific
b KXVALORANTGAME-26MAY170400PRXDRX -PRX | Paper Rex vs. DRX | Will Paper Rex win the Paper Rex vs. DRX Valorant match?
same 2026-05-17 | Valorant: Paper Rex vs DRX (BO3) - VCT Pacific Group Stage | Valorant: Paper Rex vs DRX (BO3) - VCT Pacific Group Stage
no:window 2026-05-18 | Valorant: Paper Rex vs DRX (BO3) - VCT Pacific Group Stage | Valorant: Paper Rex vs DRX (BO3) - VCT Pacific Group Stage
b KXDOTA2MAP-26MAY141300XGVG-2 -XG | Xtreme Gaming vs. Vici Gaming: Map 2 | Will Xtreme Gaming win map 2 in the Xtreme Gaming vs. Vici Gaming match?
same 2026-05-14 | Dota 2: Xtreme Gaming vs Vici Gaming (BO3) - DreamLeague | Dota 2: Xtreme Gaming vs Vici Gaming - Game 2 Winner
no:scope 2026-05-14 | Dota 2: Xtreme Gaming vs Vici Gaming (BO3) - DreamLeague | Dota 2: Xtreme Gaming vs Vici Gaming - Game 1 Winner
# cricket
b KXIPLGAME-26MAY191000RRMI -RR | Rajasthan Royals vs Mumbai Indians | Will Rajasthan Royals win the Rajasthan Royals vs Mumbai Indians match?
second 2026-05-19 | Indian Premier League: Mumbai Indians vs Rajasthan Royals | Indian Premier League: Mumbai Indians vs Rajasthan Royals
no:measure 2026-05-19 | Indian Premier League: Mumbai Indians vs Rajasthan Royals | Indian Premier League: Mumbai Indians vs Rajasthan Royals - Who wins the toss?
b KXIPLTOSS-26MAY191000RRMI -MI | Rajasthan Royals vs Mumbai Indians: Toss | Will Mumbai Indians win the toss in the Rajasthan Royals vs Mumbai Indians match?
same 2026-05-19 | Indian Premier League: Mumbai Indians vs Rajasthan Royals | Indian Premier League: Mumbai Indians vs Rajasthan Royals - Who wins the toss? | of: Mumbai Indians; Rajasthan Royals
no:measure 2026-05-19 | Indian Premier League: Mumbai Indians vs Rajasthan Royals | Indian Premier League: Mumbai Indians vs Rajasthan Royals
no 2026-05-19 | Indian Premier League: Mumbai Indians vs Rajasthan Royals - Toss Match Double | Indian Premier League: Mumbai Indians vs Rajasthan Royals - Toss Match Double Mumbai Indians Winner
b KXIPLTEAMTOTAL-26MAY12SRHGT -GT159 | Sunrisers Hyderabad vs Gujarat Titans: Team Total Runs | Will Gujarat Titans score over 158.5 runs?
same 2026-05-12 | Indian Premier League: Gujarat Titans vs Sunrisers Hyderabad | Gujarat Titans Total Runs O/U 158.5
no:subject 2026-05-12 | Indian Premier League: Gujarat Titans vs Sunrisers Hyderabad | Sunrisers Hyderabad Total Runs O/U 158.5
no:measure 2026-05-12 | Indian Premier League: Gujarat Titans vs Sunrisers Hyderabad | Gujarat Titans Total Wickets O/U 158.5
b KXT20MATCH-26JUN12INDPAK -IND | India vs Pakistan | Will India win the India vs Pakistan T20 match?
same 2026-06-12 | T20 Series: India vs Pakistan | T20 Series: India vs Pakistan
no:subject 2026-06-12 | Women's T20 World Cup: India vs Pakistan | Women's T20 World Cup: India vs Pakistan
# rugby, handball
b KXRUGBYNRLMATCH-26MAY15PENBRI -PEN | Penrith Panthers vs Brisbane Broncos | Will Penrith Panthers win the Penrith Panthers vs Brisbane Broncos match?
same 2026-05-15 | NRL: Penrith Panthers vs. Brisbane Broncos | NRL: Penrith Panthers vs. Brisbane Broncos
no 2026-05-15 | NRL: Penrith Panthers vs. Brisbane Broncos | Spread: Penrith Panthers (-6.5)
b KXRUGBYTOTAL-26MAY15PENBRI -45 | Penrith Panthers vs Brisbane Broncos: Total Points | Will over 44.5 points be scored?
same 2026-05-15 | NRL: Penrith Panthers vs. Brisbane Broncos | Penrith Panthers vs. Brisbane Broncos: O/U 44.5
no:measure 2026-05-15 | NRL: Penrith Panthers vs. Brisbane Broncos | Penrith Panthers vs. Brisbane Broncos: Total Tries O/U 44.5
# the day is known on one side only
b KXATPMATCH-26MAY14SINRUD -SIN | Sinner vs Ruud | Will Jannik Sinner win the Sinner vs Ruud: Final match?
medium - | Internazionali BNL d'Italia: Jannik Sinner vs Casper Ruud | Internazionali BNL d'Italia: Jannik Sinner vs Casper Ruud | by: 2026-05-14
no:window - | Internazionali BNL d'Italia: Jannik Sinner vs Casper Ruud | Internazionali BNL d'Italia: Jannik Sinner vs Casper Ruud | by: 2026-05-21
no:window - | Internazionali BNL d'Italia: Jannik Sinner vs Casper Ruud | Internazionali BNL d'Italia: Jannik Sinner vs Casper Ruud
# a head to head that is no match
b KXF1H2H-26MAY24VERNOR -VER | Verstappen vs Norris: Canadian Grand Prix | Will Max Verstappen finish ahead of Lando Norris in the Canadian Grand Prix?
no:measure 2026-05-24 | Canadian Grand Prix: Verstappen vs Norris | Will Max Verstappen win the Canadian Grand Prix?
b KXPGAH2H-26MAY14SCHMCI -SCH | Scheffler vs McIlroy: Round 1 | Will Scottie Scheffler beat Rory McIlroy in round 1?
no 2026-05-15 | PGA Championship Round 2: Scheffler vs McIlroy | PGA Championship Round 2: Scheffler vs McIlroy
`
