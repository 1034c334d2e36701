/** Where it happened, without the message: that may quote an answer, an address or a password. For the log. */
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
