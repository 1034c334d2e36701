import { hasControl } from '#shared/domain/control-characters.ts';

/** What a line of a file is made of. */
export interface ProxyCredentials {
  readonly ip: string | null;
  readonly port: string | null;
  readonly username: string | null;
  readonly password: string | null;
}

/** A field with a line break would make lines that nobody sold; other control characters make something else of them. */
export const isUnlistable = ({ ip, port, username, password }: ProxyCredentials): boolean =>
  [ip, port, username, password].some((field) => field !== null && hasControl(field));
