import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build } from 'esbuild';

type Bundles = { readonly productBundles: (production: boolean) => readonly BuildOptions[] };
type Notices = {
	readonly thirdPartyNotices: (inputs: Iterable<string>) => string;
	readonly licensePage: (inputs: Iterable<string>) => string;
};

describe('third-party notices', () => {
	let notices: Notices;

	before(async () => {
		notices = await import(pathToFileURL(resolve('scripts', 'notices.mjs')).href);
	});

	it('lists all third-party code in bundles, compiled or copied, with its license', async () => {
		const { productBundles }: Bundles = await import(pathToFileURL(resolve('scripts', 'bundles.mjs')).href);
		const engine = productBundles(true).find(({ outfile }) => outfile === 'dist/engine.js');
		const { metafile } = await build({ ...engine, write: false, metafile: true });
		assert.ok(metafile);
		const page = readFileSync('docs/licenses.md', 'utf8').split('\n');
		const rows = notices.licensePage(Object.keys(metafile.inputs)).split('\n');
		assert.deepEqual(
			rows,
			page.filter((row) => rows.includes(row)),
			'run npm run licenses',
		);
		const text = notices.thirdPartyNotices(Object.keys(metafile.inputs));
		for (const [title, holder] of [
			[/^undici \d/m, 'Matteo Collina'],
			[/^llhttp, in undici \d/m, 'Fedor Indutny'],
			[/^csv-parse \d/m, 'Adaltas'],
			[/^diff \d/m, 'Kevin Decker'],
		] as const) {
			const found = text.split(/^-{72}$/m).find((notice) => title.test(notice));
			assert.ok(found?.includes(holder), `${title}: ${found?.slice(0, 200)}`);
		}
	});

	it('fails to generate third-party notices if a WebAssembly file has no license', () => {
		assert.throws(() => notices.thirdPartyNotices(['node_modules/assemblyscript/dist/assemblyscript.js']), /license/);
	});
});
