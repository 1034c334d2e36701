import { Button, Modal, Skeleton } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Library } from '#shared/domain/library.ts';
import { Notice } from '../../ui/notice.tsx';
import styles from './settings.module.css';

/** The build creates this file beside the page (electron/dev/licences.ts). */
const FILE = '/licences.json';

const read = async (): Promise<readonly Library[]> => {
  const answer = await fetch(FILE);
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()) as Library[];
};

interface LicencesDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Lists the libraries of the app with the licence texts that must be shown. */
export const LicencesDialog = ({ opened, onClose }: LicencesDialogProps) => {
  const { t } = useTranslation(['settings', 'common', 'errors']);
  const [libraries, setLibraries] = useState<readonly Library[]>();
  const [failed, setFailed] = useState(false);
  const load = useCallback(() => {
    setFailed(false);
    read().then(setLibraries, () => setFailed(true));
  }, []);
  useEffect(() => {
    if (opened && libraries === undefined) load();
  }, [opened, libraries, load]);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('licences.title')}
      size={680}
      closeButtonProps={{ 'aria-label': t('common:actions.close') }}
    >
      {failed ? (
        <Notice tone="bad" actions={<Button onClick={load}>{t('errors:retry')}</Button>}>
          {t('licences.failed')}
        </Notice>
      ) : libraries === undefined ? (
        <Skeleton height={320} />
      ) : (
        <>
          <p className={`${styles.help} note`}>{t('licences.text')}</p>
          <ul className={styles.libraries}>
            {libraries.map(({ name, version, licence, text }) => (
              <li key={`${name}@${version}`}>
                <details>
                  <summary className={styles.library}>
                    <span>{`${name} ${version}`}</span>
                    <span className={styles.licence}>{licence}</span>
                  </summary>
                  <pre className={styles.licenceText}>{text === '' ? t('licences.noText') : text}</pre>
                </details>
              </li>
            ))}
          </ul>
        </>
      )}
    </Modal>
  );
};
