/** The most characters of a cell that a problem shows. */
const SHOWN = 60;

/** Returns what a problem shows of the cell that it is about. */
export const beginningOfCell = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
