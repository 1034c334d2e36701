import styles from './client-initials.module.css';
import { hueOfName, initialsOf } from './initials.ts';

/**
 * A circle with the initials of a client, where the client stands alone: in the head of a card or of a hand-over. The name
 * stands beside it, so assistive technology does not read it.
 */
export const ClientInitials = ({ name }: { readonly name: string }) => {
  const initials = initialsOf(name);
  return initials === '' ? null : (
    <span className={styles.circle} style={{ '--hue': hueOfName(name) } as object} aria-hidden>
      {initials}
    </span>
  );
};
