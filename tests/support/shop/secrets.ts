import { publishedLines } from '#core/catalogue/lists/shared-lists.ts';
import type { Database } from '#core/platform/sqlite/database.ts';

/**
 * Columns that nobody may read in the shared database: they tell who the clients are, what they bought, and their
 * credentials.
 */
const COLUMNS = [
  'clients.client_key',
  'clients.name',
  'clients.note',
  'client_tags.tag',
  'payments.note',
  'presets.name',
  'vpn_subscriptions.url',
  'vpn_subscriptions.uuid',
  'sub_user_passwords.password',
  'handover_templates.text',
  'dedicated_proxies.ip',
  'dedicated_proxies.username',
  'dedicated_proxies.password',
  'dedicated_proxies.note',
  'standing_orders.name',
  'shared_desks.name',
  'shared_desks.computer',
  'accounts.base_url',
] as const;

/** Shorter words may occur anywhere by chance. */
const SHORTEST = 8;

export const secretsOf = (db: Database): readonly string[] => {
  const words = COLUMNS.flatMap((column) => {
    const [table, name] = column.split('.');
    return db.values<string>(`SELECT ${name} FROM ${table}`);
  });
  const lines = db
    .values<Uint8Array>('SELECT lines FROM list_chunks')
    .map((stored) => publishedLines(stored)?.split('\n')[0]);
  return [...new Set([...words, ...lines])].filter((word) => word !== undefined && word.length >= SHORTEST) as string[];
};
