/**
 * The meanings that a column of a table of proxies can have. `address` is a whole proxy in one cell, in any supplier's
 * notation; `host` is its address alone. `client` holds the key, messenger id or name of a client.
 */
export const PROXY_COLUMNS = [
  'address',
  'host',
  'port',
  'login',
  'password',
  'id',
  'end',
  'kind',
  'country',
  'client',
  'note',
  'ignore',
] as const;
export type ProxyColumn = (typeof PROXY_COLUMNS)[number];
/** The maximum number of columns of a table. */
export const MAX_PROXY_COLUMNS = 40;

/** The known headers of each meaning, in lower case, without spaces and punctuation, and with `е` for `ё`. */
const WORDS: Readonly<Record<Exclude<ProxyColumn, 'ignore'>, readonly string[]>> = {
  address: ['proxy', 'proxies', 'proxystring', 'connection', 'url', 'прокси', 'строка', 'подключение'],
  host: ['ip', 'host', 'hostname', 'address', 'ipaddress', 'server', 'адрес', 'хост', 'ipадрес', 'сервер'],
  port: ['port', 'порт', 'porthttp', 'httpport', 'portsocks', 'socksport'],
  login: ['login', 'user', 'username', 'логин', 'пользователь', 'имяпользователя'],
  password: ['password', 'pass', 'пароль'],
  id: ['id', 'ids', 'proxyid', 'proxyids', 'idпрокси', 'ид', 'идентификатор'],
  end: [
    'end',
    'ends',
    'dateend',
    'enddate',
    'expires',
    'expiry',
    'expire',
    'expiresat',
    'expireat',
    'expiration',
    'expirationdate',
    'expirydate',
    'until',
    'validuntil',
    'paiduntil',
    'датаокончания',
    'окончание',
    'конец',
    'до',
    'действуетдо',
    'оплаченодо',
    'истекает',
    'заканчивается',
    'срок',
  ],
  kind: ['kind', 'type', 'ipv', 'version', 'ipversion', 'вид', 'тип', 'версия', 'версияip'],
  country: ['country', 'countrycode', 'geo', 'location', 'страна', 'кодстраны', 'гео', 'локация'],
  client: ['client', 'clientkey', 'customer', 'owner', 'клиент', 'ключклиента', 'покупатель', 'владелец'],
  note: [
    'note',
    'notes',
    'comment',
    'comments',
    'description',
    'descr',
    'заметка',
    'заметки',
    'комментарий',
    'примечание',
    'описание',
  ],
};

const BY_WORD: ReadonlyMap<string, ProxyColumn> = new Map(
  Object.entries(WORDS).flatMap(([column, words]) => words.map((word) => [word, column as ProxyColumn] as const)),
);

/** A longer cell cannot be a header. */
const MAX_HEADER = 60;

/** Returns the column that a header names; `null` if its words are unknown. */
export const proxyColumnNamedBy = (header: string): ProxyColumn | null => {
  if (header.length > MAX_HEADER) return null;
  return (
    BY_WORD.get(
      header
        .toLowerCase()
        .replaceAll('ё', 'е')
        .replace(/[^\p{L}\p{N}]+/gu, ''),
    ) ?? null
  );
};

/**
 * Returns why the columns cannot be imported: two of them have the same meaning, or none holds an address. `null` if they
 * can be imported.
 */
export const proxyColumnsProblem = (columns: readonly ProxyColumn[]): 'no-address' | 'repeated' | null => {
  const used = columns.filter((column) => column !== 'ignore');
  if (new Set(used).size !== used.length) return 'repeated';
  return used.includes('address') || used.includes('host') ? null : 'no-address';
};
