/** What a user can type into or choose from. */
export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export const isControl = (target: EventTarget | null): target is Control =>
  target instanceof Element && target.matches("input, select, textarea");

/**
 * The element that stands in the place of one that is no longer in the page, since the page was drawn anew.
 * @returns the element itself while it is in the page
 */
export function presentOf<One extends Element>(element: One): One | undefined {
  if (element.isConnected) return element;
  const byId = element.id && document.getElementById(element.id);
  const present = byId || [...document.querySelectorAll(element.localName)].find(isLike(element));
  return present instanceof element.constructor ? (present as One) : undefined;
}

/** Whether two elements are written alike: fields by their names, others, such as links, as a whole. */
function isLike(element: Element): (other: Element) => boolean {
  if (!isControl(element) || !element.name) return (other) => other.outerHTML === element.outerHTML;
  const { name, type } = element;
  const value = /^(checkbox|radio)$/.test(type) ? element.getAttribute("value") : undefined;
  return (other) =>
    isControl(other) &&
    other.name === name &&
    other.type === type &&
    (value === undefined || other.getAttribute("value") === value);
}
