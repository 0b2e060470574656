import type { Plugin } from 'esbuild';

/** Lets esbuild import style sheets. */
export const styles: Plugin;
