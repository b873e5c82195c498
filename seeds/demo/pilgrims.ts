import type { Calendar } from "./calendar";
import { families } from "./families";
import type { Generator } from "./generator";
import { latinNames } from "./latin-names";
import { nations } from "./nations";

type Gender = "ذكر" | "أنثى";
type Person = [name: string, gender: Gender, birth: string, address: string, email?: string];

/** In the order in which they came to the office, families together. */
const people: [nation: keyof typeof nations, people: Person[]][] = [
  [
    "yemen",
    [
      ["أحمد علي محسن الحاشدي", "ذكر", "1968-04-12", "صنعاء، حي الأصبحي"],
      ["فاطمة صالح ناجي القاضي", "أنثى", "1974-09-03", "صنعاء، حي الأصبحي"],
      [
        "عبدالرحمن محمد عبدالله عبدالكريم بن يحيى الشامي",
        "ذكر",
        "1959-01-25",
        "صنعاء، شارع الزبيري",
        "a.alshami@mail.example",
      ],
      ["حمود قائد سيف", "ذكر", "1981-06-17", "تعز، شارع جمال"],
      ["أروى عبدالواحد هزاع المقطري", "أنثى", "1985-11-30", "تعز، الحوبان"],
    ],
  ],
  [
    "egypt",
    [
      ["محمود عبدالفتاح السيد البدوي", "ذكر", "1963-02-08", "القاهرة، مدينة نصر", "m.elbadawy@mail.example"],
      ["نجلاء إبراهيم الدسوقي", "أنثى", "1969-07-21", "القاهرة، مدينة نصر"],
    ],
  ],
  [
    "yemen",
    [
      ["صالح مبخوت الجابري", "ذكر", "1955-03-14", "مأرب، المدينة"],
      ["سعيد عمر باوزير", "ذكر", "1977-10-05", "المكلا، حي السلام", "bawazir@mail.example"],
      ["سلمى سالم أحمد بن بريك", "أنثى", "1980-12-19", "المكلا، حي السلام"],
    ],
  ],
  [
    "sudan",
    [
      ["الطيب عثمان محمد الأمين", "ذكر", "1966-05-27", "الخرطوم بحري، حي الصافية"],
      ["آمنة الحسن بابكر", "أنثى", "1972-08-11", "الخرطوم بحري، حي الصافية"],
    ],
  ],
  [
    "yemen",
    [
      ["يحيى حسين العمري", "ذكر", "1990-02-02", "صنعاء، حي مذبح", "y.alamri@mail.example"],
      ["تقية محمد أحمد الكبسي", "أنثى", "1951-06-30", "صنعاء القديمة، حارة الجلاء"],
      ["ناصر عبدربه العولقي", "ذكر", "1973-09-16", "شبوة، عتق"],
    ],
  ],
  [
    "indonesia",
    [
      ["بامبانغ سوكارنو هاديونو", "ذكر", "1964-11-09", "جاكرتا، كيبايوران"],
      ["سيتي نورهاليزا بنت عبدالرحمن واحد", "أنثى", "1970-03-22", "جاكرتا، كيبايوران", "siti.n@mail.example"],
    ],
  ],
  [
    "saudi",
    [
      ["خالد بن فهد بن عبدالعزيز الغامدي", "ذكر", "1979-07-07", "جدة، حي الصفا", "khalid.g@mail.example"],
      ["نورة بنت سعد القحطاني", "أنثى", "1983-01-18", "جدة، حي الصفا"],
    ],
  ],
  [
    "yemen",
    [
      ["عبدالملك أحمد قاسم الوصابي", "ذكر", "1962-08-24", "ذمار، شارع رداع"],
      ["زهراء علي عبدالله المتوكل", "أنثى", "1967-04-15", "حجة، المدينة"],
      ["فيصل طه الزبيدي", "ذكر", "1988-05-06", "عدن، المنصورة", "faisal.z@mail.example"],
    ],
  ],
  [
    "pakistan",
    [
      ["محمد عمران خان يوسفزي", "ذكر", "1971-12-12", "لاهور، جلبرغ", "imran.y@mail.example"],
      ["عائشة بيبي", "أنثى", "1976-02-28", "لاهور، جلبرغ"],
    ],
  ],
  [
    "yemen",
    [
      ["علي ناصر جبران", "ذكر", "1948-10-10", "صعدة، المدينة"],
      ["مريم حسن علي الأهدل", "أنثى", "1993-07-13", "الحديدة، حي الحالي"],
      ["عبدالله إبراهيم الأهدل", "ذكر", "1989-09-29", "الحديدة، حي الحالي"],
    ],
  ],
  [
    "turkey",
    [
      ["مصطفى يلماز", "ذكر", "1958-06-03", "قونية، سلجوقلو"],
      ["خديجة أوزدمير", "أنثى", "1961-01-31", "قونية، سلجوقلو"],
    ],
  ],
  [
    "nigeria",
    [
      ["إبراهيم موسى دان فوديو", "ذكر", "1969-03-19", "كانو، فاغي"],
      ["حواء أبوبكر غومي", "أنثى", "1978-10-26", "كانو، فاغي", "hauwa.g@mail.example"],
    ],
  ],
  [
    "yemen",
    [
      ["محمد عبده غالب الشرعبي", "ذكر", "1984-03-03", "تعز، شارع التحرير"],
      ["انتصار عبدالقوي سعيد النعمان", "أنثى", "1987-08-08", "تعز، شارع التحرير"],
      ["حسين بدر الدين المؤيد", "ذكر", "1970-11-14", "صنعاء، حي السنينة"],
      ["رضية قاسم علي الجرموزي", "أنثى", "1958-05-20", "صنعاء، حي السنينة"],
    ],
  ],
  [
    "jordan",
    [
      ["عمر سليمان العبادي", "ذكر", "1982-04-27", "عمان، ماركا", "omar.abbadi@mail.example"],
      ["رنا محمد الخطيب", "أنثى", "1986-06-09", "عمان، ماركا"],
    ],
  ],
  [
    "syria",
    [
      ["محمد نور الدين الحلبي", "ذكر", "1975-12-01", "حلب، حي الجميلية"],
      ["هدى مروان قباني", "أنثى", "1980-02-17", "دمشق، الميدان"],
    ],
  ],
  [
    "yemen",
    [
      ["عارف محمد مثنى الردفاني", "ذكر", "1979-01-11", "عدن، الشيخ عثمان"],
      ["بلقيس أحمد عبدالله السقاف", "أنثى", "1991-04-04", "سيئون، حي السحيل", "b.alsaqqaf@mail.example"],
      ["سالم عوض بن طالب الكثيري", "ذكر", "1953-07-25", "سيئون، حي السحيل"],
    ],
  ],
  [
    "somalia",
    [
      ["عبدي حسن ورسمة", "ذكر", "1967-09-09", "صنعاء، البساتين"],
      ["فوزية عثمان جامع", "أنثى", "1975-05-05", "صنعاء، البساتين"],
    ],
  ],
  ["saudi", [["عبدالعزيز بن محمد آل زايد", "ذكر", "1992-10-20", "خميس مشيط، حي الضيافة"]]],
  [
    "egypt",
    [
      ["السيد محمد عبدالمقصود شلبي", "ذكر", "1957-11-23", "المنصورة، شارع الجيش"],
      ["سعاد عبدالعظيم حسنين", "أنثى", "1960-08-02", "المنصورة، شارع الجيش"],
    ],
  ],
  [
    "india",
    [["شيخ نظام الدين أنصاري", "ذكر", "1965-01-15", "حيدر آباد، تشارمينار", "nizam.ansari@mail.example"]],
  ],
  [
    "yemen",
    [
      ["طارق عبدالجليل ثابت الأغبري", "ذكر", "1986-12-24", "صنعاء، شارع هائل", "t.aghbari@mail.example"],
      ["أمة الرحمن يحيى محمد الإرياني", "أنثى", "1964-02-13", "إب، المشنة"],
      ["نبيل قحطان الحميري", "ذكر", "1995-06-06", "إب، الظهار"],
    ],
  ],
  ["morocco", [["عبدالإله بنعيسى التازي", "ذكر", "1972-07-30", "فاس، المدينة الجديدة"]]],
  [
    "ethiopia",
    [
      ["محمد أمين يوسف", "ذكر", "1976-01-22", "أديس أبابا، مركاتو"],
      ["زينب كمال آدم", "أنثى", "1981-05-16", "أديس أبابا، مركاتو"],
    ],
  ],
  ["turkey", [["أمينة كايا", "أنثى", "1966-10-14", "إسطنبول، الفاتح", "emine.kaya@mail.example"]]],
  ["sudan", [["هاجر عبدالله إدريس", "أنثى", "1988-03-08", "أم درمان، حي الثورة"]]],
  ["indonesia", [["أحمد فوزي رمضان", "ذكر", "1983-09-18", "سورابايا، غوبنغ"]]],
  ["pakistan", [["غلام رسول بهتي", "ذكر", "1950-04-01", "ملتان، كانتونمنت"]]],
  [
    "yemen",
    [
      ["ليلى حسن", "أنثى", "1997-11-11", "صنعاء، حي شميلة"],
      ["عبدالسلام راجح محمد البخيتي", "ذكر", "1969-10-31", "ذمار، الحدا"],
    ],
  ],
  ...families.map(([surname, , address, members]): [keyof typeof nations, Person[]] => [
    "yemen",
    members.map(([given, , gender, birth]) => [`${given} ${surname}`, gender, birth, address]),
  ]),
];

