import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Builds the browser's files into dist/client and the server's one entry into dist/server. */
export default defineConfig({
  server: { strictPort: false },
  build: { target: 'es2022', sourcemap: false },
  plugins: [
    tailwindcss(),
    tanstackStart({
      srcDirectory: 'src',
      router: {
        entry: './app/router.tsx',
        virtualRouteConfig: './src/routes.ts',
        routesDirectory: '.',
        generatedRouteTree: 'app/route-tree.gen.ts',
      },
      server: { entry: './app/server.ts' },
    }),
    react(),
  ],
})
