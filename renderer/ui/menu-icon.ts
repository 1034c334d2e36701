/** The icon of a button and of an entry of a menu; their words name them. */
export const ICON = { size: 15, 'aria-hidden': true } as const;
