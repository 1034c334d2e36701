import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createSecretClipboard,
  type NativeClipboard,
  type SecretClipboard,
} from '../../../electron/main/ports/secret-clipboard.ts';

const MINUTE = 60_000;

describe.each(['Electron 33', 'Electron 45'])('the clipboard, as %s has it', (runtime) => {
  let held: string;
  let clipboard: SecretClipboard;

  beforeEach(() => {
    vi.useFakeTimers();
    held = '';
    const native: NativeClipboard = {
      readText: () => (runtime === 'Electron 45' ? Promise.resolve(held) : held),
      writeText: (text) => {
        held = text;
      },
      clear: () => {
        held = '';
      },
    };
    clipboard = createSecretClipboard(native);
  });
  afterEach(() => vi.useRealTimers());

  it('holds a secret for a minute and not longer', async () => {
    clipboard.write('pa55', true);
    await vi.advanceTimersByTimeAsync(MINUTE - 1);
    expect(held).toBe('pa55');
    await vi.advanceTimersByTimeAsync(1);
    expect(held).toBe('');
  });

  it('keeps what is no secret', async () => {
    clipboard.write('demo-shop', false);
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    expect(held).toBe('demo-shop');
  });

  it('does not touch what was copied since, in another program or here', async () => {
    clipboard.write('pa55', true);
    held = 'of another program';
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(held).toBe('of another program');
    clipboard.write('pa55', true);
    clipboard.write('pa55', false);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(held).toBe('pa55');
  });

  it('gives a secret that is copied again its whole minute', async () => {
    clipboard.write('pa55', true);
    await vi.advanceTimersByTimeAsync(MINUTE / 2);
    clipboard.write('pa55', true);
    await vi.advanceTimersByTimeAsync(MINUTE - 1);
    expect(held).toBe('pa55');
    await vi.advanceTimersByTimeAsync(1);
    expect(held).toBe('');
  });

  it('leaves no secret behind when the app ends before the minute does', async () => {
    clipboard.write('pa55', true);
    await clipboard.wipeNow();
    expect(held).toBe('');
    held = 'copied later';
    await clipboard.wipeNow();
    expect(held).toBe('copied later');
  });
});
