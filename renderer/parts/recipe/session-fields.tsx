import { Button, Group, Switch } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { PROTOCOLS, SESSION_TTL } from '#shared/domain/limits.ts';
import { parseWholeNumber } from '#shared/domain/typed-number.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { changeDraft, type GeneratorDraft } from './generator-store.ts';
import styles from './recipe-fields.module.css';

interface SessionFieldsProps {
  readonly draft: GeneratorDraft;
  readonly ttlError: string | undefined;
}

const PROTOCOL_NAMES = { http: 'HTTP', socks5: 'SOCKS5' } as const;

/** Selects the protocol, how often the address changes, and anonymity. */
export const SessionFields = ({ draft, ttlError }: SessionFieldsProps) => {
  const { t } = useTranslation(['generator', 'common']);
  const id = useId();
  const sticky = draft.rotation === 'sticky';
  const chosen = parseWholeNumber(draft.ttlMinutes);
  return (
    <>
      <div className={`pair ${styles.session}`}>
        <ChoiceField
          label={t('common:words.protocol')}
          data={PROTOCOLS.map((value) => ({ value, label: PROTOCOL_NAMES[value] }))}
          value={draft.protocol}
          onChange={(protocol) => changeDraft({ protocol })}
        />
        <ChoiceField
          label={t('rotation.label')}
          data={[
            { value: 'sticky', label: t('rotation.sticky') },
            { value: 'rotating', label: t('rotation.rotating') },
          ]}
          value={draft.rotation}
          onChange={(rotation) => changeDraft({ rotation })}
        />
      </div>
      {sticky ? (
        <div>
          <Group gap={8} align="flex-end" wrap="nowrap">
            <NumberField
              label={t('rotation.ttl')}
              w={92}
              min={SESSION_TTL.min}
              max={SESSION_TTL.max}
              value={draft.ttlMinutes}
              onChange={(ttlMinutes) => changeDraft({ ttlMinutes })}
              error={ttlError !== undefined}
              aria-describedby={`${id}-ttl`}
            />
            <div className={styles.chips}>
              {SESSION_TTL.presets.map((minutes) => (
                <Button
                  key={minutes}
                  variant={chosen === minutes ? 'light' : 'default'}
                  aria-pressed={chosen === minutes}
                  aria-label={t('rotation.preset', { minutes })}
                  px={0}
                  miw={36}
                  onClick={() => changeDraft({ ttlMinutes: String(minutes) })}
                >
                  {minutes}
                </Button>
              ))}
            </div>
          </Group>
          <div id={`${id}-ttl`} className={ttlError === undefined ? styles.help : styles.problem}>
            {ttlError ?? t('rotation.stickyHint')}
          </div>
        </div>
      ) : (
        <div className={styles.help}>{t('rotation.rotatingHint')}</div>
      )}
      <Switch
        label={t('anonymous')}
        description={t('anonymousHint')}
        checked={draft.anonymous}
        onChange={(event) => changeDraft({ anonymous: event.currentTarget.checked })}
      />
    </>
  );
};
