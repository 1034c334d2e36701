import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { launchLittleApp } from '../support/little-app.ts';

/** The shipped Electron has the newer way as well, and a later one has nothing else. */
for (const way of ['callback', 'handle']) {
  test(`our pages, and no other file, are served by Electron's ${way}`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'desk-pages-'));
    const pages = join(folder, 'pages');
    await mkdir(pages);
    await writeFile(join(folder, 'secret.json'), '{"secret":1}');
    await writeFile(join(pages, 'page.html'), '<!doctype html><title>served</title><script src="/page.js"></script>');
    await writeFile(join(pages, 'page.js'), 'document.title += " and run"');
    await writeFile(join(pages, 'notes.txt'), 'no page');
    const little = await launchLittleApp(resolve(import.meta.dirname, '../support/protocol-app/main.ts'), {
      env: { TEST_PAGES: pages, TEST_WAY: way },
    });
    try {
      const page = await little.app.firstWindow();
      await expect(page).toHaveTitle('served and run');
      const answers = await page.evaluate(async () => {
        const status = async (path: string, method = 'GET') => (await fetch(path, { method })).status;
        const { headers } = await fetch('/page.js');
        return {
          own: await status('/page.js'),
          missing: await status('/gone.js'),
          outside: await status('/..%2fsecret.json'),
          other: await status('/notes.txt'),
          posted: await status('/page.js', 'POST'),
          type: headers.get('content-type'),
          policy: headers.get('content-security-policy'),
          sniffing: headers.get('x-content-type-options'),
          evaluates: await new Promise((done) => {
            try {
              done(new Function('return true')());
            } catch {
              done(false);
            }
          }),
        };
      });
      expect(answers).toMatchObject({
        own: 200,
        missing: 404,
        outside: 403,
        other: 403,
        posted: 403,
        evaluates: false,
      });
      expect(answers).toMatchObject({ type: 'text/javascript; charset=utf-8', sniffing: 'nosniff' });
      expect(answers.policy).toContain("default-src 'none'");
      const foreign = () => little.app.evaluate(async ({ net }) => (await net.fetch('app://elsewhere/')).status);
      expect(await foreign()).toBe(403);
    } finally {
      await little.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
}
