// Football: leagues, cups, national sides, women and youth, and all that is counted in a match.
export const football = `
b KXUCLGAME-26MAY30PSGARS -ARS | PSG vs Arsenal | Reg Time: PSG vs Arsenal Winner? | draw
same 2026-05-30 | Paris Saint-Germain FC vs. Arsenal FC | Will Arsenal FC win on 2026-05-30?
no:subject 2026-05-30 | Paris Saint-Germain FC vs. Arsenal FC | Will Paris Saint-Germain FC win on 2026-05-30?
no 2026-05-30 | Paris Saint-Germain FC vs. Arsenal FC - More Markets | Paris Saint-Germain FC vs. Arsenal FC: Team to Advance
no 2026-05-30 | Paris Saint-Germain FC vs. Arsenal FC - More Markets | Paris Saint-Germain FC vs. Arsenal FC: Extra Time?
no 2026-05-30 | Paris Saint-Germain FC vs. Arsenal FC | Will Arsenal FC win the Champions League?
no 2026-05-30 | Paris Saint-Germain FC vs. Arsenal FC | Will Arsenal FC lift the trophy?
b KXUCLADVANCE-26MAY06BMUPSG -PSG | Bayern Munich vs PSG: To Advance | Will PSG advance to the Champions League Final?
second 2026-05-06 | FC Bayern München vs. Paris Saint-Germain FC - More Markets | FC Bayern München vs. Paris Saint-Germain FC: Team to Advance | of: FC Bayern München; Paris Saint-Germain FC
no:measure 2026-05-06 | FC Bayern München vs. Paris Saint-Germain FC | Will Paris Saint-Germain FC win on 2026-05-06?
no:window 2026-04-29 | FC Bayern München vs. Paris Saint-Germain FC - More Markets | FC Bayern München vs. Paris Saint-Germain FC: Team to Advance | of: FC Bayern München; Paris Saint-Germain FC
b KXFACUPGAME-26MAY16MCICFC -MCI | Manchester City vs Chelsea | Manchester City vs Chelsea Winner? | draw
same 2026-05-16 | Manchester City FC vs. Chelsea FC | Will Manchester City FC win on 2026-05-16?
no:subject 2026-05-16 | Manchester City Women vs. Chelsea FC Women | Will Manchester City Women win on 2026-05-16?
no:subject 2026-05-16 | Manchester City WFC vs. Chelsea FC Women | Will Manchester City WFC win on 2026-05-16?
no:subject 2026-05-16 | Manchester United FC vs. Chelsea FC | Will Manchester United FC win on 2026-05-16?
no:subject 2026-05-16 | Manchester City U21 vs. Chelsea U21 | Will Manchester City U21 win on 2026-05-16?
b KXUWCLGAME-26MAY23BARLYO -BAR | Barcelona vs Lyon | Barcelona vs Lyon Winner? | draw
same 2026-05-23 | FC Barcelona Femenino vs. Olympique Lyonnais Féminin | Will FC Barcelona Femenino win on 2026-05-23?
same 2026-05-23 | Women's Champions League: Barcelona vs. Lyon | Will Barcelona win on 2026-05-23?
no:subject 2026-05-23 | FC Barcelona vs. Olympique Lyonnais | Will FC Barcelona win on 2026-05-23?
b KXLALIGAGAME-26MAY24ATMVIL -ATM | Atletico vs Villarreal | Atletico vs Villarreal Winner? | draw
same 2026-05-24 | Club Atlético de Madrid vs. Villarreal CF | Will Club Atlético de Madrid win on 2026-05-24?
no:subject 2026-05-24 | Athletic Club vs. Villarreal CF | Will Athletic Club win on 2026-05-24?
no:subject 2026-05-24 | Real Madrid CF vs. Villarreal CF | Will Real Madrid CF win on 2026-05-24?
no:subject 2026-05-24 | Club Atlético de Madrid B vs. Villarreal CF B | Will Club Atlético de Madrid B win on 2026-05-24?
b KXLALIGA2GAME-26MAY24SGIRAC -SGI | Sporting Gijon vs Racing Santander | Sporting Gijon vs Racing Santander Winner? | draw
same 2026-05-24 | Real Sporting de Gijón vs. Real Racing Club | Will Real Sporting de Gijón win on 2026-05-24?
no:subject 2026-05-24 | Sporting CP vs. Racing Club | Will Sporting CP win on 2026-05-24?
b KXEPLGAME-26MAY24SHUSHW -SHU | Sheffield United vs Sheffield Wednesday | Sheffield United vs Sheffield Wednesday Winner? | draw
same 2026-05-24 | Sheffield United FC vs. Sheffield Wednesday FC | Will Sheffield United FC win on 2026-05-24?
no:subject 2026-05-24 | Sheffield United FC vs. Sheffield Wednesday FC | Will Sheffield Wednesday FC win on 2026-05-24?
b KXBUNDESLIGAGAME-26MAY16BMGBVB -BMG | M'gladbach vs Dortmund | M'gladbach vs Dortmund Winner? | draw
same 2026-05-16 | Borussia Mönchengladbach vs. BV Borussia 09 Dortmund | Will Borussia Mönchengladbach win on 2026-05-16?
no:subject 2026-05-16 | Borussia Mönchengladbach vs. BV Borussia 09 Dortmund | Will BV Borussia 09 Dortmund win on 2026-05-16?
b KXBUNDESLIGAGAME-26MAY16LEVHSV -LEV | Leverkusen vs Hamburg | Leverkusen vs Hamburg Winner? | draw
same 2026-05-16 | Bayer 04 Leverkusen vs. Hamburger SV | Will Bayer 04 Leverkusen win on 2026-05-16?
no:subject 2026-05-16 | FC Bayern München vs. Hamburger SV | Will FC Bayern München win on 2026-05-16?
b KXSERIEAGAME-26MAY17INTJUV -INT | Inter vs Juventus | Inter vs Juventus Winner? | draw
same 2026-05-17 | FC Internazionale Milano vs. Juventus FC | Will FC Internazionale Milano win on 2026-05-17?
no:subject 2026-05-17 | AC Milan vs. Juventus FC | Will AC Milan win on 2026-05-17?
no:subject 2026-05-17 | SC Internacional vs. EC Juventude | Will SC Internacional win on 2026-05-17?
b KXBRASILEIROGAME-26MAY17CAMCRU -CAM | Atletico Mineiro vs Cruzeiro | Atletico Mineiro vs Cruzeiro Winner? | draw
same 2026-05-17 | CA Mineiro vs. Cruzeiro EC | Will CA Mineiro win on 2026-05-17?
no:subject 2026-05-17 | CA Paranaense vs. Cruzeiro EC | Will CA Paranaense win on 2026-05-17?
b KXMLSGAME-26MAY23NYCRBNY -NYC | New York City vs New York RB | New York City vs New York RB Winner? | draw
same 2026-05-23 | New York City FC vs. New York Red Bulls | Will New York City FC win on 2026-05-23?
no:subject 2026-05-23 | New York City FC vs. New York Red Bulls | Will New York Red Bulls win on 2026-05-23?
b KXMLSGAME-26MAY24LAFCLAG -LAFC | Los Angeles F vs Los Angeles G | Los Angeles F vs Los Angeles G Winner? | draw
same 2026-05-24 | Los Angeles FC vs. Los Angeles Galaxy | Will Los Angeles FC win on 2026-05-24?
no:subject 2026-05-24 | Los Angeles FC vs. Los Angeles Galaxy | Will Los Angeles Galaxy win on 2026-05-24?
b KXWCGAME-26JUN14GERCUW -GER | Germany vs Curacao | Germany vs Curacao Winner? | draw
same 2026-06-14 | Germany vs. Curaçao | Will Germany win on 2026-06-14?
no:subject 2026-06-14 | Germany U21 vs. Curaçao U21 | Will Germany U21 win on 2026-06-14?
no:window 2026-06-15 | Germany vs. Curaçao | Will Germany win on 2026-06-15?
b KXINTLFRIENDLYGAME-26JUN06IRLNIR -IRL | Ireland vs Northern Ireland | Ireland vs Northern Ireland Winner? | draw
same 2026-06-06 | Republic of Ireland vs. Northern Ireland | Will Republic of Ireland win on 2026-06-06?
no:subject 2026-06-06 | Republic of Ireland vs. Northern Ireland | Will Northern Ireland win on 2026-06-06?
b KXWCGAME-26JUN20CODCGO -COD | DR Congo vs Congo | DR Congo vs Congo Winner? | draw
same 2026-06-20 | Congo DR vs. Congo | Will Congo DR win on 2026-06-20?
no:subject 2026-06-20 | Congo DR vs. Congo | Will Congo win on 2026-06-20?
b KXLIGAMXGAME-26MAY10AMECHI -AME | Club America vs Chivas | Club America vs Chivas Winner? | draw
same 2026-05-10 | CF América vs. CD Guadalajara | Will CF América win on 2026-05-10?
# one name in another spelling, or told by the other side
b KXLIGUE1GAME-26MAY17OMREN -REN | Marseille vs Stade Rennais | Marseille vs Stade Rennais Winner? | draw
same 2026-05-17 | Olympique de Marseille vs. Stade Rennais FC 1901 | Will Stade Rennais FC 1901 win on 2026-05-17?
b KXSVKGAME-26MAY17TRNZIL -TRN | Trencin vs Zilinsky | Trencin vs Zilinsky Winner? | draw
medium 2026-05-17 | AS Trenčín vs. MŠK Žilina | Will AS Trenčín win on 2026-05-17?
no:subject 2026-05-17 | AS Trenčín vs. FK Košice | Will AS Trenčín win on 2026-05-17?
# other scripts
b KXRPLGAME-26MAY17ZENSPA -ZEN | Zenit vs Spartak | Zenit vs Spartak Winner? | draw
no:subject 2026-05-17 | Зенит vs. Спартак | Will Зенит win on 2026-05-17?
# halves
b KXEPL2H-26MAY10CRYEVE -CRY | Crystal Palace vs Everton: Second Half Winner | Will Crystal Palace win the 2nd Half? | draw
no:scope 2026-05-10 | Crystal Palace FC vs. Everton FC - Halftime Result | Crystal Palace FC leading at halftime?
no:scope 2026-05-10 | Crystal Palace FC vs. Everton FC | Will Crystal Palace FC win on 2026-05-10?
b KXEPL1HTOTAL-26MAY10CRYEVE -1 | Crystal Palace vs Everton: First Half Total Goals | Will over 1.5 goals be scored in the first half?
same 2026-05-10 | Crystal Palace FC vs. Everton FC - More Markets | Crystal Palace FC vs. Everton FC: 1st Half O/U 1.5
no:scope 2026-05-10 | Crystal Palace FC vs. Everton FC - More Markets | Crystal Palace FC vs. Everton FC: O/U 1.5
no:scope 2026-05-10 | Crystal Palace FC vs. Everton FC - More Markets | Crystal Palace FC vs. Everton FC: 2nd Half O/U 1.5
b KXEPL1HBTTS-26MAY10CRYEVE -BTTS | Crystal Palace vs Everton: First Half BTTS | Will both teams score in the first half?
same 2026-05-10 | Crystal Palace FC vs. Everton FC - More Markets | Crystal Palace FC vs. Everton FC: Both Teams to Score in First Half
no:scope 2026-05-10 | Crystal Palace FC vs. Everton FC - More Markets | Crystal Palace FC vs. Everton FC: Both Teams to Score
no 2026-05-10 | Crystal Palace FC vs. Everton FC - More Markets | Crystal Palace FC vs. Everton FC: Both Teams to Score in Both Halves
# goals by the ticker, where the line is the number
b KXEPLTOTAL-26MAY10CRYEVE -3 | Crystal Palace vs Everton: Totals | Crystal Palace vs Everton: Totals
same 2026-05-10 | Crystal Palace FC vs. Everton FC - More Markets | Crystal Palace FC vs. Everton FC: O/U 3.5
no:threshold 2026-05-10 | Crystal Palace FC vs. Everton FC - More Markets | Crystal Palace FC vs. Everton FC: O/U 2.5
no:threshold 2026-05-10 | Crystal Palace FC vs. Everton FC - More Markets | Crystal Palace FC vs. Everton FC: O/U 3
no:threshold 2026-05-10 | Crystal Palace FC vs. Everton FC - More Markets | Crystal Palace FC vs. Everton FC: O/U 3.25
no:subject 2026-05-10 | Crystal Palace FC vs. Everton FC - More Markets | Crystal Palace FC: O/U 3.5
b KXBUNDESLIGASPREAD-26MAY10M05UNI -M051 | Union Berlin at Mainz: Spreads | Union Berlin at Mainz: Spreads
same 2026-05-10 | 1. FSV Mainz 05 vs. 1. FC Union Berlin - More Markets | Spread: 1. FSV Mainz 05 (-1.5) | of: 1. FSV Mainz 05; 1. FC Union Berlin
no:threshold 2026-05-10 | 1. FSV Mainz 05 vs. 1. FC Union Berlin - More Markets | Spread: 1. FSV Mainz 05 (-2.5) | of: 1. FSV Mainz 05; 1. FC Union Berlin
no:subject 2026-05-10 | 1. FSV Mainz 05 vs. 1. FC Union Berlin - More Markets | Spread: 1. FC Union Berlin (-1.5)
b KXEPLTEAMTOTAL-26MAY10CRYEVE -CRY1 | Crystal Palace vs Everton: Team Total Goals | Will Crystal Palace score over 1.5 goals?
same 2026-05-10 | Crystal Palace FC vs. Everton FC - More Markets | Crystal Palace FC O/U 1.5
same 2026-05-10 | Crystal Palace FC vs. Everton FC - More Markets | Crystal Palace FC: Team Total O/U 1.5
no:subject 2026-05-10 | Crystal Palace FC vs. Everton FC - More Markets | Everton FC O/U 1.5
no:subject 2026-05-10 | Crystal Palace FC vs. Everton FC - More Markets | Crystal Palace FC vs. Everton FC: O/U 1.5
b KXEPLCORNERS-26MAY24CRYARS -10 | Crystal Palace vs Arsenal: Total Corners | Crystal Palace vs Arsenal: Total Corners | sub: Over 9.5 corners
same 2026-05-24 | Crystal Palace FC vs. Arsenal FC - Total Corners | Crystal Palace FC vs. Arsenal FC: O/U 9.5 Total Corners
no:threshold 2026-05-24 | Crystal Palace FC vs. Arsenal FC - Total Corners | Crystal Palace FC vs. Arsenal FC: O/U 8.5 Total Corners
no:scope 2026-05-24 | Crystal Palace FC vs. Arsenal FC - Total Corners | Crystal Palace FC vs. Arsenal FC: 1st Half O/U 9.5 Total Corners
no:subject 2026-05-24 | Crystal Palace FC vs. Arsenal FC - Total Corners | Crystal Palace FC: O/U 9.5 Corners
b KXEPLCARDS-26MAY24CRYARS -5 | Crystal Palace vs Arsenal: Total Cards | Will over 4.5 cards be shown?
no 2026-05-24 | Crystal Palace FC vs. Arsenal FC - More Markets | Crystal Palace FC vs. Arsenal FC: O/U 4.5
no 2026-05-24 | Crystal Palace FC vs. Arsenal FC - Total Corners | Crystal Palace FC vs. Arsenal FC: O/U 4.5 Total Corners
b KXEPLREDS-26MAY24CRYARS -1 | Crystal Palace vs Arsenal: Red Cards | Will over 0.5 red cards be shown?
no 2026-05-24 | Crystal Palace FC vs. Arsenal FC - More Markets | Crystal Palace FC vs. Arsenal FC: O/U 0.5
no 2026-05-24 | Crystal Palace FC vs. Arsenal FC - More Markets | Crystal Palace FC vs. Arsenal FC: Total Cards O/U 0.5
b KXEPLOFFSIDES-26MAY24CRYARS -3 | Crystal Palace vs Arsenal: Offsides | Will over 2.5 offsides be called?
no 2026-05-24 | Crystal Palace FC vs. Arsenal FC - More Markets | Crystal Palace FC vs. Arsenal FC: O/U 2.5
# scores
b KXEPLSCORE-26MAY24BURWOL -WOL21 | Burnley vs Wolverhampton: Correct Score | Final score Wolverhampton wins 2-1? | draw
same 2026-05-24 | Burnley FC vs. Wolverhampton Wanderers FC - Exact Score | Exact Score: Burnley FC 1 - 2 Wolverhampton Wanderers FC?
no:subject 2026-05-24 | Burnley FC vs. Wolverhampton Wanderers FC - Exact Score | Exact Score: Burnley FC 2 - 1 Wolverhampton Wanderers FC?
no:measure 2026-05-24 | Burnley FC vs. Wolverhampton Wanderers FC - Exact Score | Exact Score: Burnley FC 1 - 3 Wolverhampton Wanderers FC?
no 2026-05-24 | Burnley FC vs. Wolverhampton Wanderers FC - Exact Score | Exact Score: Any Other Score?
no:measure 2026-05-24 | Burnley FC vs. Wolverhampton Wanderers FC | Will Wolverhampton Wanderers FC win on 2026-05-24?
b KXEPLSCORE-26MAY24BURWOL -TIE11 | Burnley vs Wolverhampton: Correct Score | Final score Tie 1-1?
same 2026-05-24 | Burnley FC vs. Wolverhampton Wanderers FC - Exact Score | Exact Score: Burnley FC 1 - 1 Wolverhampton Wanderers FC?
no:measure 2026-05-24 | Burnley FC vs. Wolverhampton Wanderers FC - Exact Score | Exact Score: Burnley FC 0 - 0 Wolverhampton Wanderers FC?
no:measure 2026-05-24 | Burnley FC vs. Wolverhampton Wanderers FC | Will Burnley FC vs. Wolverhampton Wanderers FC end in a draw?
# near the winner
b KXEPLGAME-26MAY24CRYARS -ARS | Crystal Palace vs Arsenal | Crystal Palace vs Arsenal Winner? | draw
no 2026-05-24 | Crystal Palace FC vs. Arsenal FC - More Markets | Arsenal FC to win to nil?
no 2026-05-24 | Crystal Palace FC vs. Arsenal FC - More Markets | Will Arsenal FC win both halves?
no 2026-05-24 | Crystal Palace FC vs. Arsenal FC - More Markets | Will Arsenal FC win or draw?
no 2026-05-24 | Crystal Palace FC vs. Arsenal FC - More Markets | Arsenal FC: Draw No Bet
no 2026-05-24 | Crystal Palace FC vs. Arsenal FC - More Markets | Will Arsenal FC keep a clean sheet?
no 2026-05-24 | Crystal Palace FC vs. Arsenal FC - More Markets | Will Arsenal FC score first?
no 2026-05-24 | Crystal Palace FC vs. Arsenal FC - More Markets | Arsenal FC to win and Both Teams to Score
no 2026-05-24 | Crystal Palace FC vs. Arsenal FC - More Markets | Will Arsenal FC win by exactly 2 goals?
no 2026-05-24 | Crystal Palace FC vs. Arsenal FC - More Markets | Will Arsenal FC not win on 2026-05-24?
`
