/**
 * Fills in the missing plural forms. Russian has three: a missing one equals the form before it, `few` that of `one`,
 * `many` that of `few`. Fractions would need a fourth, `other`; no text counts in fractions, and one would use `few`.
 */
export const withForms = <T extends object>(texts: T): T => {
  const known = new Map(Object.entries(texts));
  for (const [key, text] of known) {
    if (typeof text === 'object') withForms(text);
    if (!key.endsWith('_one')) continue;
    const base = key.slice(0, -'one'.length);
    const few = known.get(`${base}few`) ?? text;
    const many = known.get(`${base}many`) ?? few;
    Object.assign(texts, { [`${base}few`]: few, [`${base}many`]: many, [`${base}other`]: few });
  }
  return texts;
};
