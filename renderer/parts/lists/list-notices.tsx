import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ListIssue, ProxyList } from '#shared/contract/lists.ts';
import { assertNever } from '#shared/result.ts';
import { describeError } from '../../i18n/describe-error.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Notice } from '../../ui/notice.tsx';
import styles from './list-panel.module.css';

const ISSUES_SHOWN = 4;

const issueText = (issue: ListIssue, t: TFunction<['lists']>): string => {
  const { chunk, expected, got, lines } = issue;
  switch (issue.code) {
    case 'count':
      return t('lists:notices.count', { chunk, expected, got });
    case 'layout':
      return got === ''
        ? t('lists:notices.layout', { chunk, lines, expected })
        : t('lists:notices.layoutKnown', { chunk, lines, expected, got });
    case 'variants-differ':
      return t('lists:notices.variantsDiffer', { chunk, expected, got });
    case 'variant-missing':
      return expected === 'ip' ? t('lists:notices.missingIp') : t('lists:notices.missingDomain');
    case 'control-characters':
      return t('lists:notices.controlCharacters', { chunk, lines });
    case 'no-proxy':
      return t('lists:notices.noProxy', { count: lines, numbers: got });
    default:
      return assertNever(issue.code);
  }
};

/** Says how the list ended and how it differs from the request. Shows nothing if all is well. */
export const ListNotices = ({ list }: { readonly list: ProxyList }) => {
  const { t } = useTranslation(['lists']);
  const format = useFormat();
  const counts = { done: format.number(list.lineCount), total: format.number(list.recipe.quantity) };
  const more = list.issueCount - ISSUES_SHOWN;
  const ending = {
    running: null,
    arriving: null,
    complete: null,
    partial: t('notices.partial', counts),
    cancelled: t('notices.cancelled', counts),
    failed: t('notices.failed'),
  }[list.state];
  return (
    <>
      {ending === null ? null : (
        <Notice tone={list.state === 'failed' ? 'bad' : 'warn'} strip live="status">
          {ending} {list.error === null ? null : describeError(list.error)}
        </Notice>
      )}
      {list.duplicates === 0 ? null : (
        <Notice tone="warn" strip>
          {t('notices.duplicates', { count: list.duplicates, formatted: format.number(list.duplicates) })}
        </Notice>
      )}
      {list.issues.length === 0 ? null : (
        <Notice tone="warn" strip>
          {t(list.recipe.poolType === null ? 'notices.ofFile' : 'notices.issues')}
          <ul className={styles.issues}>
            {list.issues.slice(0, ISSUES_SHOWN).map((issue) => (
              <li key={`${issue.chunk} ${issue.code} ${issue.expected}`}>{issueText(issue, t)}</li>
            ))}
            {more > 0 ? <li>{t('notices.more', { count: more })}</li> : null}
          </ul>
        </Notice>
      )}
    </>
  );
};
