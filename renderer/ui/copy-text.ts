/**
 * Puts a text that is not secret on the clipboard, during a click or key press. Secrets go through the core, which
 * wipes them after 60 s. The async clipboard API would need a permission that the window does not have.
 */
export const copyText = (text: string): boolean => {
  const fill = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', fill);
  try {
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', fill);
  }
};
