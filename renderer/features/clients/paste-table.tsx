import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './import.module.css';
import { openPasted } from './import-store.ts';

/** Takes a table from the clipboard. Text that is pasted into the empty field is shown as a table at once. */
export const PasteTable = () => {
  const { t } = useTranslation('clients');
  const [text, setText] = useState('');
  return (
    <form
      className={styles.paste}
      aria-label={t('importer.pasting.title')}
      onSubmit={(event) => {
        event.preventDefault();
        void openPasted(text);
      }}
    >
      <p>{t('importer.pasting.text')}</p>
      <Textarea
        label={t('importer.pasting.label')}
        autoFocus
        autosize
        minRows={8}
        maxRows={18}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain');
          if (text !== '' || pasted.trim() === '') return;
          event.preventDefault();
          void openPasted(pasted);
        }}
      />
      <Button type="submit" variant="filled" disabled={text.trim() === ''}>
        {t('importer.pasting.read')}
      </Button>
    </form>
  );
};
