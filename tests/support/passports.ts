/* The two machine-readable lines of a passport (ICAO 9303, TD3). */

/** ICAO 9303's check digit: weights 7, 3, 1; letters count from 10. */
export const digit = (text: string) =>
  String([...text].reduce((sum, sign, i) => sum + worth(sign) * ([7, 3, 1][i % 3] ?? 0), 0) % 10);
const worth = (sign: string) => (sign === "<" ? 0 : Number.parseInt(sign, 36));

/** The two lines of a passport with right digits. */
export function linesOf({
  holder = "ALGHAMDI<<KHALID<FAHD",
  number = "V1630320",
  nationality = "SAU",
  birth = "790707",
  sex = "M",
  expiry = "330122",
  personal = "",
  code = "P<",
} = {}) {
  const paper = number.padEnd(9, "<");
  const own = personal.padEnd(14, "<");
  const checked = [paper + digit(paper), birth + digit(birth), expiry + digit(expiry) + own + digit(own)];
  const first = `${code}${nationality.padEnd(3, "<")}${holder}`.padEnd(44, "<");
  const second = `${checked[0]}${nationality.padEnd(3, "<")}${checked[1]}${sex}${checked[2]}`;
  return `${first}\n${second}${digit(checked.join(""))}`;
}

/** The example of Doc 9303. */
export const specimen =
  "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10";
export const eriksson = {
  name: "ANNA MARIA ERIKSSON",
  surname_latin: "ERIKSSON",
  given_names_latin: "ANNA MARIA",
  passport_number: "L898902C3",
  national_id: null,
  nationality: null,
  date_of_birth: "1974-08-12",
  gender: "أنثى",
  passport_expiry: "2012-04-15",
};
export const khalid = {
  name: "KHALID FAHD ALGHAMDI",
  surname_latin: "ALGHAMDI",
  given_names_latin: "KHALID FAHD",
  passport_number: "V1630320",
  national_id: null,
  nationality: "SAU",
  date_of_birth: "1979-07-07",
  gender: "ذكر",
  passport_expiry: "2033-01-22",
};

/** The text with another sign at one place of the second line. */
export const spoilt = (mrz: string, place: number, sign: string) =>
  mrz.slice(0, 45 + place) + sign + mrz.slice(46 + place);
