import { expect, it } from 'vitest';
import type { TestDesk } from '../../support/desk-core.ts';
import { add, clients, onlyClient, startShop } from './shop-computers.ts';

const shop = startShop();
const { computer, join, make } = shop;

const proxies = async (desk: TestDesk) => {
  const sort = { by: 'ip', direction: 'asc' } as const;
  return (await desk.call('dedicated.list', { filter: {}, sort, offset: 0, limit: 9 })).rows;
};

it('imported proxies are on every computer, marked as imported, with their ends and clients', async () => {
  const [one, two] = [await computer(), await computer()];
  await add(one, 'anna', { name: 'Anna' });
  await make(one);
  await join(one, two, 'Laptop');
  await expect.poll(() => clients(two)).toHaveLength(1);
  const text =
    'id;ip;port;login;password;end;client\n7;203.0.113.7;80;u;secret;2027-01-31 10:00:00;anna\n;203.0.113.8;80;u;p;;';
  const importInto = async (desk: TestDesk, given: string) => {
    const { importId, reading } = await desk.call('dedicated.importText', { text: given });
    const forOthers = { ipv: 4, countryCode: 'de', endDay: null, clientId: null } as const;
    return desk.call('dedicated.importConfirm', { importId, reading, forOthers });
  };
  await importInto(one, text);
  await expect.poll(() => proxies(two)).toHaveLength(2);
  expect(await proxies(two)).toMatchObject([
    {
      serviceId: 7,
      imported: true,
      dateEnd: '2027-01-31 10:00:00',
      dateSource: 'typed',
      clientId: await onlyClient(two),
    },
    { serviceId: null, imported: true, dateEnd: null, clientId: null },
  ]);
  // The other computer knows the same list, so it only adds the missing end.
  expect(await importInto(two, `${text}`.replace(/;80;u;p;;$/, ';80;u;p;2027-02-28 10:00:00;'))).toMatchObject({
    added: 0,
    completed: 1,
  });
  await expect.poll(async () => (await proxies(one))[1]?.dateEnd).toBe('2027-02-28 10:00:00');
});
