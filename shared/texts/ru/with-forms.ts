/**
 * Russian counts in three forms. One that is not written is that before it: `few` as `one`, `many` as `few`. Fractions
 * would have a fourth, `other`; they are counted nowhere, and would read as `few`.
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
