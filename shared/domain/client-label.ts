export interface LabelledClient {
  readonly name: string;
  readonly clientKey: string;
  /** `null` where it is not known any more. */
  readonly messengerId?: number | null;
}

/** A client in a text: names may be alike, and so may keys. So the key stands with the name, and the id with a key alone. */
export const clientLabel = ({ name, clientKey, messengerId = null }: LabelledClient): string => {
  if (name !== '' && name !== clientKey) return clientKey === '' ? name : `${name} · ${clientKey}`;
  return messengerId === null || clientKey === '' ? clientKey : `${clientKey} · ${messengerId}`;
};
