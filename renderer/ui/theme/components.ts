import type {
  ActionIcon,
  Button,
  Checkbox,
  Input,
  InputWrapper,
  MantineThemeComponents,
  Menu,
  Modal,
  NativeSelect,
  Popover,
  Radio,
  SegmentedControl,
  Switch,
  Tabs,
  Tooltip,
} from '@mantine/core';

const CONTROL = '28px';
/** Dims the screen behind a dialog without hiding it, because users compare a price with its row. */
const CALM = { backgroundOpacity: 0.4, blur: 0 };

/** Dialogs end above the toasts (toasts.tsx). The place of a toast of one line is always kept free. */
const BELOW_DIALOGS = 'calc(max(var(--desk-status-bar) + var(--desk-toast), var(--desk-toasts, 0px)) + 4px)';

/**
 * The settings that a component's own `extend` takes. Calling `extend` would bring the code of every component with the first
 * screen.
 */
type Of<Component extends { extend(settings: never): unknown }> = Parameters<Component['extend']>[0];

/** Defaults that make Mantine's controls dense and quiet: 28 px high, with small radii, and shadows only on layers. */
export const components: MantineThemeComponents = {
  // The palette is not centred, because its field would move as entries come and go.
  SpotlightRoot: {
    defaultProps: {
      overlayProps: CALM,
      transitionProps: { duration: 0 },
      radius: 'md',
      centered: false,
      yOffset: '12vh',
    },
  },
  ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 26 } } satisfies Of<typeof ActionIcon>,
  Button: {
    defaultProps: { variant: 'default' },
    vars: (_theme, props) => ({
      root: {
        '--button-height': props.size === 'md' ? '32px' : CONTROL,
        '--button-padding-x': '12px',
        '--button-fz': '13px',
      },
    }),
    styles: { label: { fontWeight: 500 }, section: { marginInlineEnd: 6 } },
  } satisfies Of<typeof Button>,
  Checkbox: { defaultProps: { size: 'xs', radius: 3 }, styles: { label: { fontSize: 13 } } } satisfies Of<
    typeof Checkbox
  >,
  Input: {
    vars: () => ({ wrapper: { '--input-height': CONTROL, '--input-fz': '13px', '--input-padding-y': '4px' } }),
  } satisfies Of<typeof Input>,
  InputWrapper: {
    styles: {
      label: { fontSize: 12, fontWeight: 500, marginBottom: 4 },
      description: { fontSize: 12, lineHeight: 1.35 },
      error: { fontSize: 12, lineHeight: 1.35 },
    },
  } satisfies Of<typeof InputWrapper>,
  Menu: {
    // The first item takes the focus. Mantine's placeholder would be a menu child that is not an item, which ARIA does not
    // allow.
    defaultProps: { shadow: 'md', radius: 'sm', transitionProps: { duration: 0 }, withInitialFocusPlaceholder: false },
    styles: { item: { fontSize: 13, paddingBlock: 5, paddingInline: 8 }, label: { fontSize: 12 } },
  } satisfies Of<typeof Menu>,
  Modal: {
    defaultProps: { centered: true, radius: 'md', padding: 'lg', overlayProps: CALM, transitionProps: { duration: 0 } },
    styles: {
      title: { fontSize: 15, fontWeight: 600, lineHeight: 1.35 },
      inner: { paddingBottom: BELOW_DIALOGS },
      content: { maxHeight: `calc(100dvh - var(--modal-y-offset) - ${BELOW_DIALOGS})` },
    },
  } satisfies Of<typeof Modal>,
  // The browser itself centres the text of a select, and padding would push it out of the box.
  NativeSelect: { styles: { input: { paddingBlock: 0 } } } satisfies Of<typeof NativeSelect>,
  Popover: { defaultProps: { shadow: 'md', radius: 'sm', transitionProps: { duration: 0 } } } satisfies Of<
    typeof Popover
  >,
  Radio: { defaultProps: { size: 'xs' }, styles: { label: { fontSize: 13 } } } satisfies Of<typeof Radio>,
  SegmentedControl: {
    defaultProps: { size: 'xs', radius: 'sm', withItemsBorders: false },
    // It is as high as other controls, so that a bar keeps its height with and without one. It has a layer of its own,
    // because its words must not cover a sticky header.
    styles: {
      root: { padding: 2, isolation: 'isolate' },
      label: { fontSize: 13, fontWeight: 400, lineHeight: '20px', padding: '2px 10px' },
    },
  } satisfies Of<typeof SegmentedControl>,
  Switch: { defaultProps: { size: 'xs' }, styles: { label: { fontSize: 13 } } } satisfies Of<typeof Switch>,
  Tabs: { styles: { tab: { fontSize: 13, paddingBlock: 7, paddingInline: 10 } } } satisfies Of<typeof Tabs>,
  Tooltip: {
    defaultProps: { openDelay: 400, transitionProps: { duration: 0 }, fz: 12, radius: 'sm', multiline: true, maw: 360 },
  } satisfies Of<typeof Tooltip>,
};
