// Markets of platform_b whose title asks all, and whose subtitle says a part of it again.
export const subtitles = `
b KXHIGHDEN-26NOV21 -T48 | Highest temperature in Denver on Nov 21, 2026? | Will the high temp in Denver be <48° on Nov 21, 2026? | by: 2026-11-22 | sub: 47° or below
same - | Highest temperature in Denver on November 21? | Will the highest temperature in Denver be 47°F or below on November 21? | by: 2026-11-21
no - | Highest temperature in Denver on November 21? | Will the highest temperature in Denver be 48°F or below on November 21? | by: 2026-11-21
no - | Highest temperature in Denver on November 21? | Will the highest temperature in Denver be between 46-47°F on November 21? | by: 2026-11-21
no - | Highest temperature in Denver on November 22? | Will the highest temperature in Denver be 47°F or below on November 22? | by: 2026-11-22
no - | Lowest temperature in Denver on November 21? | Will the lowest temperature in Denver be 47°F or below on November 21? | by: 2026-11-21
b KXHIGHDEN-26NOV21 -B48.5 | Highest temperature in Denver on Nov 21, 2026? | Will the high temp in Denver be 48-49° on Nov 21, 2026? | by: 2026-11-22 | sub: 48° to 49°
same - | Highest temperature in Denver on November 21? | Will the highest temperature in Denver be between 48-49°F on November 21? | by: 2026-11-21
no - | Highest temperature in Denver on November 21? | Will the highest temperature in Denver be between 50-51°F on November 21? | by: 2026-11-21
# the two numbers are not the same
b KXHIGHDEN-26NOV21 -T50 | Highest temperature in Denver on Nov 21, 2026? | Will the high temp in Denver be <50° on Nov 21, 2026? | by: 2026-11-22 | sub: 47° or below
no - | Highest temperature in Denver on November 21? | Will the highest temperature in Denver be 49°F or below on November 21? | by: 2026-11-21
no - | Highest temperature in Denver on November 21? | Will the highest temperature in Denver be 47°F or below on November 21? | by: 2026-11-21
b KXBOEDECISION-26NOV -C26 | Bank of England decision in November 2026? | Will the Bank of England cut >25bps at its November 2026 meeting? | by: 2026-11-20 | sub: Cut >25bps
same - | Bank of England decision in November? | Will there be a decrease of 50+ bps in Bank of England interest rates after the November 2026 meeting? | by: 2026-11-20
no - | Bank of England decision in November? | Will there be a decrease of 25 bps in Bank of England interest rates after the November 2026 meeting? | by: 2026-11-20
no - | Bank of England decision in November? | Will there be an increase of 50+ bps in Bank of England interest rates after the November 2026 meeting? | by: 2026-11-20
no - | Bank of Canada decision in November? | Will there be a decrease of 50+ bps in Bank of Canada interest rates after the November 2026 meeting? | by: 2026-11-20
no - | Bank of England decision in December? | Will there be a decrease of 50+ bps in Bank of England interest rates after the December 2026 meeting? | by: 2026-12-20
b KXBOEDECISION-26NOV -C25 | Bank of England decision in November 2026? | Will the Bank of England cut 25bps at its November 2026 meeting? | by: 2026-11-20 | sub: Cut 25bps
same - | Bank of England decision in November? | Will there be a decrease of 25 bps in Bank of England interest rates after the November 2026 meeting? | by: 2026-11-20
same - | Bank of England decision in November? | Will the Bank of England cut rates by 25 bps after the November 2026 meeting? | by: 2026-11-20
no - | Bank of England decision in November? | Will there be a decrease of 25+ bps in Bank of England interest rates after the November 2026 meeting? | by: 2026-11-20
no - | Bank of England decision in November? | Will there be an increase of 25 bps in Bank of England interest rates after the November 2026 meeting? | by: 2026-11-20
b KXBOEDECISION-26NOV -H0 | Bank of England decision in November 2026? | Will the Bank of England hold rates at its November 2026 meeting? | by: 2026-11-20 | sub: Bank of England maintains rate
same - | Bank of England decision in November? | Will there be no change in Bank of England interest rates after the November 2026 meeting? | by: 2026-11-20
no - | Bank of England decision in November? | Will there be a decrease of 25 bps in Bank of England interest rates after the November 2026 meeting? | by: 2026-11-20
no - | Bank of Japan decision in November? | Will there be no change in Bank of Japan interest rates after the November 2026 meeting? | by: 2026-11-20
b KXRBADECISION-26NOV -H25 | RBA decision in November 2026? | Will the Reserve Bank of Australia hike 25bps or more at its November 2026 meeting? | by: 2026-11-20 | sub: Hike 25bps or more
same - | RBA decision in November? | Will there be an increase of 25+ bps in RBA interest rates after the November 2026 meeting? | by: 2026-11-20
no - | RBA decision in November? | Will there be an increase of 25 bps in RBA interest rates after the November 2026 meeting? | by: 2026-11-20
b KXSENATENC-26 -D | North Carolina Senate winner? | Will Roy Cooper win the Senate race in North Carolina? | by: 2026-11-03 | sub: Roy Cooper (D)
same - | North Carolina Senate Election Winner | Will Roy Cooper win the North Carolina Senate race in 2026? | by: 2026-11-03
no - | North Carolina Senate Election Winner | Will Michael Whatley win the North Carolina Senate race in 2026? | by: 2026-11-03
# who it is about is said by the subtitle alone
b KXNCAAF-27 -MOH | College Football Champion? | Will Miami win the College Football Championship? | by: 2027-01-20 | sub: Miami (OH)
no - | College Football Champion | Will Miami win the 2027 College Football National Championship? | by: 2027-01-20
b KXFEDCUTS-26 -T3 | How many rate cuts in 2026? | How many times will the Fed cut rates in 2026? | by: 2026-12-31 | sub: 3 cuts
no - | How many Fed rate cuts in 2026? | Will 4 Fed rate cuts happen in 2026? | by: 2026-12-31
b KXFEDDECISION-26JUN -H0 | Fed decision in Jun 2026? | Will the Federal Reserve Hike rates by 0bps at their June 2026 meeting? | by: 2026-06-17 | sub: Fed maintains rate
same - | Fed Decision in June? | Will there be no change in Fed interest rates after the June 2026 meeting? | by: 2026-06-17
no - | Fed Decision in June? | Will the Fed increase interest rates by 25+ bps after the June 2026 meeting? | by: 2026-06-17
b KXGDP-26JUL30 -T2.5 | US GDP growth in Q2 2026? | Will real GDP increase by more than 2.5% in Q2 2026? | by: 2026-07-30 | sub: Above 2.5%
same - | US GDP growth in Q2 2026? | Will US GDP growth in Q2 2026 be greater than 2.5%? | by: 2026-07-30
no - | US GDP growth in Q2 2026? | Will US GDP growth in Q2 2026 be greater than 3.0%? | by: 2026-07-30
no - | US GDP growth in Q3 2026? | Will US GDP growth in Q3 2026 be greater than 2.5%? | by: 2026-10-30
b KXHOUSERACE-NY17-26 -D | NY-17 House winner? | Will Democratic win the House race for NY-17? | by: 2027-11-02 | sub: Democratic party
same - | NY-17 House Election Winner | Will the Democratic Party win the NY-17 House seat? | by: 2026-11-03
no - | NY-17 House Election Winner | Will the Republican Party win the NY-17 House seat? | by: 2026-11-03
`
