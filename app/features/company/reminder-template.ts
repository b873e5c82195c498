/** The words of reminders of an office that has written none of its own. They address men and women alike. */
export const usualReminder = `السلام عليكم ورحمة الله وبركاته

إلى: {الاسم}

نذكركم بأن موعد سداد {المبلغ} لدى {المكتب} هو {التاريخ}.
نرجو التكرم بالسداد، أو التواصل معنا إن كان لكم استفسار. وإن كنتم قد سددتم فشكرًا لكم، واعتبروا هذه الرسالة لاغية.

{المكتب}`;

/** What stands in a template in braces, and what takes its place. */
export const placeholders = {
  الاسم: "اسم العميل",
  المبلغ: "المستحق عليه بكل عملة",
  التاريخ: "أقدم موعد لم يسدده",
  المكتب: "اسم الشركة",
} as const;
type Placeholder = keyof typeof placeholders;

/** A text in braces, or a brace without its partner. */
const inBraces = /\{([^{}]*)\}|[{}]/g;

const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(placeholders, name);

/** «{الاسم}، {المبلغ}…» */
const placeholderList = Object.keys(placeholders)
  .map((name) => `{${name}}`)
  .join("، ");

/** The sentence about the first text in braces that is no placeholder; undefined for a template that can be filled in. */
export function faultOfTemplate(template: string): string | undefined {
  for (const [found, name = ""] of template.matchAll(inBraces))
    if (!isPlaceholder(name))
      return `لا معنى هنا للرمز «${found.slice(0, 40)}». اكتب بين القوسين واحدًا من هذه: ${placeholderList}`;
  return undefined;
}

/** A template with its placeholders filled in once: braces within a value, such as a customer's name, stay as they are. */
export const fillTemplate = (template: string, values: Record<Placeholder, string>) =>
  template.replace(inBraces, (found, name = "") => (isPlaceholder(name) ? values[name] : found));
