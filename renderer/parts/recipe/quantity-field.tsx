import { MAX_QUANTITY } from '#shared/domain/recipe.ts';
import { NumberField } from '../../ui/number-field.tsx';
import type { RecipeFieldsProps } from './recipe-draft.ts';

interface QuantityFieldProps extends RecipeFieldsProps {
  readonly label: string;
  readonly error: string | undefined;
}

/** The number of lines to generate. */
export const QuantityField = ({ label, recipe, onChange, error }: QuantityFieldProps) => (
  <NumberField
    label={label}
    // The text of a problem may be longer than the field.
    styles={{ wrapper: { width: 180 } }}
    step={100}
    min={1}
    max={MAX_QUANTITY}
    value={recipe.quantity}
    onChange={(quantity) => onChange({ quantity })}
    error={error}
  />
);
