import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ProtocolOutcome } from '#shared/contract/dedicated.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { ProtocolSwitch } from './use-switch.ts';

const PARTS = [
  'already',
  'unconfirmed',
  'unchanged',
  'withoutId',
  'left',
] as const satisfies readonly (keyof ProtocolOutcome)[];

/** Reports the result of switching the protocol in the words of the answer, until the user closes it. */
export const SwitchReportStrip = ({ report, run, dismiss }: ProtocolSwitch) => {
  const { t } = useTranslation(['dedicated', 'common']);
  if (report === undefined || report.busy) return null;
  const { outcome, error, portType, proxyIds } = report;
  const isSame = error?.details?.code === 'same-protocol';
  const actions = (
    <>
      {isSame ? (
        <Button size="compact-sm" onClick={() => void run(proxyIds, portType, true)}>
          {t('switched.sendAll')}
        </Button>
      ) : null}
      <Button size="compact-sm" variant="subtle" color="gray" onClick={dismiss}>
        {t('common:actions.close')}
      </Button>
    </>
  );
  const protocol = t(`protocol.${portType}`);
  return (
    <>
      {outcome === undefined ? null : (
        <Notice tone={isClean(outcome) ? 'ok' : 'warn'} live="status" strip actions={actions}>
          {[
            ...(outcome.switched > 0 ? [t('switched.switched', { count: outcome.switched, protocol })] : []),
            ...PARTS.filter((part) => outcome[part] > 0).map((part) => t(`switched.${part}`, { count: outcome[part] })),
            ...(outcome.raw === null ? [] : [t('switched.answer', { raw: outcome.raw })]),
          ].join(' ')}
        </Notice>
      )}
      {error === undefined ? null : isSame ? (
        <Notice tone="info" live="status" strip actions={actions}>
          {t('switched.already', { count: proxyIds.length })}
        </Notice>
      ) : (
        <ErrorNotice error={error} strip onRetry={() => void run(proxyIds, portType)} />
      )}
    </>
  );
};

const isClean = ({ unconfirmed, unchanged, withoutId, left }: ProtocolOutcome): boolean =>
  unconfirmed + unchanged + withoutId + left === 0;
