/**
 * The colours of both themes, and the only colour literals. Text on any background of its theme has a contrast of at
 * least 7 to 1.
 */
export const tokens = {
  light: {
    bg: '#fbfaf7',
    surface: '#ffffff',
    sunken: '#f1eee7',
    tint: '#ddf0ee',
    text: '#1b2a30',
    muted: '#3f4f56',
    primary: '#09515a',
    'on-primary': '#ffffff',
    accent: '#7a3217',
    danger: '#8f1d1d',
    success: '#1e5631',
    warning: '#6b4400',
    border: '#75848a',
    focus: '#0b3d91',
  },
  dark: {
    bg: '#10191c',
    surface: '#182428',
    sunken: '#0b1214',
    tint: '#12363a',
    text: '#eef2f1',
    muted: '#bcc9cb',
    primary: '#7fd6d0',
    'on-primary': '#062a2d',
    accent: '#f2b38f',
    danger: '#ffb4ab',
    success: '#9bddae',
    warning: '#f5cf7a',
    border: '#7c8e93',
    focus: '#ffd166',
  },
} as const
