import { useTranslation } from 'react-i18next';
import type { LayoutSource } from '#shared/contract/layouts.ts';
import { leftOutText } from '#shared/domain/left-out-text.ts';
import type { LineLayout } from '#shared/domain/line-layout.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useTexts } from '../../i18n/use-language.ts';
import { Answer } from '../../ui/answer.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './layout-preview.module.css';

interface LayoutPreviewProps {
  readonly source: LayoutSource;
  readonly layout: LineLayout;
}

/** Shows the first lines of a list or of proxies in a layout, how many there are, and what is left out. */
export const LayoutPreview = ({ source, layout }: LayoutPreviewProps) => {
  const { t } = useTranslation(['layouts', 'lists']);
  const format = useFormat();
  const words = useTexts();
  const preview = useQuery('layouts.preview', { source, layout });
  return (
    <Answer query={preview} height={120}>
      {({ lines, total, leftOut }) => (
        <section aria-label={t('layouts:preview')} className="stack">
          <div className="dim" aria-live="polite">
            {t('lists:lines', { count: total, formatted: format.number(total) })}
          </div>
          {leftOut.length === 0 ? null : (
            <Notice tone="warn" live="status">
              {leftOut.map((one) => (
                <div key={`${one.reason} ${one.field}`}>{leftOutText(one, words)}</div>
              ))}
            </Notice>
          )}
          <pre className={`${styles.lines} mono selectable`}>{lines.join('\n')}</pre>
        </section>
      )}
    </Answer>
  );
};
