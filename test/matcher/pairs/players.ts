// What players are counted for, in all sports.
export const players = `
b KXNBAPTS-26MAY23NYKCLE -NYKJBRUNSON11-25 | New York at Cleveland: Points | Jalen Brunson: 25+ points
same 2026-05-23 | Knicks vs. Cavaliers | Jalen Brunson: Points O/U 24.5 | of: Yes; No
same 2026-05-23 | Knicks vs. Cavaliers | Jalen Brunson: 25+ Points
same 2026-05-23 | Knicks vs. Cavaliers | Will Jalen Brunson score 25+ points?
same 2026-05-23 | Knicks vs. Cavaliers | Will Jalen Brunson score over 24.5 points?
no:threshold 2026-05-23 | Knicks vs. Cavaliers | Jalen Brunson: Points O/U 25.5
no:threshold 2026-05-23 | Knicks vs. Cavaliers | Jalen Brunson: Points O/U 25
no:scope 2026-05-23 | Knicks vs. Cavaliers | Jalen Brunson: 1H Points O/U 24.5
no:measure 2026-05-23 | Knicks vs. Cavaliers | Jalen Brunson: Points + Assists O/U 24.5
no:measure 2026-05-23 | Knicks vs. Cavaliers | Jalen Brunson: Assists O/U 24.5
no:subject 2026-05-23 | Knicks vs. Cavaliers | Rick Brunson: Points O/U 24.5
no:subject 2026-05-23 | Knicks vs. Cavaliers | Mikal Bridges: Points O/U 24.5
no:window 2026-05-25 | Knicks vs. Cavaliers | Jalen Brunson: Points O/U 24.5
no 2026-05-23 | Knicks vs. Cavaliers | Knicks: Team Total O/U 24.5
b KXNBAPRA-26MAY23NYKCLE -NYKJBRUNSON11-40 | New York at Cleveland: Points + Rebounds + Assists | Jalen Brunson: 40+ points + rebounds + assists
same 2026-05-23 | Knicks vs. Cavaliers | Jalen Brunson: Points, Rebounds, and Assists O/U 39.5
same 2026-05-23 | Knicks vs. Cavaliers | Jalen Brunson: PRA O/U 39.5
no:measure 2026-05-23 | Knicks vs. Cavaliers | Jalen Brunson: Points + Rebounds O/U 39.5
no:measure 2026-05-23 | Knicks vs. Cavaliers | Jalen Brunson: Points O/U 39.5
b KXNBA3PT-26MAY20SASOKC -OKCJALENWILLIAMS8-3 | San Antonio at Oklahoma City: Threes | Jalen Williams: 3+ threes
same 2026-05-20 | Spurs vs. Thunder | Jalen Williams: 3-Pointers O/U 2.5
same 2026-05-20 | Spurs vs. Thunder | Jalen Williams: Threes Made O/U 2.5
no:subject 2026-05-20 | Spurs vs. Thunder | Jaylin Williams: 3-Pointers O/U 2.5
no 2026-05-20 | Spurs vs. Thunder | Jalen Williams: 3-Pointers Attempted O/U 2.5
b KXNBA2D-26MAY20SASOKC -SASVWEMBANYAMA1 | San Antonio at Oklahoma City: Double Doubles | Victor Wembanyama: Double Double
same 2026-05-20 | Spurs vs. Thunder | Victor Wembanyama: Double-Double
no:measure 2026-05-20 | Spurs vs. Thunder | Victor Wembanyama: Triple-Double
no 2026-05-20 | Spurs vs. Thunder | Victor Wembanyama: Rebounds O/U 9.5
b KXNBABLK-26MAY20SASOKC -SASVWEMBANYAMA1-4 | San Antonio at Oklahoma City: Blocks | Victor Wembanyama: 4+ blocks
same 2026-05-20 | Spurs vs. Thunder | Victor Wembanyama: Blocks O/U 3.5
no:measure 2026-05-20 | Spurs vs. Thunder | Victor Wembanyama: Steals O/U 3.5
no:measure 2026-05-20 | Spurs vs. Thunder | Victor Wembanyama: Steals + Blocks O/U 3.5
b KXWNBAPTS-26AUG09LVNY -NYBSTEWART30-15 | Las Vegas vs New York: Points | Breanna Stewart: 15+ points | sub: Breanna Stewart: 15+
same 2026-08-09 | Las Vegas Aces vs. New York Liberty | Breanna Stewart: Points O/U 14.5
no:threshold 2026-08-09 | Las Vegas Aces vs. New York Liberty | Breanna Stewart: Points O/U 15.5
b KXMLBKS-26MAY211310CLEDET -DETTSKUBAL29-8 | Cleveland vs Detroit: Strikeouts | Tarik Skubal: 8+ strikeouts?
same 2026-05-21 | Cleveland Guardians vs. Detroit Tigers | Tarik Skubal: Strikeouts O/U 7.5
same 2026-05-21 | Cleveland Guardians vs. Detroit Tigers | Tarik Skubal: Pitcher Strikeouts O/U 7.5
no:threshold 2026-05-21 | Cleveland Guardians vs. Detroit Tigers | Tarik Skubal: Strikeouts O/U 8.5
no:measure 2026-05-21 | Cleveland Guardians vs. Detroit Tigers | Tarik Skubal: Outs Recorded O/U 7.5
no:measure 2026-05-21 | Cleveland Guardians vs. Detroit Tigers | Tarik Skubal: Hits Allowed O/U 7.5
b KXMLBHIT-26MAY101340NYYBOS -NYYAJUDGE99-2 | New York Y vs Boston: Hits | Aaron Judge: 2+ hits?
same 2026-05-10 | New York Yankees vs. Boston Red Sox | Aaron Judge: Hits O/U 1.5
no:measure 2026-05-10 | New York Yankees vs. Boston Red Sox | Aaron Judge: Total Bases O/U 1.5
no:measure 2026-05-10 | New York Yankees vs. Boston Red Sox | Aaron Judge: Hits + Runs + RBIs O/U 1.5
no:threshold 2026-05-10 | New York Yankees vs. Boston Red Sox | Aaron Judge: Hits O/U 0.5
b KXMLBHRR-26MAY101340NYYBOS -NYYAJUDGE99-3 | New York Y vs Boston: Hits + Runs + RBIs | Aaron Judge: 3+ hits + runs + RBIs?
same 2026-05-10 | New York Yankees vs. Boston Red Sox | Aaron Judge: Hits + Runs + RBIs O/U 2.5
no:measure 2026-05-10 | New York Yankees vs. Boston Red Sox | Aaron Judge: Hits O/U 2.5
b KXMLBHR-26MAY101340NYYBOS -NYYAJUDGE99-1 | New York Y vs Boston: Home Runs | Aaron Judge: 1+ home runs?
same 2026-05-10 | New York Yankees vs. Boston Red Sox | Will Aaron Judge hit a home run?
no:threshold 2026-05-10 | New York Yankees vs. Boston Red Sox | Aaron Judge: Home Runs O/U 1.5
no:measure 2026-05-10 | New York Yankees vs. Boston Red Sox | Aaron Judge: Runs O/U 0.5
b KXNHLGOAL-26MAY10VGKANA -VGKJEICHEL9-1 | Vegas at Anaheim: Goals | Jack Eichel: 1+ goals
same 2026-05-10 | Golden Knights vs. Ducks | Jack Eichel: Anytime Goalscorer
same 2026-05-10 | Golden Knights vs. Ducks | Jack Eichel: Goals O/U 0.5
no:measure 2026-05-10 | Golden Knights vs. Ducks | Jack Eichel: First Goalscorer
no:measure 2026-05-10 | Golden Knights vs. Ducks | Jack Eichel: Points O/U 0.5
no:measure 2026-05-10 | Golden Knights vs. Ducks | Jack Eichel: Shots on Goal O/U 0.5
b KXNHLPTS-26MAY10VGKANA -VGKJEICHEL9-2 | Vegas at Anaheim: Points | Jack Eichel: 2+ points
same 2026-05-10 | Golden Knights vs. Ducks | Jack Eichel: Points O/U 1.5
no:measure 2026-05-10 | Golden Knights vs. Ducks | Jack Eichel: Assists O/U 1.5
b KXNFLANYTD-26SEP13SFSEA -SFCMCCAFFREY23 | San Francisco at Seattle: Anytime Touchdown | Christian McCaffrey: Anytime Touchdown
same 2026-09-13 | 49ers vs. Seahawks | Christian McCaffrey: Anytime Touchdown Scorer
same 2026-09-13 | 49ers vs. Seahawks | Christian McCaffrey: Touchdowns O/U 0.5
no:measure 2026-09-13 | 49ers vs. Seahawks | Christian McCaffrey: First Touchdown Scorer
no:subject 2026-09-13 | 49ers vs. Seahawks | Luke McCaffrey: Anytime Touchdown Scorer
no:measure 2026-09-13 | 49ers vs. Seahawks | Christian McCaffrey: Rushing Yards O/U 0.5
b KXNFLPASSTDS-26SEP13SFSEA -SFBPURDY13-2 | San Francisco at Seattle: Passing Touchdowns | Brock Purdy: 2+ passing touchdowns
same 2026-09-13 | 49ers vs. Seahawks | Brock Purdy: Passing TDs O/U 1.5
same 2026-09-13 | 49ers vs. Seahawks | Brock Purdy: Passing Touchdowns O/U 1.5
no:measure 2026-09-13 | 49ers vs. Seahawks | Brock Purdy: Rushing TDs O/U 1.5
no:measure 2026-09-13 | 49ers vs. Seahawks | Brock Purdy: Passing Yards O/U 1.5
no:threshold 2026-09-13 | 49ers vs. Seahawks | Brock Purdy: Passing TDs O/U 2.5
b KXNFLFIRSTTD-26SEP13SFSEA -SFCMCCAFFREY23 | San Francisco at Seattle: First Touchdown | Christian McCaffrey: First Touchdown
same 2026-09-13 | 49ers vs. Seahawks | Christian McCaffrey: First Touchdown Scorer
no:measure 2026-09-13 | 49ers vs. Seahawks | Christian McCaffrey: Anytime Touchdown Scorer
b KXNFLRSHYDS-26SEP13SFSEA -SFCMCCAFFREY23-80 | San Francisco at Seattle: Rushing Yards | Christian McCaffrey: 80+ rushing yards
same 2026-09-13 | 49ers vs. Seahawks | Christian McCaffrey: Rushing Yards O/U 79.5
no:measure 2026-09-13 | 49ers vs. Seahawks | Christian McCaffrey: Receiving Yards O/U 79.5
no:measure 2026-09-13 | 49ers vs. Seahawks | Christian McCaffrey: Rushing + Receiving Yards O/U 79.5
no:measure 2026-09-13 | 49ers vs. Seahawks | Christian McCaffrey: Rushing Attempts O/U 79.5
b KXEPLGOAL-26MAY24MCIAVL -MCIEHAALAND9-1 | Manchester City vs Aston Villa: Goalscorer | Erling Haaland: 1+ goals
same 2026-05-24 | Manchester City FC vs. Aston Villa FC - Player Props | Erling Haaland: Anytime Goalscorer
same 2026-05-24 | Manchester City FC vs. Aston Villa FC - Player Props | Will Erling Haaland score a goal?
no:measure 2026-05-24 | Manchester City FC vs. Aston Villa FC - Player Props | Erling Haaland: First Goalscorer
no:threshold 2026-05-24 | Manchester City FC vs. Aston Villa FC - Player Props | Erling Haaland: 2+ Goals
no 2026-05-24 | Manchester City FC vs. Aston Villa FC - Player Props | Erling Haaland: Last Goalscorer
no 2026-05-24 | Manchester City FC vs. Aston Villa FC - Player Props | Erling Haaland: To Score or Assist
no 2026-05-24 | Manchester City FC vs. Aston Villa FC - Player Props | Erling Haaland: Anytime Goalscorer in First Half
b KXEPLFIRSTGOAL-26MAY24TOTEVE -EVEINDIAYE10 | Tottenham vs Everton: First Goalscorer | Iliman Ndiaye: First Goal
same 2026-05-24 | Tottenham Hotspur FC vs. Everton FC - Player Props | Iliman Ndiaye: First Goalscorer
no:measure 2026-05-24 | Tottenham Hotspur FC vs. Everton FC - Player Props | Iliman Ndiaye: Anytime Goalscorer
b KXEPLSHOTS-26MAY24MCIAVL -MCIEHAALAND9-4 | Manchester City vs Aston Villa: Player Shots | Erling Haaland: 4+ shots
same 2026-05-24 | Manchester City FC vs. Aston Villa FC - Player Props | Erling Haaland: Shots O/U 3.5
no:measure 2026-05-24 | Manchester City FC vs. Aston Villa FC - Player Props | Erling Haaland: Shots on Target O/U 3.5
no:threshold 2026-05-24 | Manchester City FC vs. Aston Villa FC - Player Props | Erling Haaland: Shots O/U 4.5
`
