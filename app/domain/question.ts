/**
 * What a form asks before something unusual is done. A call has nobody to ask and does it.
 * @property text a sentence that says what will be done, with the figures
 * @property about the values that the answer holds for: with others the question is asked again
 * @property link where to look before one answers
 */
export type Question = { text: string; about: unknown[]; link?: { href: string; label: string } };
