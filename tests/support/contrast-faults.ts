/**
 * In the browser: what has too little contrast and axe does not measure. Edges of fields and the ring of the focus need 3 to 1 to the ground around them, placeholders
 * 4.5 to 1 to their field.
 */
export function contrastFaults() {
  const { body } = document;
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (!canvas) throw new Error("no canvas");
  const partsOf = (color: string) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].map((part) => part / 255);
  };
  const luminance = (color: string) => {
    const [red = 0, green = 0, blue = 0] = partsOf(color).map((part) =>
      part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one: string, other: string) => {
    const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  const groundOf = (element: Element | null): string => {
    if (!element) return "#ffffff";
    const { backgroundColor } = getComputedStyle(element);
    return (partsOf(backgroundColor)[3] ?? 0) > 0.5 ? backgroundColor : groundOf(element.parentElement);
  };
  const faults = new Set<string>();
  const check = (what: string, element: Element, color: string, ground: string, least: number) => {
    const ratio = contrast(color, ground);
    if (ratio < least)
      faults.add(`${what} ${color} on ${ground}: ${ratio.toFixed(2)} (${element.outerHTML.slice(0, 60)})`);
  };
  for (const field of body.querySelectorAll<HTMLInputElement>(
    "input:not([type=hidden], [type=file], [type=checkbox], [type=radio]), select, textarea",
  )) {
    if (!field.checkVisibility()) continue;
    const around = groundOf(field.parentElement);
    const { borderTopColor, borderTopWidth } = getComputedStyle(field);
    if (borderTopWidth !== "0px") check("edge", field, borderTopColor, around, 3);
    if (field.placeholder)
      check("placeholder", field, getComputedStyle(field, "::placeholder").color, groundOf(field), 4.5);
  }
  for (const control of body.querySelectorAll(
    "a[href], button, input:not([type=hidden]), select, textarea, summary",
  )) {
    if (!control.checkVisibility()) continue;
    const ring = getComputedStyle(control).getPropertyValue("--focus");
    check("focus", control, ring, groundOf(control.parentElement), 3);
  }
  return [...faults];
}
