// Measures the results grid with generated rows in a headless browser: grid [rows] [columns]
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { bundleForNode, bundlePages, provideEnvironment } from '../../webview/support/bundle.mjs';

const [rows = '1000000', columns = '14'] = process.argv.slice(2);
const folder = resolve('.bench', 'programs', 'grid');
const pages = join(folder, 'pages');
await bundlePages(pages);
await bundleForNode('grid/measure.ts', folder);
await provideEnvironment(pages);
const { measureGrid } = createRequire(import.meta.url)(join(folder, 'grid', 'measure.js'));
console.log(JSON.stringify(await measureGrid(Number(rows), Number(columns))));
