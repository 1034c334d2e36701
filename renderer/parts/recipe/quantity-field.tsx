import { MAX_QUANTITY } from '#shared/domain/recipe.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { changeDraft, type GeneratorDraft } from './generator-store.ts';

interface QuantityFieldProps {
  readonly label: string;
  readonly draft: GeneratorDraft;
  readonly error: string | undefined;
}

/** The number of lines to generate. */
export const QuantityField = ({ label, draft, error }: QuantityFieldProps) => (
  <NumberField
    label={label}
    // The text of a problem may be longer than the field.
    styles={{ wrapper: { width: 180 } }}
    step={100}
    min={1}
    max={MAX_QUANTITY}
    value={draft.quantity}
    onChange={(quantity) => changeDraft({ quantity })}
    error={error}
  />
);
