import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ListCheck, ProxyCheck } from '#shared/contract/last-check.ts';
import { CHECK_STATES } from '#shared/domain/check.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { go } from '../../nav/router.ts';
import { StatusChip } from '../../ui/status-chip.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useNow } from '../../ui/use-now.ts';
import { CHECK_STYLES } from './check-styles.ts';

/** Shows what the last check of a list found, and leads to that check. */
export const LastListCheck = ({ check }: { readonly check: ListCheck }) => {
  const { t } = useTranslation('checks');
  const format = useFormat();
  const now = useNow();
  const { runId, at, counts } = check;
  const found = CHECK_STATES.flatMap((state) =>
    state === 'waiting' || counts[state] === 0 ? [] : [t(`last.${state}`, { count: counts[state] })],
  );
  const text = t('last.list', { moment: format.moment(at, now), counts: found.join(', ') });
  return (
    <p style={{ padding: '0 12px 8px' }}>
      {runId === null ? text : <TextLink onGo={() => go('run', { runId })}>{text}</TextLink>}
    </p>
  );
};

/** Shows what the last check of a dedicated proxy found, and how long ago. */
export const LastProxyCheck = ({ check }: { readonly check: ProxyCheck }) => {
  const { t } = useTranslation('checks');
  const format = useFormat();
  const now = useNow();
  const { state, reason, firstByteMs, exitIp, at } = check;
  const facts = [
    firstByteMs === null ? '' : t('ms', { ms: firstByteMs }),
    exitIp ?? '',
    reason === null ? '' : t(`reasons.${reason}`),
    format.relative(at, now),
  ];
  return (
    <Group gap="2px 8px" align="baseline">
      <StatusChip {...CHECK_STYLES[state]} label={t(`states.${state}`)} />
      <span className="dim">{facts.filter((fact) => fact !== '').join(' · ')}</span>
    </Group>
  );
};
