import type { ReactNode } from 'react';
import styles from './flag.module.css';
import { flagOf } from './flag.ts';

/**
 * The flag in front of the name of a country; nothing if the code is none of ISO 3166. It subscribes to nothing, so cells
 * of a grid may draw it. The style sheet draws it, so that it is not part of what is read out, searched or copied.
 */
export const CountryFlag = ({ code }: { readonly code: string }) => {
  const flag = flagOf(code);
  return flag === null ? null : <span className={styles.flag} data-flag={flag} aria-hidden />;
};

/** The same for fields that choose countries. */
export const flagMark = (code: string): ReactNode => <CountryFlag code={code} />;
