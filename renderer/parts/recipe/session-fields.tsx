import { Button, Group, Switch } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { PROTOCOLS, SESSION_TTL } from '#shared/domain/limits.ts';
import { parseWholeNumber } from '#shared/domain/typed-number.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import type { RecipeFieldsProps } from './recipe-draft.ts';
import styles from './recipe-fields.module.css';

interface SessionFieldsProps extends RecipeFieldsProps {
  readonly ttlError: string | undefined;
}

const PROTOCOL_NAMES = { http: 'HTTP', socks5: 'SOCKS5' } as const;

/** Selects the protocol, how often the address changes, and anonymity. */
export const SessionFields = ({ recipe, onChange, ttlError }: SessionFieldsProps) => {
  const { t } = useTranslation(['generator', 'common']);
  const id = useId();
  const sticky = recipe.rotation === 'sticky';
  const chosen = parseWholeNumber(recipe.ttlMinutes);
  return (
    <>
      <div className={`pair ${styles.session}`}>
        <ChoiceField
          label={t('common:words.protocol')}
          data={PROTOCOLS.map((value) => ({ value, label: PROTOCOL_NAMES[value] }))}
          value={recipe.protocol}
          onChange={(protocol) => onChange({ protocol })}
        />
        <ChoiceField
          label={t('rotation.label')}
          data={[
            { value: 'sticky', label: t('rotation.sticky') },
            { value: 'rotating', label: t('rotation.rotating') },
          ]}
          value={recipe.rotation}
          onChange={(rotation) => onChange({ rotation })}
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
              value={recipe.ttlMinutes}
              onChange={(ttlMinutes) => onChange({ ttlMinutes })}
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
                  onClick={() => onChange({ ttlMinutes: String(minutes) })}
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
        checked={recipe.anonymous}
        onChange={(event) => onChange({ anonymous: event.currentTarget.checked })}
      />
    </>
  );
};
