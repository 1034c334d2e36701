/**
 * Returns where an error happened, for the log. The message is left out: it may quote an answer, an address or a
 * password.
 */
export const placeOf = (reason: unknown): { readonly name: string; readonly at: string } => {
  if (!(reason instanceof Error)) return { name: typeof reason, at: '' };
  const frames = (reason.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  return {
    name: reason.name,
    at: frames
      .slice(0, 8)
      .map((line) => line.trim())
      .join(' | '),
  };
};
