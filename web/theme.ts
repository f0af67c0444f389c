import { createTheme, NativeSelect, TextInput } from '@mantine/core';

/** Colours stand in `theme.css`: nothing is injected at run time, so the content policy needs no inline styles. */
export const theme = createTheme({
  respectReducedMotion: true,
  defaultRadius: 'sm',
  cursorType: 'pointer',
  components: {
    NativeSelect: NativeSelect.extend({ defaultProps: { size: 'xs' } }),
    TextInput: TextInput.extend({ defaultProps: { size: 'xs' } }),
  },
});
