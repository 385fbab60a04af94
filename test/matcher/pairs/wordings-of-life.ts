// Weather, culture and technology: one meaning in other words, and words that are close and mean another thing.
export const wordingsOfLife = `
b KXHIGHNY-26MAY14 -B70.5 | Highest temperature in NYC on May 14? | Will the high temp in NYC be 70-71° on May 14, 2026? | by: 2026-12-31
same - | Highest temperature in NYC on May 14? | Will the highest temperature in New York City be between 70-71°F on May 14? | by: 2026-12-31
b KXHIGHNY-26MAY14 -T77 | Highest temperature in NYC on May 14? | Will the high temp in NYC be >77° on May 14, 2026? | by: 2026-12-31
same - | Highest temperature in NYC on May 14? | Will the highest temperature in New York City be 78°F or higher on May 14? | by: 2026-12-31
b KXHIGHCHI-26MAY14 -T60 | Highest temperature in Chicago | Will the **high temp in Chicago** be <60° on May 14, 2026? | by: 2026-12-31
same - | Highest temperature in Chicago on May 14? | Will the highest temperature in Chicago be 59°F or below on May 14? | by: 2026-12-31
b KXRAINNYCM-26MAY -3 | Rain in NYC in May 2026? | Will it rain more than 3 inches in NYC in May 2026? | by: 2026-12-31
same - | NYC precipitation in May | Will NYC have more than 3 inches of precipitation in May? | by: 2026-12-31
b KXHURCTOT-26DEC01 -T7 | Hurricanes | Will there be more than 7 Atlantic hurricanes in 2026? | by: 2026-12-31
same - | Number of Atlantic hurricanes | Will there be 8 or more Atlantic hurricanes in 2026? | by: 2026-12-31
b KXHURLAND-26 . | Hurricane US landfall | Will a Category 5 hurricane make landfall in the United States before Jan 1, 2027? | by: 2026-12-31
same - | Cat 5 landfall | Will a Cat 5 hurricane make landfall in the US in 2026? | by: 2026-12-31
b KXBONDIOUT-26 . | Bondi | Will Pam Bondi be out as Attorney General before Jul 1, 2026? | by: 2026-12-31
same - | Bondi out by? | Will Pam Bondi leave as Attorney General by June 30, 2026? | by: 2026-12-31
b KXOSCARPIC-27 -ODY | Oscars | Will The Odyssey win Best Picture at the Oscars? | by: 2026-12-31
same - | Oscars 2027: Best Picture Winner | Will The Odyssey win Best Picture at the 99th Academy Awards? | by: 2026-12-31
b KXOSCARNOMACTOR-27 -MDAM | Osc nom | Will Matt Damon be nominated for Best Actor at the 2027 Oscars? | by: 2026-12-31
same - | Oscars 2027: Best Actor nominees | Will Matt Damon receive a Best Actor nomination at the 2027 Academy Awards? | by: 2026-12-31
b KXTONYMUSICAL-26 -X | Tony | Will Maybe Happy Ending win Best Musical at the 2026 Tony Awards? | by: 2026-12-31
same - | Tonys | Will Maybe Happy Ending win the 2026 Tony Award for Best Musical? | by: 2026-12-31
b KXEMMYDRAMA-26 -PITT | Emmys | Will The Pitt win Outstanding Drama Series at the Emmys? | by: 2026-12-31
same - | Emmys 2026 | Will "The Pitt" win the Emmy for Best Drama Series in 2026? | by: 2026-12-31
b KXGRAMAOTY-27 -BB | Grammy | Will Bad Bunny win Album of the Year at the 2027 Grammys? | by: 2026-12-31
same - | Grammys AOTY | Will Bad Bunny win the Grammy for Album of the Year in 2027? | by: 2026-12-31
b KXRT-TOY -90 | Toy Story 5 RT | Will Toy Story 5 have a Rotten Tomatoes score above 90? | by: 2026-12-31
same - | "Toy Story 5" Rotten Tomatoes Score? | Will "Toy Story 5" score at least 91 on Rotten Tomatoes? | by: 2026-12-31
b KXBOX-SUP -T100 | Supergirl opening weekend | Will "Supergirl" gross more than $100 million in its opening weekend? | by: 2026-12-31
same - | Supergirl opening | Will "Supergirl" Opening Weekend Box Office be greater than $100m? | by: 2026-12-31
b KXBOX-SUP -T100 | Supergirl opening weekend | Will Supergirl make above $100 million on its domestic opening weekend? | by: 2026-12-31
same - | Supergirl opening | Will 'Supergirl' open to more than $100 million domestically? | by: 2026-12-31
b KXTOPMOVIE-26 -AVG | Movie | Will Avengers: Doomsday be the highest grossing movie of 2026? | by: 2026-12-31
same - | Highest grossing | Will Avengers: Doomsday be the top grossing film in 2026? | by: 2026-12-31
b KXTOPSONG-26MAY16 -X | Top song on Billboard | Will "Ordinary" be the #1 song on the Billboard Hot 100 dated May 16, 2026? | by: 2026-12-31
same - | Billboard Hot 100 #1 | Will "Ordinary" by Alex Warren top the Billboard Hot 100 for the week of May 16? | by: 2026-12-31
b KXSPOTIFYD-26MAY13 -X | Spotify | Will "Golden" be the top song on Spotify on May 13, 2026? | by: 2026-12-31
same - | #1 song on Spotify | Will "Golden" by HUNTR/X be the #1 song on Spotify on May 13? | by: 2026-12-31
b KXNETFLIXRANKSHOW-26MAY18 -X | Netflix | Will Bridgerton be the top Netflix show on May 18, 2026? | by: 2026-12-31
same - | Top Netflix show | Will Bridgerton be the #1 show on Netflix on May 18? | by: 2026-12-31
b KXTIME-26 -X | Time | Will Pope Leo XIV be Time Person of the Year for 2026? | by: 2026-12-31
same - | TIME POTY | Will Pope Leo XIV be named TIME's Person of the Year in 2026? | by: 2026-12-31
b KXELONTWEETS-26MAY15 -300 | Tweets | Will Elon Musk post 300-319 tweets from May 8 to May 15, 2026? | by: 2026-12-31
same - | Elon Musk tweets May 8 - May 15 | Will Elon Musk post 300-319 tweets from May 8 to May 15, 2026? | by: 2026-12-31
b KXTRUMPMENTION-26MAY14 -CHIN | Mention | Will Trump say "China" during his State of the Union? | by: 2026-12-31
same - | What will Trump say | Will Trump say "China" during the State of the Union address? | by: 2026-12-31
b KXLLM1-26MAY31 -GEM | Best AI | Will Google have the best AI model on May 31, 2026? | by: 2026-12-31
same - | Which company has best AI model end of May? | Will Google have the best AI model at the end of May 2026? | by: 2026-12-31
b KXGPT6-26 . | GPT-6 | Will OpenAI release GPT-6 before Jul 1, 2026? | by: 2026-12-31
same - | GPT-6 released by? | GPT-6 released by June 30, 2026? | by: 2026-12-31
b KXGEMINI4-26 . | Gemini | Will Google launch Gemini 4 before Jul 1, 2026? | by: 2026-12-31
same - | Gemini 4 | Will Google release Gemini 4.0 by June 30, 2026? | by: 2026-12-31
b KXSPACEXCOUNT-26 -T150 | SpaceX | Will SpaceX launch more than 150 rockets in 2026? | by: 2026-12-31
same - | SpaceX launches | Will SpaceX have more than 150 launches in 2026? | by: 2026-12-31
b KXSTARSHIP-26 . | Starship | Will SpaceX launch Starship Flight 12 before Jun 1, 2026? | by: 2026-12-31
same - | Starship Flight 12 by? | Will Starship Flight Test 12 launch by May 31, 2026? | by: 2026-12-31
b KXSURVIVOR-50 -X | Survivor | Will Cirie Fields win Survivor Season 50? | by: 2026-12-31
same - | Survivor 50 Winner | Will Cirie Fields win Survivor 50? | by: 2026-12-31
b KXGTA6-26 . | GTA | Will GTA VI be released before Dec 1, 2026? | by: 2026-12-31
same - | GTA 6 launch | Will Grand Theft Auto VI launch by November 30, 2026? | by: 2026-12-31
b KXSWIFTWED-26 . | Wedding | Will Taylor Swift and Travis Kelce get married before Jul 1, 2026? | by: 2026-12-31
same - | Swift wedding | Taylor Swift and Travis Kelce married by June 30, 2026? | by: 2026-12-31
b KXTRUMPAPP-26MAY31 -T40 | Approval | Will Trump's approval rating be above 40% on May 31, 2026? | by: 2026-12-31
same - | Trump approval | Will Donald Trump's approval rating be above 40% on May 31? | by: 2026-12-31
b KXMETEO-26 . | Volcano | Will a volcano with a VEI of at least 6 erupt before Jan 1, 2027? | by: 2026-12-31
same - | Volcano | Will a VEI 6 or higher volcanic eruption happen in 2026? | by: 2026-12-31
b KXEARTHQUAKE-26 -8 | Quake | Will there be an earthquake of magnitude 8.0 or higher before Jan 1, 2027? | by: 2026-12-31
same - | Quake | 8.0 or above earthquake in 2026? | by: 2026-12-31
b KXLOVEISLAND-26 -X | Love Island | Will Amaya Espinal and Bryan Arenales win Love Island USA Season 8? | by: 2026-12-31
same - | Love Island USA | Love Island USA Season 8: Will Amaya & Bryan win? | by: 2026-12-31
b KXSTEAM-26 . | Steam | Will Half-Life 3 be announced before Jan 1, 2027? | by: 2026-12-31
same - | HL3 | Half-Life 3 announced by December 31, 2026? | by: 2026-12-31
b KXSNOWNYM-26DEC -3 | Snow | Will NYC get more than 3 inches of snow in December 2026? | by: 2026-12-31
same - | NYC snow | Will New York City have more than 3 inches of snowfall in December 2026? | by: 2026-12-31
b KXTORNADO-26MAY -200 | Tornado | Will there be more than 200 tornadoes in May 2026? | by: 2026-12-31
same - | Tornadoes | Will there be at least 201 tornadoes in the US in May? | by: 2026-12-31
b KXHURNAME-26 . | First storm | Will a hurricane form before Jul 1, 2026? | by: 2026-12-31
same - | Hurricane | Will a hurricane form by June 30, 2026? | by: 2026-12-31
b KXHOTYEAR-26 . | Hot | Will 2026 be the hottest year on record? | by: 2026-12-31
same - | Hottest | Will 2026 be the hottest year ever recorded? | by: 2026-12-31
b KXARCTIC-26 -X | Arctic | Will the Arctic sea ice minimum be below 4 million square kilometers in 2026? | by: 2026-12-31
same - | Arctic | Will the 2026 Arctic sea ice minimum extent be less than 4 million sq km? | by: 2026-12-31
b KXMEASLES-26 -T3000 | Measles | Will there be more than 3000 measles cases in the US in 2026? | by: 2026-12-31
same - | Measles | Will there be over 3,000 US measles cases in 2026? | by: 2026-12-31
b KXNOBELLIT-26 -X | Nobel | Will Haruki Murakami win the Nobel Prize in Literature in 2026? | by: 2026-12-31
same - | Nobel Lit | Will Haruki Murakami win the 2026 Nobel Prize in Literature? | by: 2026-12-31
b KXOSCARACTR-27 -X | Oscars | Will Jessie Buckley win Best Actress at the 2027 Oscars? | by: 2026-12-31
same - | Best Actress | Will Jessie Buckley win the Academy Award for Best Actress in 2027? | by: 2026-12-31
b KXGLOBES-27 -X | What will happen? | Will Timothée Chalamet win Best Actor – Musical or Comedy at the 2027 Golden Globes? | by: 2026-12-31
same - | What will happen? | Will Timothee Chalamet win the Golden Globe for Best Actor in a Musical or Comedy in 2027? | by: 2026-12-31
b KXTONYPLAY-26 -X | Tony | Will Liberation win Best Play at the Tony Awards? | by: 2026-12-31
same - | Tony Best Play | Will Liberation win the 2026 Tony Award for Best Play? | by: 2026-12-31
b KXCANNES-26 -X | Cannes | Will "Fjord" win the Palme d'Or at the 2026 Cannes Film Festival? | by: 2026-12-31
same - | Palme d'Or | Will "Fjord" win the Palme d'Or at Cannes 2026? | by: 2026-12-31
b KXSPOTSTREAM-26 -X | Spotify | Will Bad Bunny be the most streamed artist on Spotify in 2026? | by: 2026-12-31
same - | Spotify | Will Bad Bunny be the top Spotify artist of 2026? | by: 2026-12-31
b KXSPOTMON-26 -X | Monthly | Will Bruno Mars have the most monthly Spotify listeners on May 31, 2026? | by: 2026-12-31
same - | Spotify listeners | Will Bruno Mars have the most monthly listeners on Spotify on May 31? | by: 2026-12-31
b KXALBUMREL-26 -X | Album | Will Frank Ocean release a new album before Jan 1, 2027? | by: 2026-12-31
same - | Frank Ocean album | New Frank Ocean album in 2026? | by: 2026-12-31
b KXAPPRANK-26MAY15 -X | App | Will ChatGPT be the #1 free app in the Apple App Store on May 15, 2026? | by: 2026-12-31
same - | App Store | Will ChatGPT be the top free app on the US Apple App Store on May 15? | by: 2026-12-31
b KXYOUTUBE-26 -X | MrBeast | Will MrBeast reach 500 million subscribers before Jan 1, 2027? | by: 2026-12-31
same - | MrBeast | Will MrBeast hit 500 million YouTube subscribers by December 31, 2026? | by: 2026-12-31
b KXBOXDOM-26 -T500 | Box | Will "Avengers: Doomsday" gross over $500 million domestically before Feb 1, 2027? | by: 2026-12-31
same - | Box | Will "Avengers: Doomsday" domestic gross be greater than $500m by January 31, 2027? | by: 2026-12-31
b KXTOPGROSS-26 -X | Box | Will The Super Mario Galaxy Movie be the highest-grossing film of 2026? | by: 2026-12-31
same - | Box | Will The Super Mario Galaxy Movie be the highest grossing movie in 2026? | by: 2026-12-31
b KXMETACRIT-GTA -T95 | GTA | Will GTA VI have a Metacritic score above 95? | by: 2026-12-31
same - | GTA | Will Grand Theft Auto VI get a Metacritic score of 96 or higher? | by: 2026-12-31
b KXGOTY-26 -GTA | GOTY | Will GTA VI win Game of the Year at The Game Awards 2026? | by: 2026-12-31
same - | GOTY | Will Grand Theft Auto VI win Game of the Year in 2026? | by: 2026-12-31
b KXTWEETMUSK-26 -X | Musk | Will Elon Musk post at least 500 tweets from May 8 to May 15, 2026? | by: 2026-12-31
same - | Musk | Will Elon Musk tweet 500+ times from May 8 to May 15, 2026? | by: 2026-12-31
b KXTRUTH-26 -X | Truth | Will Trump make 200-219 Truth Social posts from May 8 to May 15, 2026? | by: 2026-12-31
same - | Truth | Will Donald Trump post 200-219 times on Truth Social from May 8 to May 15, 2026? | by: 2026-12-31
b KXMENTIONPOWELL -X | Powell | Will Jerome Powell say "tariff" during the June 2026 press conference? | by: 2026-12-31
same - | Powell | Will Powell say "Tariff" during his June press conference? | by: 2026-12-31
b KXGROK5-26 . | Grok | Will xAI release Grok 5 before Jul 1, 2026? | by: 2026-12-31
same - | Grok 5 | Will Grok 5 be released by June 30, 2026? | by: 2026-12-31
b KXDEEPSEEK-26 . | DeepSeek | Will DeepSeek release V4 before Jun 1, 2026? | by: 2026-12-31
same - | DeepSeek V4 | DeepSeek V4 released by May 31, 2026? | by: 2026-12-31
b KXARTEMIS-26 . | Artemis | Will Artemis III launch before Jan 1, 2028? | by: 2026-12-31
same - | Artemis III | Will NASA launch Artemis III by December 31, 2027? | by: 2026-12-31
b KXMARS-26 . | Mars | Will SpaceX launch Starship to Mars before Jan 1, 2027? | by: 2026-12-31
same - | Mars | Will SpaceX launch a Starship to Mars in 2026? | by: 2026-12-31
b KXBACH-26 -X | Bachelor | Will Jane Roe win Big Brother 28? | by: 2026-12-31
same - | What will happen? | Will Jane Roe win Big Brother Season 28? | by: 2026-12-31
b KXDWTS-26 -X | DWTS | Will Jane Roe win Dancing with the Stars Season 35? | by: 2026-12-31
same - | DWTS | Will Jane Roe win "Dancing With The Stars" season 35? | by: 2026-12-31
b KXTESTTIK-26 . | What will happen? | Will Ryan Gosling be cast as James Bond? | by: 2026-12-31
same - | What will happen? | Will Ryan Gosling be cast as the next James Bond? | by: 2026-12-31
b KXALIEN-26 . | Aliens | Will the US confirm that aliens exist before Jan 1, 2027? | by: 2026-12-31
same - | Aliens | Will the US government confirm aliens exist in 2026? | by: 2026-12-31
b KXCLARITY-26 . | What will happen? | Will the CLARITY Act become law before Jan 1, 2027? | by: 2026-12-31
same - | What will happen? | Clarity Act signed into law in 2026? | by: 2026-12-31
b KXGOVCATOP2-26 -SHIL | What will happen? | Will Steve Hilton finish top 2 in the California gubernatorial primary? | by: 2026-12-31
no - | What will happen? | Will Steve Hilton win the 2026 California gubernatorial primary? | by: 2026-12-31
no - | What will happen? | Will Steve Hilton finish second in the 2026 California gubernatorial primary? | by: 2026-12-31
b KXEQ-26 -7 | What will happen? | Will there be an earthquake of at least magnitude 7.0 in California before Jan 1, 2027? | by: 2026-12-31
no - | What will happen? | Will a 7.0 or above earthquake hit Japan in 2026? | by: 2026-12-31
no - | What will happen? | Will a 8.0 or above earthquake hit California in 2026? | by: 2026-12-31
b KXEQ-26 -7 | What will happen? | Will there be an earthquake above magnitude 7.0 in California before Jan 1, 2027? | by: 2026-12-31
no - | What will happen? | Will a 8.0 or above earthquake hit California in 2026? | by: 2026-12-31
b KXTOPALBUM-26MAY30 -ICE | What will happen? | Will "Iceman" be the #1 album on the Billboard 200 dated May 30, 2026? | by: 2026-12-31
no - | What will happen? | Will "Iceman" by Drake be #1 on the Billboard 200 for the week of June 6? | by: 2026-12-31
no - | What will happen? | Will "Iceman" by Drake be #2 on the Billboard 200 for the week of May 30? | by: 2026-12-31
b KXTOPALBUM-26MAY30 -ICE | What will happen? | Will "Iceman" by Future be the #1 album on the Billboard 200 dated May 30, 2026? | by: 2026-12-31
no - | What will happen? | Will "Iceman" by Drake be #1 on the Billboard 200 for the week of May 30? | by: 2026-12-31
b KXTOPALBUM-26MAY30 -ICE | What will happen? | Will Drake be the #1 artist on the Billboard Artist 100 dated May 30, 2026? | by: 2026-12-31
no - | What will happen? | Will "Iceman" by Drake be #1 on the Billboard 200 for the week of May 30? | by: 2026-12-31
b KXTOPSONG-26MAY30 -ICE | What will happen? | Will Drake have the #1 song on the Billboard Hot 100 dated May 30, 2026? | by: 2026-12-31
no - | What will happen? | Will Drake have the #1 album on the Billboard 200 for the week of May 30? | by: 2026-12-31
b KXNETFLIX-26MAY18 -X | What will happen? | Will Bridgerton be the top US Netflix show on May 18, 2026? | by: 2026-12-31
no - | What will happen? | Will Bridgerton be the #1 global Netflix show on May 18? | by: 2026-12-31
b KXNETFLIX-26MAY18 -X | What will happen? | Will Bridgerton be the #1 show on Netflix on May 18, 2026? | by: 2026-12-31
no - | What will happen? | Will Bridgerton be in the top 10 shows on Netflix on May 18? | by: 2026-12-31
no - | What will happen? | Will Bridgerton be the #2 show on Netflix on May 18? | by: 2026-12-31
b KXCLA-26 . | What will happen? | Will Anthropic release Claude 5 before Jun 1, 2026? | by: 2026-12-31
no - | What will happen? | Will Anthropic announce Claude 5 by May 31, 2026? | by: 2026-12-31
no - | What will happen? | Claude 4.5 released by May 31, 2026? | by: 2026-12-31
b KXSX-26 . | What will happen? | Will SpaceX launch Starship Flight 12 before Jun 1, 2026? | by: 2026-12-31
no - | What will happen? | Will Starship Flight 13 launch by May 31, 2026? | by: 2026-12-31
b KXSX-26 . | What will happen? | Will SpaceX launch Starship before Jun 1, 2026? | by: 2026-12-31
no - | What will happen? | Will SpaceX land Starship by May 31, 2026? | by: 2026-12-31
b KXSX-26 -T5 | What will happen? | Will SpaceX have more than 5 Starship launches in 2026? | by: 2026-12-31
no - | What will happen? | Will SpaceX have more than 5 launches in 2026? | by: 2026-12-31
b KXCAT-26 . | What will happen? | Will a Category 5 hurricane make landfall in the US before Jan 1, 2027? | by: 2026-12-31
no - | What will happen? | Will a Cat 4 hurricane make landfall in the US in 2026? | by: 2026-12-31
b KXCAT-26 . | What will happen? | Will a hurricane make landfall in Florida before Jan 1, 2027? | by: 2026-12-31
no - | What will happen? | Will a hurricane make landfall in Texas in 2026? | by: 2026-12-31
b KXHIGHNY-26MAY14 -B70.5 | What will happen? | Will the high temp in NYC be 70-71° on May 14, 2026? | by: 2026-12-31
no - | What will happen? | Will the highest temperature in New York City be between 72-73°F on May 14? | by: 2026-12-31
b KXHIGHNY-26MAY14 -B70.5 | What will happen? | Will the high temp in LA be 70-71° on May 14, 2026? | by: 2026-12-31
no - | What will happen? | Will the highest temperature in New York City be between 70-71°F on May 14? | by: 2026-12-31
b KXOPEN-26 -100 | What will happen? | Will "Supergirl" gross more than $100 million in its opening weekend? | by: 2026-12-31
no - | What will happen? | Will "Supergirl" gross more than $100 million domestically? | by: 2026-12-31
no - | What will happen? | Will "Supergirl" gross more than $100 million worldwide in its opening weekend? | by: 2026-12-31
b KXOPEN-26 -100 | What will happen? | Will "Supergirl" gross more than $100 million domestically? | by: 2026-12-31
no - | What will happen? | Will "Supergirl" gross more than $100 million worldwide? | by: 2026-12-31
b KXAI-26MAY31 -G | What will happen? | Will Google have the best AI model on May 31, 2026? | by: 2026-12-31
no - | What will happen? | Will Google have the second best AI model on May 31, 2026? | by: 2026-12-31
no - | What will happen? | Will Google have the best coding AI model on May 31, 2026? | by: 2026-12-31
b KXTIME-26 -X | What will happen? | Will Pope Leo XIV be Time Person of the Year for 2026? | by: 2026-12-31
no - | What will happen? | Will Pope Leo XIV be on the TIME Person of the Year shortlist in 2026? | by: 2026-12-31
b KXAPP-26 -T40 | What will happen? | Will Trump's approval rating be above 40% on May 31, 2026? | by: 2026-12-31
no - | What will happen? | Will Trump's disapproval rating be above 40% on May 31? | by: 2026-12-31
no - | What will happen? | Will Trump's net approval rating be above 40% on May 31? | by: 2026-12-31
no - | What will happen? | Will Vance's approval rating be above 40% on May 31? | by: 2026-12-31
`
