// The first match counts, since most browsers also name others for compatibility.
const browsers: [RegExp, string][] = [
  [/Edg(A|iOS)?\//, "إيدج"],
  [/OPR\/|Opera/, "أوبرا"],
  [/SamsungBrowser\//, "متصفح سامسونج"],
  [/Firefox\/|FxiOS\//, "فايرفوكس"],
  [/Chrome\/|CriOS\//, "كروم"],
  [/Safari\//, "سفاري"],
];
const systems: [RegExp, string][] = [
  [/iPhone/, "آيفون"],
  [/iPad/, "آيباد"],
  [/Android/, "أندرويد"],
  [/Windows/, "ويندوز"],
  [/CrOS/, "كروم أو إس"],
  [/Mac OS X|Macintosh/, "ماك"],
  [/Linux/, "لينكس"],
];

const nameIn = (names: [RegExp, string][], userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];

/** «كروم على ويندوز» */
export function browserName(userAgent: string | null) {
  const browser = nameIn(browsers, userAgent ?? "");
  const system = nameIn(systems, userAgent ?? "");
  if (!browser) return "متصفح غير معروف";
  return system ? `${browser} على ${system}` : browser;
}
