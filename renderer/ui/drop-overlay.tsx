import styles from './drop-overlay.module.css';

/** Covers the screen while a file is dragged over the window, and says what dropping it does. */
export const DropOverlay = ({ text }: { readonly text: string }) => <div className={styles.drop}>{text}</div>;
