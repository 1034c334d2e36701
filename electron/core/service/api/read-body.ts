/** Larger than any list that the service can return in one call. A larger answer is not from this API. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

export interface BodyText {
  readonly text: string;
  /** `too-large`: reading stopped at the limit. `broken`: the connection ended early, with `error` as the reason. */
  readonly end: 'complete' | 'too-large' | 'broken';
  readonly error?: unknown;
}

/**
 * Reads the body as text, including everything that arrived before a failure: half of an answer to a charge is still
 * evidence. Never rejects. It watches `signal` itself, because not every platform ends the stream when its request is
 * aborted.
 */
export const readResponseBody = async (
  response: Response,
  signal: AbortSignal,
  maxBytes = MAX_BODY_BYTES,
): Promise<BodyText> => {
  if (response.body === null) return { text: '', end: 'complete' };
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
  const text = () => decode(chunks, response.headers.get('content-type'));
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), aborted]);
      if (done) return { text: text(), end: 'complete' };
      size += value.byteLength;
      if (size > maxBytes) {
        void reader.cancel().catch(() => {});
        return { text: text(), end: 'too-large' };
      }
      chunks.push(value);
    }
  } catch (error) {
    void reader.cancel().catch(() => {});
    return { text: text(), end: 'broken', error };
  } finally {
    signal.removeEventListener('abort', stop);
    aborted.catch(() => {});
  }
};

/**
 * Decodes the bytes. Keeps a byte order mark, so that the text is what was sent. Error pages may use another charset
 * than UTF-8.
 */
const decode = (chunks: readonly Uint8Array[], contentType: string | null): string => {
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8';
  return decoderFor(charset).decode(Buffer.concat(chunks));
};

const decoderFor = (charset: string): InstanceType<typeof TextDecoder> => {
  try {
    return new TextDecoder(charset, { ignoreBOM: true });
  } catch {
    return new TextDecoder('utf-8', { ignoreBOM: true });
  }
};
