import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { disk } from "../../app/files/disk.server";

/** Puts a file where the office keeps those of the folder. @returns its name */
async function store(folder: string, extension: string, bytes: Uint8Array) {
  const name = `${randomUUID()}.${extension}`;
  await (await disk()).put(`${folder}/${name}`, bytes);
  return name;
}

const cloths = ["#6b7f77", "#8a6f56", "#4f6d7a", "#7a5c61", "#5e6b8c", "#77805a"];
const walls = ["#e9efe9", "#f1ece2", "#e6edf2", "#f0e8ea"];

/** A drawn likeness in the place of a photo. @returns the name of its file */
export async function takePhoto(gender: string, place: number) {
  const cloth = cloths[place % cloths.length];
  const head =
    gender === "أنثى"
      ? `<path d="M70 112a50 50 0 0 1 100 0c0 34 12 52 22 68H48c10-16 22-34 22-68z" fill="${cloth}"/>
         <ellipse cx="120" cy="112" rx="31" ry="37" fill="#d9b08c"/>`
      : `<circle cx="120" cy="104" r="42" fill="#d9b08c"/>
         <path d="M78 100a42 42 0 0 1 84 0c-10-14-24-20-42-20s-32 6-42 20z" fill="#3b3632"/>`;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240">
    <rect width="240" height="240" fill="${walls[place % walls.length]}"/>
    <path d="M30 240c4-52 42-76 90-76s86 24 90 76z" fill="${cloth}"/>${head}</svg>`;
  return store("customers", "webp", await sharp(Buffer.from(drawing)).webp({ quality: 70 }).toBuffer());
}

/** A PDF with these lines of Latin text, in a folder of the store. @returns the name of its file */
export const printPaper = (lines: string[], folder = "visas") => store(folder, "pdf", pdfOf(lines));

function pdfOf([title = "", ...lines]: string[]) {
  const text = (line: string) => `(${line.replace(/[\\()]/g, "\\$&")}) Tj T*`;
  const content = `BT /F1 20 Tf 36 330 Td 26 TL ${text(title)} /F1 12 Tf 20 TL ${lines.map(text).join(" ")} ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 400] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, place) => {
    const offset = file.length;
    file += `${place + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + table + trailer, "latin1");
}
