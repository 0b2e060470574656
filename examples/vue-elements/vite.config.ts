import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

// Vue takes every other name for a component of its own.
const isCustomElement = (tag: string) => tag.startsWith('abs-');

export default defineConfig({ base: './', plugins: [vue({ template: { compilerOptions: { isCustomElement } } })] });
