export interface LabelledClient {
  readonly name: string;
  readonly clientKey: string;
  /** `null` where it is not known any more. */
  readonly messengerId?: number | null | undefined;
}

/** A client in a text: names may be alike, and so may keys. So the key stands with the name, and the id with a key alone. */
export const clientLabel = ({ name, clientKey, messengerId = null }: LabelledClient): string => {
  if (name !== '' && name !== clientKey) return clientKey === '' ? name : `${name} · ${clientKey}`;
  return messengerId === null || clientKey === '' ? clientKey : `${clientKey} · ${messengerId}`;
};

/** A row of something else that names its client. */
export interface RowOfClient {
  readonly clientName: string;
  /** `null`, or empty: it is nobody's. */
  readonly clientKey: string | null;
  readonly messengerId?: number | null | undefined;
}

export const clientOfRow = ({ clientName, clientKey, messengerId }: RowOfClient): LabelledClient => ({
  name: clientName,
  clientKey: clientKey ?? '',
  messengerId,
});

/** The client of such a row, in a text; empty where it is nobody's. */
export const rowClientLabel = (row: RowOfClient): string => clientLabel(clientOfRow(row));

/** All that is known of whose it is: name, key and id, each once. */
export const wholeClientLabel = ({ name, clientKey, messengerId = null }: LabelledClient): string =>
  [...new Set([name, clientKey, messengerId === null ? '' : String(messengerId)])]
    .filter((part) => part !== '')
    .join(' · ');

/** Characters of a name, and of a key. */
const MAX_SHORT = 60;

const cut = (text: string): string => [...text].slice(0, MAX_SHORT).join('');

/** For titles and file names, which are cut at their end: each part is cut by itself, so that the key stays. */
export const shortClientLabel = ({ name, clientKey, messengerId }: LabelledClient): string =>
  clientLabel({ name: cut(name), clientKey: cut(clientKey), messengerId });
