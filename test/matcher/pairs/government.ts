// Appointments, people who leave, laws and courts, in the wording of both platforms.
export const government = `
b KXFEDCHAIRNOM-29 -KWAR | Who will Trump nominate as Fed Chair? | Will Trump nominate Kevin Warsh as Fed Chair? | by: 2029-01-20
same - | Who will Trump nominate as Fed Chair? | Will Trump nominate Kevin Warsh as the next Fed chair? | by: 2028-12-31
no - | Who will be confirmed as Fed Chair? | Will Kevin Warsh be confirmed as Fed Chair? | by: 2028-12-31
no - | Who will Trump nominate as Fed Chair? | Will Trump nominate Kevin Hassett as the next Fed chair? | by: 2028-12-31
no - | Fed Chair announced by...? | Will Trump announce Kevin Warsh as next Fed Chair? | by: 2028-12-31
b KXFEDCHAIRCONFIRM-26 -KWAR | Fed Chair confirmation | Will Kevin Warsh be confirmed as Fed Chair before Jun 1, 2026? | by: 2026-06-01
same - | Warsh confirmed as Fed Chair by...? | Will Kevin Warsh be confirmed as Fed Chair by May 31, 2026? | by: 2026-05-31
no - | Warsh confirmed as Fed Chair by...? | Will Kevin Warsh be confirmed as Fed Chair by June 30, 2026? | by: 2026-06-30
no - | Who will Trump nominate as Fed Chair? | Will Trump nominate Kevin Warsh as the next Fed chair? | by: 2026-05-31
b KXCABOUT-29 -PHEG | Who will be the first to leave the Trump Cabinet? | Will Pete Hegseth be the first to leave the Trump Cabinet? | by: 2029-01-20
same - | First to leave Trump Cabinet? | Will Pete Hegseth be the first to leave the Trump Cabinet? | by: 2028-12-31
no - | Next to leave Trump Cabinet? | Will Kash Patel be the next to leave the Trump Cabinet? | by: 2028-12-31
no - | Hegseth out by...? | Pete Hegseth out as Secretary of Defense by June 30? | by: 2026-06-30
b KXHEGSETHOUT-26JUL01 . | Will Pete Hegseth leave as Secretary of Defense? | Will Pete Hegseth leave office before Jul 1, 2026? | by: 2026-07-01
same - | Hegseth out by...? | Pete Hegseth out as Secretary of Defense by June 30? | by: 2026-06-30
same - | Hegseth out by...? | Hegseth out as Secretary of War by June 30, 2026? | by: 2026-06-30
no - | Hegseth out by...? | Pete Hegseth out as Secretary of Defense by May 31? | by: 2026-05-31
no - | Patel out by...? | Kash Patel out as FBI Director by June 30? | by: 2026-06-30
no - | Hegseth resigns by...? | Will Pete Hegseth resign by June 30? | by: 2026-06-30
no - | Hegseth impeached by...? | Will Pete Hegseth be impeached by June 30? | by: 2026-06-30
b KXTRUMPRESIGN . | Will Trump resign before his term is up? | Will Trump resign during his term? | by: 2029-01-20
no - | Trump out as President in 2026? | Trump out as President in 2026? | by: 2026-12-31
no - | Will Trump resign in 2026? | Will Trump resign in 2026? | by: 2026-12-31
b KXIMPEACH-26 . | Will Trump be impeached in 2026? | Will President Trump be impeached before 2027? | by: 2027-01-01
same - | Trump impeached by...? | Trump impeached by December 31, 2026? | by: 2026-12-31
no - | Trump removed via impeachment? | Will Trump be removed from office through impeachment before 2027? | by: 2026-12-31
no - | Trump impeached by...? | Trump impeached by June 30, 2026? | by: 2026-06-30
no - | Who will be impeached? | Will Pam Bondi be impeached before 2027? | by: 2026-12-31
b KXPARDON-26 -GMAX | Who will Trump pardon in 2026? | Will Trump pardon Ghislaine Maxwell in 2026? | by: 2026-12-31
same - | Who will Trump pardon in 2026? | Will Trump pardon Ghislaine Maxwell before 2027? | by: 2026-12-31
no - | Who will Trump pardon in 2026? | Will Trump pardon Sam Bankman-Fried before 2027? | by: 2026-12-31
no - | Maxwell released? | Will Ghislaine Maxwell be released from prison before 2027? | by: 2026-12-31
no - | Who will Trump pardon? | Will Trump pardon Ghislaine Maxwell by June 30, 2026? | by: 2026-06-30
b KXGOVSHUT-26OCT -SHUT | Government shutdown on October 1? | Will there be a government shutdown by October 31, 2026? | by: 2026-10-31
same - | US government shutdown by...? | Will there be a US government shutdown by October 31? | by: 2026-10-31
no - | US government shutdown by...? | Will there be a US government shutdown by October 1? | by: 2026-10-01
no - | How long will the shutdown last? | Will the government shutdown last 10 days or more? | by: 2026-10-31
b KXSCOTUSRESIGN-26 -SALI | Which Supreme Court justices will retire in 2026? | Will Samuel Alito announce his retirement before 2027? | by: 2027-01-01
same - | Which SCOTUS justice will announce retirement in 2026? | Will Samuel Alito announce his retirement by December 31, 2026? | by: 2026-12-31
no - | Alito out by...? | Will Samuel Alito leave the Supreme Court by December 31, 2026? | by: 2026-12-31
no - | Which SCOTUS justice will announce retirement in 2026? | Will Clarence Thomas announce his retirement by December 31, 2026? | by: 2026-12-31
b KXTARIFFSCOTUS-26 . | Will the Supreme Court rule in favor of Trump's tariffs? | Will the Supreme Court rule in favor of Trump's tariffs? | by: 2026-07-31
same - | Will the Supreme Court rule in favor of Trump's tariffs? | Will the Supreme Court rule in favor of Trump’s tariffs? | by: 2026-06-30
no - | Will the Supreme Court rule against Trump's tariffs? | Will the Supreme Court rule against Trump's tariffs? | by: 2026-06-30
b KXMOV-TXSENR -P5 | Texas Senate margin of victory | Will the margin of victory for Republicans in the U.S. Senate election in Texas be at least 5 percentage points? | by: 2027-11-02
same - | Texas Senate: Margin of Victory | Will the Republicans' margin of victory in the Texas Senate election be 5% or more? | by: 2026-11-03
no - | Texas Senate: Margin of Victory | Will the Republicans' margin of victory in the Texas Senate election be more than 5%? | by: 2026-11-03
no - | Texas Senate: Margin of Victory | Will the Republicans' margin of victory in the Texas Senate election be between 5% and 10%? | by: 2026-11-03
no - | Texas Governor: Margin of Victory | Will the Republicans' margin of victory in the Texas governor election be 5% or more? | by: 2026-11-03
b KXMAYORNYC-29 -ZMAM | Who will win the next NYC mayoral election? | Will Zohran Mamdani win the 2029 New York City mayoral election? | by: 2029-12-31
same - | NYC Mayoral Election 2029 | Will Zohran Mamdani win the 2029 NYC mayoral election? | by: 2029-11-06
no - | NYC Mayoral Election 2029: Democratic nominee | Will Zohran Mamdani win the 2029 Democratic primary for Mayor of New York City? | by: 2029-06-24
b KXDESANTISPRES-28 -RDES | Who will run for the Republican presidential nomination? | Will Ron DeSantis run for the Republican presidential nomination in 2028? | by: 2028-11-07
same - | Who will run for president in 2028? | Will Ron DeSantis run for the Republican presidential nomination in 2028? | by: 2028-11-07
no - | Republican Presidential Nominee 2028 | Will Ron DeSantis win the 2028 Republican presidential nomination? | by: 2028-11-07
b KXUNSEC-27JAN -MBAC | Who will be the next UN Secretary-General? | Will Michelle Bachelet be the next UN Secretary-General? | by: 2027-01-04
same - | Next Secretary-General of the United Nations | Will Michelle Bachelet be the next Secretary-General of the United Nations? | by: 2026-12-30
no - | Next NATO Secretary General | Will Michelle Bachelet be the next Secretary General of NATO? | by: 2026-12-30
`
