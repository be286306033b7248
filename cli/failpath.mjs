#!/usr/bin/env node
// Runs the command line from its TypeScript sources, whatever folder it is called in.
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

register({ tsconfig: fileURLToPath(new URL('../tsconfig.json', import.meta.url)) });
await import('./main.ts');
