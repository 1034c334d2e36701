import type { ClientFilter, ClientRow, ClientSort } from '#shared/contract/clients.ts';
import { createList, type List, type ListDeclaration, withIds } from '../common/list.ts';
import { clientsWith } from '../common/text-grams.ts';
import type { Clock } from '../ports.ts';
import type { Database } from '../storage/database.ts';
import { dependsOnTime, needsOf } from './client-needs.ts';
import type { ClientRepository } from './client-repository.ts';

const MINUTE = 60_000;

const SORTS: ListDeclaration<ClientRow, ClientFilter, ClientSort['by']>['sorts'] = {
  name: withIds('name_sort', { nullable: true }),
  clientKey: withIds('key_sort'),
  messengerId: withIds('messenger_id'),
  createdAt: withIds('created_at'),
  trafficGb: withIds('traffic_gb', { nullable: true }),
  lastPurchaseAt: withIds('last_purchase_at', { nullable: true }),
  vpnActive: withIds('vpn_active', { nullable: true }),
  nextExpiry: withIds('next_expiry', { nullable: true }),
};

interface Deps {
  readonly db: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly lowTrafficGb: () => number;
  readonly repository: Pick<ClientRepository, 'rows'>;
}

export type ClientList = List<ClientRow, ClientFilter, ClientSort['by']>;

export const createClientList = ({ db, clock, lowTrafficGb, repository }: Deps): ClientList =>
  createList(db, {
    table: 'clients',
    scope: (accountId, { archived }) => ({
      sql: 'account_id = ? AND removed = 0 AND archived = ?',
      values: [accountId, archived ? 1 : 0],
    }),
    sorts: SORTS,
    containing: (words) => [clientsWith(words)],
    narrowedBy: (filter, accountId) => [
      ...filter.tags.map((tag) => ({
        sql: 'SELECT client_id AS id FROM client_tags WHERE account_id = ? AND tag = ?',
        values: [accountId, tag],
      })),
      ...needsOf(filter, { accountId, now: clock.now(), lowTrafficGb: lowTrafficGb() }),
    ],
    dependsOn: (filter) => `${lowTrafficGb()} ${dependsOnTime(filter) ? Math.floor(clock.now() / MINUTE) : 0}`,
    rows: repository.rows,
  });
