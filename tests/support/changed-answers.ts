import type { Fetch } from '#core/ports.ts';

export type Data = Record<string, unknown>;
/** Returns the data that the desk receives instead of the service's data. */
export type ChangeData = (data: Data, method: string) => Data;

/**
 * Returns a `fetch` that changes the data of some answers on their way to the desk and leaves refusals as they are.
 * `changes` names the answers by the end of their path and is called for every request.
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