/** Those who will not travel again. */
const inactive = ["علي ناصر جبران", "تقية محمد أحمد الكبسي"];

/** Those whose passport prevents a journey: it is not issued yet, has expired, or expires soon after. */
const troubles = new Map<string, "none" | "undated" | "expired" | "soon">([
  ["فوزية عثمان جامع", "none"],
  ["عبدالعزيز بن محمد آل زايد", "none"],
  ["هاجر عبدالله إدريس", "none"],
  ["ليلى حسن", "none"],
  ["نعمة صالح اليافعي", "none"],
  ["جميلة مبخوت المأربي", "none"],
  ["نجلاء إبراهيم الدسوقي", "expired"],
  ["بلقيس أحمد عبدالله السقاف", "expired"],
  ["زهراء علي عبدالله المتوكل", "expired"],
  ["حمود قائد سيف", "undated"],
  ["سعيد عمر باوزير", "soon"],
  ["خالد بن فهد بن عبدالعزيز الغامدي", "soon"],
  ["حسين بدر الدين المؤيد", "soon"],
  ["محمد نور الدين الحلبي", "soon"],
]);

/** Those whose passport another country than their own has issued. */
const issuers = new Map([["محمد نور الدين الحلبي", "TUR"]]);

/** The pilgrims, with phones and papers in the formats of their countries. */
export function pilgrims({ digits, pick, between }: Generator, calendar: Calendar) {
  return people.flatMap(([nation, persons]) =>
    persons.map(([name, gender, birth, address, email]) => {
      const { nationality, phone, nationalId, passport, years } = nations[nation];
      const trouble = troubles.get(name);
      const daysLeft =
        trouble === "expired" ? -between(10, 80) : trouble === "soon" ? between(50, 120) : between(800, 1500);
      const issued = calendar.day(years * 365 - daysLeft);
      const [year = "", month = "", day = ""] = birth.split("-");
      const isMan = gender === "ذكر";
      const birthday = `${isMan ? day : Number(day) + 40}${month}${year.slice(2)}`;
      const paper = nationalId
        .replace("YYMMDD", `${year.slice(2)}${month}${day}`)
        .replace("DDMMYY", birthday)
        .replace("G", pick(isMan ? ["1", "3", "5", "7", "9"] : ["2", "4", "6", "8"]));
      const [surname_latin = null, given_names_latin = null] = latinNames.get(name)?.split("/") ?? [];
      return {
        name,
        surname_latin,
        given_names_latin,
        name_latin: surname_latin && `${surname_latin} ${given_names_latin}`,
        phone: digits(phone),
        national_id: digits(paper),
        nationality,
        passport_country: issuers.get(name) ?? null,
        ...(trouble === "none"
          ? { passport_number: null, passport_issue_date: null, passport_expiry: null }
          : {
              passport_number: digits(passport),
              passport_issue_date: trouble === "undated" ? null : issued,
              passport_expiry: trouble === "undated" ? null : lastDay(issued, years),
            }),
        email: email ?? null,
        address,
        date_of_birth: birth,
        birth_place: address.split("،", 1)[0],
        gender,
        status: inactive.includes(name) ? "inactive" : "active",
      };
    }),
  );
}

/** The last day of a paper that is valid for a number of years. */
function lastDay(from: string, years: number) {
  const day = new Date(`${from}T00:00:00Z`);
  day.setUTCFullYear(day.getUTCFullYear() + years, day.getUTCMonth(), day.getUTCDate() - 1);
  return day.toISOString().slice(0, 10);
}

export type Pilgrim = ReturnType<typeof pilgrims>[number];
