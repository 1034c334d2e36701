/** The proxies that the layout of a run leaves out of the file of a list, as JSON. */
export const leftOut = 'ALTER TABLE run_lines ADD COLUMN left_out_json TEXT;';
