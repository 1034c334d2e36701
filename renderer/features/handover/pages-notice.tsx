import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './handover.module.css';
import type { Pages } from './use-pages.ts';

interface PagesNoticeProps {
  readonly pages: Pages;
  /** The number of turns of the queue that have ended, and of all. */
  readonly done: number;
  readonly total: number;
}

/** Shows how far the saving of pages is, and then what was saved and what was left out. */
export const PagesNotice = ({ pages, done, total }: PagesNoticeProps) => {
  const { t } = useTranslation(['handover', 'common']);
  const { busy, result, error } = pages;
  if (busy) {
    return (
      <Notice
        tone="info"
        live="status"
        actions={
          <Button size="compact-sm" onClick={pages.stop}>
            {t('handover:queue.stopPages')}
          </Button>
        }
      >
        {t('handover:queue.savingPages', { done, total })}
      </Notice>
    );
  }
  if (result === undefined) return <ErrorNotice error={error} strip />;
  const { saved, folder, handoverId, gaps, gapCount, isStopped } = result;
  return (
    <>
      <ErrorNotice error={result.error ?? undefined} strip />
      <Notice
        tone={gapCount > 0 || isStopped ? 'warn' : 'ok'}
        live="status"
        actions={
          <Button size="compact-sm" onClick={() => void callOrTell('handover.show', { handoverId })}>
            {t('common:words.showFolder')}
          </Button>
        }
      >
        {t('handover:queue.pagesSaved', { count: saved, folder })}
        {isStopped ? ` ${t('handover:queue.pagesStopped')}` : null}
        {gapCount === 0 ? null : (
          <>
            {` ${t('handover:queue.gaps', { count: gapCount })}`}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard */}
            <ul className={styles.gaps} tabIndex={0}>
              {gaps.map(({ line, client, why, count }) => (
                <li key={line}>
                  {t('handover:queue.gap', {
                    number: line,
                    client,
                    why:
                      why === 'proxies'
                        ? t('handover:queue.gapWhy.proxies', { count })
                        : t(`handover:queue.gapWhy.${why}`),
                  })}
                </li>
              ))}
              {gapCount > gaps.length ? (
                <li>{t('handover:queue.gapsMore', { count: gapCount - gaps.length })}</li>
              ) : null}
            </ul>
          </>
        )}
      </Notice>
    </>
  );
};
