import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';

/** The first questions of a window whose last screen was the overview. */
const FIRST_QUESTIONS = [
  ['settings.get'],
  ['account.state'],
  ['overview.summary'],
  ['lists.exports', { offset: 0, limit: 1 }],
  ['overview.charts'],
  ['overview.renewals'],
  ['account.balanceHistory'],
  ['lists.list', { offset: 0, limit: 5 }],
  ['connection.state'],
  ['sales.state'],
  ['sharedDesk.state'],
  ['runs.list', { show: 'open', offset: 0, limit: 100 }],
  ['alerts.counts'],
  ['updates.state'],
];

const BALANCE = new TextEncoder().encode('{"ok":true,"balance_rub":"100.00","api_spent_rub":"0.00"}');
const LIMIT_MS = 20_000;

/**
 * Has a core open an empty desk, sign in to a service that this stands in for, and answer what a window asks first. It is
 * not closed: a core ends the process that it runs in.
 */
export const playStart = async (runCore) => {
  const folder = await mkdtemp(join(tmpdir(), 'reseller-desk-start-'));
  const { port1, port2 } = new MessageChannel();
  const waiting = new Map();
  let isStarted;
  const started = new Promise((done) => {
    isStarted = done;
  });
  port2.on('message', (message) => {
    const { id } = message;
    if (message.type === 'started') isStarted();
    if (message.type === 'answer') waiting.get(id)?.(message.answer);
    if (message.type === 'call' && id !== null) {
      port2.postMessage({ type: 'called', id, outcome: { ok: false, error: { name: 'Error', message: '' } } });
    }
    if (message.type === 'fetch') {
      port2.postMessage({
        type: 'head',
        id,
        status: 200,
        headers: [['content-type', 'application/json']],
        hasBody: true,
      });
      port2.postMessage({ type: 'chunk', id, bytes: BALANCE });
      port2.postMessage({ type: 'end', id, error: null });
    }
  });
  let lastId = 0;
  const ask = (name, input = {}) => {
    lastId += 1;
    const id = lastId;
    const answer = new Promise((settle) => waiting.set(id, settle));
    port2.postMessage({ type: 'request', id, name, input: JSON.stringify(input) });
    return answer;
  };
  const play = async () => {
    runCore(port1, {
      paths: { data: join(folder, 'data'), backups: join(folder, 'backups') },
      appVersion: '0.0.0',
      charges: new SharedArrayBuffer(4),
      updates: { status: 'off', reason: 'development', version: null, percent: null, checkedAt: null, failed: null },
    });
    port2.postMessage({ type: 'start', systemLocale: 'en-US' });
    await started;
    await ask('account.signIn', { baseUrl: 'http://127.0.0.1:9', token: 'x'.repeat(40), label: '' });
    for (const [name, input] of FIRST_QUESTIONS) await ask(name, input);
  };
  const limit = new Promise((_done, late) => {
    setTimeout(() => late(new Error('The start took too long.')), LIMIT_MS);
  });
  try {
    await Promise.race([play(), limit]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
