import { describe, expect, it } from 'vitest';
import { codeIsSigned, packageConfig, readUpdatePlan } from '../../../electron/dev/package-config.ts';

const plan = {
  runtime: { dist: '/runtime', executable: '/runtime/electron', version: '45.0.0' },
  output: '/out',
  feed: 'https://example.com/updates',
  key: '',
  isSigned: false,
};
/** The channel is named, because electron-builder would name the manifests of a beta version after its channel. */
const feed = [{ provider: 'generic', url: plan.feed, channel: 'latest' }];
const KEY = 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=';

describe('the feed in which a packaged app looks for updates', () => {
  const feedsOf = (change: Partial<typeof plan>) => {
    const { publish, linux, mac, win } = packageConfig({ ...plan, ...change });
    return { all: publish, linux: linux?.publish, mac: mac?.publish, win: win?.publish };
  };

  it('is missing if nothing verifies an update', () => {
    expect(feedsOf({})).toEqual({ all: null, linux: null, mac: null, win: null });
  });

  it('is set where the system verifies a signed program, and packaging fails when signing fails', () => {
    expect(feedsOf({ isSigned: true })).toEqual({ all: null, linux: null, mac: feed, win: feed });
    const { mac, win } = packageConfig({ ...plan, isSigned: true });
    expect([mac?.forceCodeSigning, win?.forceCodeSigning]).toEqual([true, true]);
  });

  it('is set on Linux with a key, which is in the package', () => {
    expect(feedsOf({ key: KEY })).toEqual({ all: null, linux: feed, mac: null, win: null });
    expect(packageConfig({ ...plan, key: KEY }).extraMetadata).toEqual({ updateFeed: plan.feed, updateKey: KEY });
  });

  it('is missing without a feed', () => {
    expect(feedsOf({ feed: '', key: KEY, isSigned: true })).toEqual({ all: null, linux: null, mac: null, win: null });
  });

  it('comes with a signature by the certificate or the name that electron-builder uses', () => {
    const signed = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv) => codeIsSigned(platform, env);
    expect([{}, { CSC_LINK: '' }, { WIN_CSC_LINK: 'f' }].map((env) => signed('darwin', env))).not.toContain(true);
    expect([{ CSC_LINK: 'f' }, { CSC_NAME: 'Somebody' }].map((env) => signed('darwin', env))).not.toContain(false);
    expect([{}, { CSC_NAME: 'Somebody' }].map((env) => signed('win32', env))).not.toContain(true);
    expect([{ CSC_LINK: 'f' }, { WIN_CSC_LINK: 'f' }].map((env) => signed('win32', env))).not.toContain(false);
    expect(signed('linux', { CSC_LINK: 'f' })).toBe(false);
  });

  it('is the one in package.json, or an error', () => {
    const read = (manifest: object) => readUpdatePlan(JSON.stringify(manifest));
    expect(read({})).toEqual({ feed: '', key: '' });
    expect(read({ updateFeed: plan.feed, updateKey: KEY })).toEqual({ feed: plan.feed, key: KEY });
    expect(() => read({ updateFeed: 'http://example.com' })).toThrow('https');
    for (const updateKey of ['no key', KEY.slice(0, 40), 7]) expect(() => read({ updateKey })).toThrow('update-key');
  });
});
