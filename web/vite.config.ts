import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const room = 'http://127.0.0.1:4210';

export default defineConfig({
  plugins: [svelte({ configFile: false })],
  build: {
    outDir: '../src/rumpus/server/static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
  // `npm run dev` draws; a room that runs beside it answers.
  server: {
    proxy: {
      '/api': { target: room },
      '/ws': { target: room, ws: true },
    },
  },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
});
