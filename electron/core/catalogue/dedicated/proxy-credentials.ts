import { hasControl } from '#shared/domain/control-characters.ts';

/** The parts of a line in a file. */
export interface ProxyCredentials {
  readonly ip: string | null;
  readonly port: string | null;
  readonly username: string | null;
  readonly password: string | null;
}

/**
 * Returns whether a field has a control character. A line break would produce lines that nobody sold, and other control
 * characters would change the line.
 */
export const isUnlistable = ({ ip, port, username, password }: ProxyCredentials): boolean =>
  [ip, port, username, password].some((field) => field !== null && hasControl(field));
