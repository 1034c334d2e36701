import { createTheme } from '@mantine/core';
import { components } from './components.ts';
import { palette } from './palette.ts';

/** The app's own face (face.css), and the system's for other scripts. */
const FACE = '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif';
const SYSTEM_MONO = 'ui-monospace, "SF Mono", "Cascadia Mono", Consolas, "DejaVu Sans Mono", monospace';

export const theme = createTheme({
  colors: palette,
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 6 },
  fontFamily: FACE,
  fontFamilyMonospace: SYSTEM_MONO,
  fontSizes: { xs: '11px', sm: '12px', md: '13px', lg: '15px', xl: '18px' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.45', xl: '1.4' },
  headings: {
    fontFamily: FACE,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '18px', lineHeight: '1.35' },
      h2: { fontSize: '15px', lineHeight: '1.4' },
      h3: { fontSize: '13px', lineHeight: '1.45' },
    },
  },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'default',
  autoContrast: false,
  focusRing: 'auto',
  components,
});
