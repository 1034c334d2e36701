import { type Sandbox, type SandboxOptions, startSandbox } from '#sandbox/index.ts';
import { type ControlClient, createControlClient } from '../../support/control-client.ts';

/** 2026-03-10 12:00:00 UTC. */
export const NOON = Date.UTC(2026, 2, 10, 12);

export const ANNA = { messenger_id: 100_200_301, client_key: 'anna-shop' } as const;
export const ANNA_QUERY = 'messenger_id=100200301&client_key=anna-shop';

/** A JSON object whose fields are not checked yet. */
export type Data = Readonly<Record<string, unknown>>;

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface Harness {
  readonly sandbox: Sandbox;
  readonly control: ControlClient;
  /** Sends a request with the right token; an object body is sent as JSON. */
  send(method: 'GET' | 'POST', path: string, body?: object): Promise<Reply>;
  /** Like `send`, but fails unless the answer is a success, and returns its `data`. */
  data(method: 'GET' | 'POST', path: string, body?: object): Promise<Data>;
  /** Like `send`, but fails unless the answer is a refusal, and returns its status and code. */
  refusal(method: 'GET' | 'POST', path: string, body?: object): Promise<string>;
}

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value);

export const parse = (text: string): Data => {
  const value: unknown = JSON.parse(text);
  if (!isData(value)) throw new Error(`not a JSON object: ${text.slice(0, 200)}`);
  return value;
};

export const child = (data: Data, key: string): Data => {
  const value = data[key];
  if (!isData(value)) throw new Error(`no object under ${key}`);
  return value;
};

export const rows = (data: Data, key: string): readonly Data[] => {
  const value = data[key];
  if (!Array.isArray(value) || !value.every(isData)) throw new Error(`no list of objects under ${key}`);
  return value;
};

/** Starts a sandbox with a control port, by default in memory and at a fixed time. */
export const startHarness = async (options: Partial<SandboxOptions> = {}): Promise<Harness> => {
  const sandbox = await startSandbox({ stateDir: null, control: true, now: () => NOON, ...options });
  if (sandbox.controlUrl === null) throw new Error('the sandbox has no control port');
  const send: Harness['send'] = async (method, path, body) => {
    const headers = { authorization: `Bearer ${sandbox.token}`, 'content-type': 'application/json' };
    const init: RequestInit = { method, headers, redirect: 'manual' };
    const response = await fetch(
      `${sandbox.baseUrl}/api/v1${path}`,
      body === undefined ? init : { ...init, body: JSON.stringify(body) },
    );
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return {
    sandbox,
    control: createControlClient(sandbox.controlUrl),
    send,
    data: async (method, path, body) => {
      const reply = await send(method, path, body);
      const envelope = parse(reply.text);
      if (reply.status !== 200 || envelope.ok !== true) throw new Error(`${reply.status}: ${reply.text.slice(0, 300)}`);
      return child(envelope, 'data');
    },
    refusal: async (method, path, body) => {
      const reply = await send(method, path, body);
      const envelope = parse(reply.text);
      if (envelope.ok !== false) throw new Error(`not refused: ${reply.text.slice(0, 300)}`);
      return `${reply.status} ${String(child(envelope, 'error').code)}`;
    },
  };
};
