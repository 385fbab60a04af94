// The world, technology and culture, in the wording of both platforms.
export const news = `
b KXNETANYAHU-27 . | Will Netanyahu leave office before 2027? | Will Benjamin Netanyahu leave office before 2027? | by: 2027-01-01
same - | Netanyahu out in 2026? | Netanyahu out in 2026? | by: 2026-12-31
no - | Netanyahu out by June 30? | Netanyahu out by June 30? | by: 2026-06-30
no - | Macron out in 2026? | Macron out in 2026? | by: 2026-12-31
no - | Netanyahu out in 2027? | Netanyahu out in 2027? | by: 2027-12-31
b KXTRUMPCHINA-26 -JUL01 | When will Trump visit China? | Will Donald Trump visit China before Jul 1, 2026? | by: 2026-07-01
same - | Will Trump visit China by...? | Will Donald Trump visit China by June 30, 2026? | by: 2026-06-30
same - | Will Trump visit China by...? | Will Trump visit China by June 30? | by: 2026-06-30
no - | Which countries will Donald Trump visit in 2026? | Will Donald Trump visit China in 2026? | by: 2026-12-30
no - | Will Trump visit China by...? | Will Donald Trump visit China by May 31, 2026? | by: 2026-05-31
no - | Which countries will Donald Trump visit in 2026? | Will Donald Trump visit North Korea by June 30, 2026? | by: 2026-06-30
no - | Will Xi visit...? | Will Xi Jinping visit Donald Trump by June 30, 2026? | by: 2026-06-30
b KXENGAGEMENT-26 . | Will Katy Perry and Justin Trudeau be engaged in 2026? | Will Katy Perry and Justin Trudeau be engaged in 2026? | by: 2026-12-31
same - | Katy Perry and Justin Trudeau engaged by end of 2026? | Katy Perry and Justin Trudeau engaged by end of 2026? | by: 2026-12-30
same - | Katy Perry and Justin Trudeau engaged by...? | Katy Perry and Justin Trudeau engaged by December 31, 2026? | by: 2026-12-31
same - | Katy Perry and Justin Trudeau engaged before 2027? | Katy Perry and Justin Trudeau engaged before January 1, 2027? | by: 2026-12-31
no - | Katy Perry and Justin Trudeau engaged by...? | Katy Perry and Justin Trudeau engaged by June 30, 2026? | by: 2026-06-30
no - | Katy Perry and Justin Trudeau married in 2026? | Katy Perry and Justin Trudeau married in 2026? | by: 2026-12-30
no - | Katy Perry and Justin Trudeau engaged in 2027? | Katy Perry and Justin Trudeau engaged in 2027? | by: 2027-12-30
b KXRUSSIAINVADE-26 . | Will Russia invade Ukraine again in 2026? | Will Russia invade Moldova in 2026? | by: 2026-12-31
same - | Will Russia invade Moldova in 2026? | Will Russia invade Moldova in 2026? | by: 2026-12-31
no - | Will Moldova invade Russia in 2026? | Will Moldova invade Russia in 2026? | by: 2026-12-31
second - | Will Russia invade Moldova in 2026? | Will Russia not invade Moldova in 2026? | by: 2026-12-31
b KXNEWOUTBREAK-P-26 . | Pandemic in 2026? | Pandemic in 2026? | by: 2026-12-31
no - | New Coronavirus Pandemic in 2026? | New Coronavirus Pandemic in 2026? | by: 2026-12-30
b KXJAIL-26 . | Will Trump jail Hillary Clinton in 2026? | Will Trump jail Hillary Clinton in 2026? | by: 2026-12-31
no - | Will Hillary Clinton jail Trump in 2026? | Will Hillary Clinton jail Trump in 2026? | by: 2026-12-31
b KXARTIST-26 -ARI | Who will have a #1 hit this year? | Will Ariana Grande have a #1 hit this year? | by: 2026-12-20
no - | Which artists will have #1 hits in the US in May? | Will Ariana Grande have a #1 hit in the US in May? | by: 2026-05-30
same - | Which artists will have #1 hits in 2026? | Will Ariana Grande have a #1 hit in 2026? | by: 2026-12-31
b KXUKRAINECEASE-26 -JUL01 | When will Russia and Ukraine agree to a ceasefire? | Will Russia and Ukraine agree to a ceasefire before Jul 1, 2026? | by: 2026-12-31
same - | Russia x Ukraine ceasefire by...? | Russia x Ukraine ceasefire by June 30, 2026? | by: 2026-12-31
no - | Russia x Ukraine ceasefire by...? | Russia x Ukraine ceasefire by July 31, 2026? | by: 2026-12-31
no - | Russia x Ukraine ceasefire by...? | Russia x Ukraine ceasefire by end of 2026? | by: 2026-12-31
no - | Russia x Ukraine peace deal by...? | Russia x Ukraine peace deal by June 30, 2026? | by: 2026-12-31
no - | Israel x Hamas ceasefire by...? | Israel x Hamas ceasefire by June 30, 2026? | by: 2026-12-31
no - | Ukraine election by...? | Will Ukraine hold an election by June 30, 2026? | by: 2026-06-30
b KXUSAIRANDEAL-26 -JUL01 | When will the US and Iran reach a nuclear deal? | Will the US and Iran reach a nuclear deal before Jul 1, 2026? | by: 2026-12-31
same - | US-Iran nuclear deal by...? | US-Iran nuclear deal by June 30? | by: 2026-06-30
no - | US-Iran nuclear deal by...? | US-Iran nuclear deal by May 31? | by: 2026-05-31
no - | US strikes Iran by...? | US strikes Iran by June 30, 2026? | by: 2026-06-30
no - | US x Iran permanent peace deal by...? | US x Iran permanent peace deal by June 30, 2026? | by: 2026-06-30
b KXKHAMENEIOUT-26 . | Will Khamenei leave office? | Will Ali Khamenei leave office before 2027? | by: 2026-12-31
same - | Khamenei out as Supreme Leader of Iran in 2026? | Khamenei out as Supreme Leader of Iran in 2026? | by: 2026-12-31
no - | Khamenei out as Supreme Leader of Iran by June 30? | Khamenei out as Supreme Leader of Iran by June 30? | by: 2026-06-30
no - | Mojtaba Khamenei out? | Mojtaba Khamenei out as Supreme Leader of Iran in 2026? | by: 2026-12-31
no - | Iranian regime | Will the Iranian regime fall before 2027? | by: 2026-12-31
no - | Pezeshkian out in 2026? | Pezeshkian out as President of Iran in 2026? | by: 2026-12-31
b KXXIOUT-26 . | Will Xi Jinping leave office before 2027? | Will Xi Jinping be out as leader of China before 2027? | by: 2026-12-31
same - | Xi Jinping out before 2027? | Xi Jinping out before 2027? | by: 2026-12-31
no - | Xi Jinping out before 2028? | Xi Jinping out before 2028? | by: 2027-12-31
b KXTRUMPPUTIN-26 -JUL01 | When will Trump and Putin meet? | Will Trump and Putin meet before Jul 1, 2026? | by: 2026-07-01
same - | Trump x Putin meeting by...? | Will Donald Trump meet with Vladimir Putin by June 30, 2026? | by: 2026-06-30
same - | Putin x Trump meeting by...? | Will Putin meet with Trump by June 30? | by: 2026-06-30
no - | Trump x Xi meeting by...? | Will Trump meet with Xi Jinping by June 30? | by: 2026-06-30
no - | Putin x Zelenskyy meeting by...? | Will Putin meet with Zelenskyy by June 30? | by: 2026-06-30
no - | Where will Trump meet Putin? | Will Trump meet with Putin in Russia by June 30? | by: 2026-06-30
no - | Trump x Putin call by...? | Will Trump call Putin by June 30? | by: 2026-06-30
b KXTRUMPVISIT-26 -RUS | Which countries will Trump visit in 2026? | Will Donald Trump visit Russia in 2026? | by: 2026-12-31
same - | Which countries will Donald Trump visit in 2026? | Will Donald Trump visit Russia in 2026? | by: 2026-12-30
same - | Will Trump visit Russia by...? | Will Trump visit Russia by December 31, 2026? | by: 2026-12-31
no - | Which countries will JD Vance visit in 2026? | Will JD Vance visit Russia in 2026? | by: 2026-12-30
no - | Will Putin visit the US? | Will Vladimir Putin visit the US in 2026? | by: 2026-12-31
no - | Which countries will Donald Trump visit in 2026? | Will Donald Trump visit Ukraine in 2026? | by: 2026-12-30
no - | Which countries will Donald Trump visit in 2026? | Will Melania Trump visit Russia in 2026? | by: 2026-12-30
b KXGREENLAND-29 . | Will Trump buy at least part of Greenland? | Will the US acquire part of Greenland before 2027? | by: 2027-01-01
no - | Will Trump acquire Greenland before 2027? | Will Trump acquire Greenland before 2027? | by: 2026-12-31
no - | Will the US acquire part of Greenland before 2028? | Will the US acquire part of Greenland before 2028? | by: 2027-12-31
same - | Will the US acquire part of Greenland in 2026? | Will the US acquire part of Greenland in 2026? | by: 2026-12-31
no - | Will the US invade Greenland in 2026? | Will the US invade Greenland in 2026? | by: 2026-12-31
b KXNOBELPEACE-26 -DTRU | Who will win the Nobel Peace Prize? | Will Donald Trump win the 2026 Nobel Peace Prize? | by: 2026-10-31
same - | Nobel Peace Prize Winner 2026 | Will Donald Trump win the Nobel Peace Prize in 2026? | by: 2026-10-09
no - | Nobel Peace Prize Winner 2025 | Will Donald Trump win the Nobel Peace Prize in 2025? | by: 2025-10-10
no - | Nobel Peace Prize nominee | Will Donald Trump be nominated for the Nobel Peace Prize in 2026? | by: 2026-10-09
no - | Nobel Prize in Literature | Will Donald Trump win the Nobel Prize in Literature in 2026? | by: 2026-10-09
b KXGROK5-26 -JUL01 | When will Grok 5 be released? | Will xAI release Grok 5 before Jul 1, 2026? | by: 2026-12-31
same - | Grok 5 released by...? | Grok 5 released by June 30, 2026? | by: 2026-06-30
no - | Grok 5 released by...? | Grok 5 released by July 31, 2026? | by: 2026-07-31
no - | Grok 4.5 released by...? | Grok 4.5 released by June 30, 2026? | by: 2026-06-30
no - | Grok 5 announced by...? | Grok 5 announced by June 30, 2026? | by: 2026-06-30
no - | GPT-6 released by...? | GPT-6 released by June 30, 2026? | by: 2026-06-30
b KXGTAVI-26 -DEC | When will GTA VI be released? | Will GTA VI be released before Dec 1, 2026? | by: 2026-12-01
same - | GTA VI released by...? | Will GTA 6 be released by November 30, 2026? | by: 2026-11-30
no - | GTA VI released by...? | Will GTA 6 be released by December 31, 2026? | by: 2026-12-31
no - | GTA VI trailer 3 by...? | Will GTA VI trailer 3 be released by November 30, 2026? | by: 2026-11-30
no - | GTA VI delayed? | Will GTA VI be delayed again by November 30, 2026? | by: 2026-11-30
b KXTOPMODEL-26JUN -GOOG | Which company has the best AI model at the end of June? | Will Google have the best AI model on June 30, 2026? | by: 2026-06-30
same - | Which company has best AI model end of June? | Will Google have the best AI model at the end of June 2026? | by: 2026-06-30
same - | Which company has top AI model end of June? | Will Google have the top AI model on June 30? | by: 2026-06-30
no - | Which company has best AI model end of May? | Will Google have the best AI model at the end of May 2026? | by: 2026-05-31
no - | Which company has best AI model end of June? | Will OpenAI have the best AI model at the end of June 2026? | by: 2026-06-30
no - | Which company has second best AI model end of June? | Will Google have the second best AI model at the end of June 2026? | by: 2026-06-30
no - | Which company has best coding AI model end of June? | Will Google have the best AI model for coding on June 30, 2026? | by: 2026-06-30
b KXSTARSHIP-26 -JUN01 | When will Starship Flight 12 launch? | Will SpaceX launch Starship Flight 12 before Jun 1, 2026? | by: 2026-06-01
same - | SpaceX Starship Flight Test 12 | Will SpaceX Starship Flight Test 12 launch by May 31? | by: 2026-05-31
no - | SpaceX Starship Flight Test 12 | Will SpaceX Starship Flight Test 12 launch by June 30? | by: 2026-06-30
no - | SpaceX Starship Flight Test 13 | Will SpaceX Starship Flight Test 13 launch by May 31? | by: 2026-05-31
no - | SpaceX Starship Flight Test 12 | Will SpaceX Starship Flight Test 12 explode by May 31? | by: 2026-05-31
b KXMARRIED-26SWIFT . | Will Taylor Swift and Travis Kelce get married in 2026? | Will Taylor Swift and Travis Kelce get married before 2027? | by: 2026-12-31
same - | Taylor Swift and Travis Kelce married by...? | Taylor Swift and Travis Kelce married by December 31, 2026? | by: 2026-12-31
same - | Taylor Swift & Travis Kelce wedding in 2026? | Taylor Swift & Travis Kelce wedding in 2026? | by: 2026-12-31
no - | Taylor Swift and Travis Kelce married by...? | Taylor Swift and Travis Kelce married by June 30, 2026? | by: 2026-06-30
no - | Taylor Swift pregnant in 2026? | Taylor Swift pregnant in 2026? | by: 2026-12-31
no - | Taylor Swift and Travis Kelce split | Will Taylor Swift and Travis Kelce divorce in 2026? | by: 2026-12-31
no - | Selena Gomez married in 2026? | Selena Gomez married in 2026? | by: 2026-12-31
b KXTOPARTIST-26 -BBUN | Top artist on Spotify in 2026? | Will Bad Bunny be the top artist on Spotify in 2026? | by: 2026-12-31
same - | Top Spotify artist 2026 | Will Bad Bunny be the top Spotify artist for 2026? | by: 2026-12-03
no - | 2nd top Spotify artist 2026 | Will Bad Bunny be the second top Spotify artist for 2026? | by: 2026-12-03
no - | Top Spotify song 2026 | Will Bad Bunny have the top Spotify song for 2026? | by: 2026-12-03
no - | Top Spotify artist 2026 | Will Drake be the top Spotify artist for 2026? | by: 2026-12-03
b KXTOPMOVIE-26 -AVEN | Highest grossing movie in 2026? | Will Avengers: Doomsday be the highest grossing movie of 2026? | by: 2027-01-05
same - | Highest grossing movie in 2026? | Will Avengers: Doomsday be the top grossing movie of 2026? | by: 2026-12-31
no - | Highest grossing movie in 2026? | Will Toy Story 5 be the top grossing movie of 2026? | by: 2026-12-31
no - | Biggest opening weekend in 2026? | Will Avengers: Doomsday have the best domestic opening weekend in 2026? | by: 2026-12-31
no - | Highest grossing movie in 2027? | Will Avengers: Doomsday be the top grossing movie of 2027? | by: 2027-12-31
b KXRT-MORTAL -75 | Mortal Kombat II Rotten Tomatoes score? | Will Mortal Kombat II's Rotten Tomatoes score be above 75? | by: 2026-05-18
same - | "Mortal Kombat II" Rotten Tomatoes score? | Will "Mortal Kombat II" Rotten Tomatoes score be at least 76? | by: 2026-05-18
no - | "Mortal Kombat II" Rotten Tomatoes score? | Will "Mortal Kombat II" Rotten Tomatoes score be at least 75? | by: 2026-05-18
no - | "Mortal Kombat II" Rotten Tomatoes score? | Will "Mortal Kombat II" Rotten Tomatoes score be between 76 and 80? | by: 2026-05-18
no - | "Mortal Kombat II" Rotten Tomatoes audience score? | Will "Mortal Kombat II" Rotten Tomatoes audience score be at least 76? | by: 2026-05-18
no - | "Mortal Kombat" Rotten Tomatoes score? | Will "Mortal Kombat" Rotten Tomatoes score be at least 76? | by: 2026-05-18
b KXTRUMPSAY-26MAY13 -CHIN | What will Trump say during his press conference on May 13? | Will Trump say "China" during his press conference on May 13, 2026? | by: 2026-05-13
same - | What will Trump say during press conference on May 13? | Will Trump say "China" during his press conference on May 13? | by: 2026-05-13
no - | What will Trump say during press conference on May 13? | Will Trump say "Million" during his press conference on May 13? | by: 2026-05-13
no - | What will Trump say during press conference on May 13? | Will Trump say "China" 5+ times during his press conference on May 13? | by: 2026-05-13
no - | What will Trump say during press conference on May 14? | Will Trump say "China" during his press conference on May 14? | by: 2026-05-14
no - | What will Vance say during press conference on May 13? | Will JD Vance say "China" during his press conference on May 13? | by: 2026-05-13
b KXTRUMPSAY-26MAY13 -MILL | What will Trump say during his press conference on May 13? | What will Trump say during his press conference on May 13? | by: 2026-05-13 | sub: Million
same - | What will Trump say during press conference on May 13? | Will Trump say "Million" during his press conference on May 13? | by: 2026-05-13
no - | What will Trump say during press conference on May 13? | Will Trump say "Billion" during his press conference on May 13? | by: 2026-05-13
no - | What will Trump say during press conference on May 13? | Will Trump say "Year" during his press conference on May 13? | by: 2026-05-13
b KXBOND-30 -CTUR | Who will be the next James Bond? | Will Callum Turner be the next James Bond? | by: 2030-01-01
no - | Next James Bond actor? | Will Callum Turner be announced as the next James Bond? | by: 2026-12-31   # announced is not yet
no - | Next James Bond actor? | Will Jacob Elordi be announced as the next James Bond? | by: 2026-12-31
b KXPOPE-35 -PPAR | Who will be the next Pope? | Will Pietro Parolin be the next Pope? | by: 2035-01-01
same - | Next Pope | Will Pietro Parolin be the next Pope? | by: 2026-12-31
no - | Next Pope | Will Luis Antonio Tagle be the next Pope? | by: 2026-12-31
b KXALIENS-27 . | Will the US confirm that aliens exist? | Will the US confirm that aliens exist before 2027? | by: 2027-01-01
same - | Will the US confirm that aliens exist before 2027? | Will the US confirm that aliens exist before 2027? | by: 2026-12-31
no - | Will the US confirm that aliens exist by...? | Will the US confirm that aliens exist by June 30? | by: 2026-06-30
b KXTAIWAN-26 . | Will China invade Taiwan in 2026? | Will China invade Taiwan in 2026? | by: 2026-12-31
same - | Will China invade Taiwan by end of 2026? | Will China invade Taiwan by end of 2026? | by: 2026-12-31
same - | Chinese invasion of Taiwan in 2026? | Chinese invasion of Taiwan in 2026? | by: 2026-12-31
no - | Will China blockade Taiwan in 2026? | Will China blockade Taiwan in 2026? | by: 2026-12-31
no - | Will China invade Taiwan by June 30? | Will China invade Taiwan by June 30, 2026? | by: 2026-06-30
no - | Will China invade Taiwan before 2028? | Will China invade Taiwan before 2028? | by: 2027-12-31
b KXACQUIRE-26WBD -PSKY | Who will acquire Warner Bros. Discovery? | Will Paramount acquire Warner Bros. Discovery before 2027? | by: 2026-12-31
same - | Who will acquire Warner Bros.? | Will Paramount acquire Warner Bros. Discovery by December 31, 2026? | by: 2026-12-31
no - | Who will acquire Warner Bros.? | Will Netflix acquire Warner Bros. Discovery by December 31, 2026? | by: 2026-12-31
no - | Who will acquire Warner Bros.? | Will Paramount announce the acquisition of Warner Bros. Discovery by December 31, 2026? | by: 2026-12-31
`
