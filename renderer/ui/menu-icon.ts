/**
 * The size of icons in buttons and menu items. They are hidden from assistive technology because the label already says
 * it.
 */
export const ICON = { size: 15, 'aria-hidden': true } as const;
