import i18next from 'i18next';
import { GIVEN_TABLE } from '#shared/domain/pasted-table.ts';
import { failureToast } from './undo-toast.tsx';

const MEGABYTE = 1024 * 1024;
/** The most characters of a file's name; the end matters more than the beginning. */
const MAX_NAME = 300;

/** Returns the content in base64. It rejects for a folder, and for a file that is gone or locked. */
const contentOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error);
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,?/, ''));
    reader.readAsDataURL(file);
  });

const refuse = (message: string): null => {
  failureToast(message);
  return null;
};

/**
 * Reads the one table that was dropped on the window. The page hands over its content, because it knows no path. A message
 * says why not, and names the button that opens a file instead; `null` then.
 */
export const readDroppedTable = async (
  files: readonly File[],
  button: string,
): Promise<{ readonly name: string; readonly base64: string } | null> => {
  const [file, ...others] = files;
  if (file === undefined) return null;
  if (others.length > 0) return refuse(i18next.t('common:dropped.many'));
  if (file.size > GIVEN_TABLE.bytes) {
    const megabytes = Math.ceil(file.size / MEGABYTE);
    const max = GIVEN_TABLE.bytes / MEGABYTE;
    return refuse(i18next.t('common:dropped.tooBig', { megabytes, max, button }));
  }
  const base64 = await contentOf(file).catch(() => null);
  return base64 === null
    ? refuse(i18next.t('common:dropped.unread', { button }))
    : { name: file.name.slice(-MAX_NAME), base64 };
};
