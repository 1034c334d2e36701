export interface LabelledClient {
  readonly name: string;
  readonly clientKey: string;
  /** `null` if it is no longer known. */
  readonly messengerId?: number | null | undefined;
}

/**
 * Returns how a text names a client. Neither names nor keys are unique, so the key follows the name, and the id follows
 * a key without a name.
 */
export const clientLabel = ({ name, clientKey, messengerId = null }: LabelledClient): string => {
  if (name !== '' && name !== clientKey) return clientKey === '' ? name : `${name} · ${clientKey}`;
  return messengerId === null || clientKey === '' ? clientKey : `${clientKey} · ${messengerId}`;
};

/** Returns the client's name, or the key if there is none, where the pair stands beside it. Elsewhere use `clientLabel`. */
export const nameOrKey = ({ name, clientKey }: Pick<LabelledClient, 'name' | 'clientKey'>): string =>
  name === '' ? clientKey : name;

/** A row about something else that belongs to a client. */
export interface RowOfClient {
  readonly clientName: string;
  /** `null` or empty if it belongs to nobody. */
  readonly clientKey: string | null;
  readonly messengerId?: number | null | undefined;
}

/** Returns the client of a row in the form that labels are made from. */
export const clientOfRow = ({ clientName, clientKey, messengerId }: RowOfClient): LabelledClient => ({
  name: clientName,
  clientKey: clientKey ?? '',
  messengerId,
});

/** Returns how a text names the client of such a row; empty if it belongs to nobody. */
export const rowClientLabel = (row: RowOfClient): string => clientLabel(clientOfRow(row));

/** Returns everything that is known of a client's identity: name, key and id, without repetitions. */
export const wholeClientLabel = ({ name, clientKey, messengerId = null }: LabelledClient): string =>
  [...new Set([name, clientKey, messengerId === null ? '' : String(messengerId)])]
    .filter((part) => part !== '')
    .join(' · ');

/** The most characters of a name, and of a key. */
const MAX_SHORT = 60;

const cut = (text: string): string => [...text].slice(0, MAX_SHORT).join('');

/**
 * Returns a label for titles and file names, which may be cut at the end. It shortens each part on its own, so that the
 * key remains visible.
 */
export const shortClientLabel = ({ name, clientKey, messengerId }: LabelledClient): string =>
  clientLabel({ name: cut(name), clientKey: cut(clientKey), messengerId });
