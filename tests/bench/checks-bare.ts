import { once } from 'node:events';
import { ProxyAgent, request } from 'undici';
import type { Asked, Looped } from './checks.ts';

/** Does the work of a ten-line script in a process of its own: asks one proxy after the other, some of them at once. */
const askAll = async ({ url, ca, ports, count, atOnce }: Asked): Promise<Looped> => {
  const begun = performance.now();
  let [next, lost] = [0, 0];
  const one = async (): Promise<void> => {
    while (next < count) {
      const at = next;
      next += 1;
      const token = `Basic ${Buffer.from(`user${at}:password`).toString('base64')}`;
      const dispatcher = new ProxyAgent({
        uri: `http://127.0.0.1:${ports[at % ports.length]}`,
        token,
        requestTls: { ca },
      });
      const answered = await request(url, { dispatcher }).then(
        ({ body }) => body.text(),
        () => null,
      );
      if (answered === null) lost += 1;
      await dispatcher.destroy();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return { ms: performance.now() - begun, lost };
};

const [asked] = (await once(process, 'message')) as [Asked];
process.send?.(await askAll(asked));
process.disconnect();
