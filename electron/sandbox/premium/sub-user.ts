import { isIP } from 'node:net';
import type { Fields } from '../fields.ts';
import { createRandom, randomText } from '../random.ts';
import { invalidField } from '../refusal.ts';
import { type Data, type EndpointCall, read, write } from '../router.ts';
import { pairKey } from '../state/model.ts';

const readIp = (fields: Fields): string => {
  const ip = fields.text('ip').trim().toLowerCase();
  if (isIP(ip) === 0) throw invalidField('ip', 'must be one IPv4 or IPv6 address');
  return ip;
};

const whitelist = ({ world, fields }: EndpointCall): Data => ({
  whitelist: [...(world.findClient(fields.pair())?.whitelist ?? [])],
});

const addIp = ({ world, fields }: EndpointCall): Data => {
  const pair = fields.pair();
  const ip = readIp(fields);
  const client = world.clientFor(pair);
  const added = !client.whitelist.includes(ip);
  if (added) client.whitelist.push(ip);
  return { added };
};

const removeIp = ({ world, fields }: EndpointCall): Data => {
  const client = world.findClient(fields.pair());
  const ip = readIp(fields);
  const removed = client?.whitelist.includes(ip) ?? false;
  if (client !== null) client.whitelist = client.whitelist.filter((known) => known !== ip);
  return { removed };
};

const password = ({ world, fields }: EndpointCall): Data => ({ password: world.subUserPassword(fields.pair()) });

const resetPassword = ({ world, fields }: EndpointCall): Data => {
  const pair = fields.pair();
  const { state } = world;
  state.counters.password += 1;
  const fresh = randomText(createRandom(`${state.seed}/reset/${state.counters.password}/${pairKey(pair)}`), 14);
  world.clientFor(pair).password = fresh;
  return { password: fresh };
};

/** The endpoints of docs/api.md#whitelist and docs/api.md#sub-user-password. */
export const SUB_USER_ROUTES = {
  'premium.whitelist': read(whitelist),
  'premium.whitelist.add': write(addIp),
  'premium.whitelist.remove': write(removeIp),
  'premium.password': read(password),
  'premium.password.reset': write(resetPassword),
} as const;
