import type { Fetch } from '#core/ports.ts';

export type Data = Record<string, unknown>;
/** What the service answers instead of its data. */
export type ChangeData = (data: Data, method: string) => Data;

/**
 * The service, with the data of some answers changed on their way to the desk; a refusal stays as it is. `changes` names them
 * by the end of their path, and is asked with every request.
 */
export const fetchChanged =
  (changes: () => Readonly<Record<string, ChangeData>>): Fetch =>
  async (url, init) => {
    const answer = await fetch(url, init);
    const change = Object.entries(changes()).find(([path]) => new URL(url).pathname.endsWith(path))?.[1];
    if (change === undefined) return answer;
    const { ok, data, ...rest } = (await answer.json()) as { ok: boolean; data: Data };
    const changed = ok ? change(data, init.method ?? 'GET') : data;
    return Response.json({ ok, ...rest, data: changed }, { status: answer.status });
  };
