/**
 * Passwords that are refused, in lower case: the 3,000 most used ones of a list of leaked passwords (its source is in
 * most-used-passwords.txt), and additions for the players' countries, since that list is mostly English: names, clubs and
 * years, with the endings that people add to satisfy a rule.
 */
import { readFileSync } from "node:fs";

const WORDS = `
  00000000 11111111 11223344 1122334455 112233445566 123123123 123321123 12341234 12344321 12345678
  123456781 123456789 1234567890 1234qwer 123abc123 123qweasd 147258369 159357159 1q2w3e4r 1q2w3e4r5t
  1qaz2wsx 22222222 33333333 44444444 55555555 66666666 741852963 77777777 789456123 87654321
  88888888 963852741 987654321 99999999 a1b2c3d4 aaaaaaaa abc12345 abcd1234 abcdefg1 abcdefgh
  access14 admin123 admin1234 administrator airforce alexander amanda12 america1 american andrew12
  android1 angel123 ankara06 anthony1 argentina arsenal1 asd123456 asdf1234 asdfghjk asdfghjkl
  ashley12 askim123 australia autumn12 azerty12 azertyuiop barcelona baseball basketball batman12
  benjamin besiktas birthday blackjack blessed1 bonjour1 brasil12 business butterfly canada12
  casino12 changeme changeme1 charlie1 charlotte chelsea1 chocolate chouchou colombia1 computer
  computer1 corvette cowboys1 cristiano crystal1 daniel12 danielle december1 default1 deutschland
  diamond1 dollar12 doudou12 dragon12 dragon123 elizabeth elizabeth1 emerald1 england1 espana12
  estrella facebook february fenerbahce ferrari1 firebird fishing1 football forever1 france12
  freedom1 friday13 galatasaray germany1 godisgood goldfish golfer12 google12 google123 guest1234
  hallo123 hardware harley12 heaven12 hello123 helloworld hermosa1 hockey12 hunter12 iloveyou
  iloveyou1 internet internet1 iphone12 ireland1 ironman1 istanbul italia12 jackpot1 january1
  jennifer jessica1 jesus123 jesuschrist jonathan jordan23 joshua12 juventus keyboard lakers24
  letmein1 liberty1 linkedin liverpool login123 lottery1 loulou12 lovelove lovely12 loveyou1
  manchester marines1 mariposa marseille master12 master123 matthew1 maverick melissa1 mercedes
  mercedes1 merhaba1 mexico12 michael1 michelle michelle1 midnight million1 minecraft monday12
  money123 monkey12 monkey123 motdepasse mustang1 mypassword naruto12 navyseal network1 newpassword
  newzealand nicholas nicole12 nopassword november1 october1 oldpassword p@ssw0rd p@ssword packers1
  pakistan parola12 passpass passw0rd password password! password. password1 password12 password123
  passwort passwort1 platinum pokemon1 poker123 porsche1 preciosa princesa princess princess1
  private1 q1w2e3r4 q1w2e3r4t5 qazwsxedc qwe123456 qwer1234 qwerty12 qwerty123 qwerty1234 qwertyui
  qwertyuiop ranger12 realmadrid robert12 ronaldo7 root1234 rootroot samantha samsung1 sapphire
  saturday schatz12 scotland secret12 secret123 security september1 sevgilim shadow12 shadow123
  sifre123 silver12 skateboard snowboard softball software soldier1 soleil12 sommer12 spiderman
  spring12 starwars steelers stephanie1 summer12 sunday12 sunshine superman superuser swimming
  teamo123 test1234 testtest thomas12 thunder1 together topsecret trabzonspor trustno1 turkiye1
  twitter1 user1234 username userpass victoria welcome1 welcome123 whatever william1 winter12
  yamaha12 yankees1 youtube1 zxc123456 zxcv1234 zxcvbnm1 zzzzzzzz
`;
const STEMS = [
  "password",
  "passw0rd",
  "parola",
  "sifre",
  "qwerty",
  "qwertz",
  "azerty",
  "asdfgh",
  "zxcvbn",
  "letmein",
  "welcome",
  "iloveyou",
  "monkey",
  "dragon",
  "master",
  "shadow",
  "football",
  "baseball",
  "superman",
  "batman",
  "galatasaray",
  "fenerbahce",
  "besiktas",
  "trabzon",
  "istanbul",
  "ankara",
  "turkiye",
  "merhaba",
  "sunshine",
  "princess",
  "michael",
  "jennifer",
  "charlie",
  "jordan",
  "hunter",
  "killer",
  "pepper",
  "summer",
  "winter",
  "spring",
  "autumn",
  "hello",
  "test",
  "admin",
  "login",
  "user",
  "guest",
  "access",
  "flower",
  "lovely",
  "casino",
  "jackpot",
  "reelcast",
];
const TAILS = [
  "1",
  "12",
  "123",
  "1234",
  "12345",
  "123456",
  "!",
  "1!",
  "123!",
  "2020",
  "2021",
  "2022",
  "2023",
  "2024",
  "2025",
  "2026",
  "06",
  "07",
  "34",
  "35",
  "61",
  "69",
  "77",
  "88",
  "99",
  "00",
  "01",
  "11",
  "21",
  "22",
  "23",
  "007",
  "321",
  "1907",
  "1905",
  "1903",
  "1453",
  "1923",
];

const MOST_USED = readFileSync(new URL("./most-used-passwords.txt", import.meta.url), "utf8").replace(/^#.*$/gm, "");

export const COMMON_PASSWORDS: ReadonlySet<string> = new Set([
  ...`${MOST_USED} ${WORDS}`.split(/\s+/).filter(Boolean),
  ...STEMS.flatMap((stem) => [stem, ...TAILS.map((tail) => stem + tail)]).filter((word) => word.length >= 8),
]);
