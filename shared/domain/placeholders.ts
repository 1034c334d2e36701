/** Matches braces with anything in them but braces and line ends. */
export const PLACEHOLDER = /\{([^{}\n]*)\}/g;

/** Text, or a field in the text. */
export type TemplatePiece<F> = { readonly text: string } | { readonly field: F };

/** Splits a text at its fields. Braces around anything that `fieldNamed` does not know belong to the text. */
export const splitAtFields = <F>(
  text: string,
  fieldNamed: (name: string) => F | undefined,
): readonly TemplatePiece<F>[] => {
  const pieces: TemplatePiece<F>[] = [];
  let done = 0;
  for (const { 0: whole, 1: name = '', index } of text.matchAll(PLACEHOLDER)) {
    const field = fieldNamed(name);
    if (field === undefined) continue;
    if (index > done) pieces.push({ text: text.slice(done, index) });
    pieces.push({ field });
    done = index + whole.length;
  }
  if (done < text.length) pieces.push({ text: text.slice(done) });
  return pieces;
};
