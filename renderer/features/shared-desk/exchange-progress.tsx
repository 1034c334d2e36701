import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format.ts';
import type { SharedState } from '../../parts/shared-desk/shared-desk-store.ts';
import { CountedProgress } from '../../ui/counted-progress.tsx';

/** The progress of reading the changes of others, or of sending those of this computer. */
export const ExchangeProgress = ({ progress }: { readonly progress: NonNullable<SharedState['progress']> }) => {
  const { t } = useTranslation('sharedDesk');
  const format = useFormat();
  const { what, done, total } = progress;
  const of = t('progress.of', { done: format.number(done), total: format.number(total) });
  return <CountedProgress label={t(`progress.${what}`)} done={done} total={total} of={of} />;
};
