import { DeskError } from '#shared/result.ts';

/** Creates the error of a workbook that cannot be read. The texts of the codes are in texts/…/errors.ts. */
export const workbookError = (code: string, params: Record<string, string | number> = {}): DeskError =>
  new DeskError('file', `The workbook cannot be read (${code}).`, { code, params });

/** Converts an error of the libraries that unpack and parse: the file is damaged or was made to do harm. */
export const toWorkbookError = (error: unknown): unknown =>
  error instanceof DeskError || (error instanceof Error && error.name === 'AbortError')
    ? error
    : workbookError('workbook-broken');
