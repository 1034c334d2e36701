import type { Endpoint } from '#shared/api/endpoint.ts';
import { API_PREFIX } from '#shared/api/endpoints.ts';

export interface WireRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * One request as it goes over the wire (docs/api.md#ground-rules): GET parameters in the query string, lists joined by
 * commas; otherwise a JSON body. `fields` have passed the endpoint's request schema.
 */
export const buildRequest = (
  endpoint: Endpoint,
  fields: Readonly<Record<string, unknown>>,
  { baseUrl, token }: { readonly baseUrl: string; readonly token: string },
): WireRequest => {
  const url = `${baseUrl}${API_PREFIX}${endpoint.path}`;
  const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json' };
  if (endpoint.method === 'GET') return { url: url + queryOf(fields), method: 'GET', headers };
  return {
    url,
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(fields),
  };
};

const queryOf = (fields: Readonly<Record<string, unknown>>): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    query.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
};
