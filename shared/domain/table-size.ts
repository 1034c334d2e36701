/**
 * The most cells of an imported table. A table with more would fill the memory, and a small file can demand it: one text
 * can stand in many cells of a workbook, and each row of a JSON list can have keys of its own.
 */
export const MAX_TABLE_CELLS = 5_000_000;
