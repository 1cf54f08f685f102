// Writes docs/licenses.md, which lists the bundled libraries.
import { writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { productBundles } from './bundles.mjs';
import { licensePage } from './notices.mjs';

const built = await Promise.all(
	productBundles(false).map((options) => build({ ...options, write: false, metafile: true })),
);
writeFileSync('docs/licenses.md', licensePage(built.flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}))));
