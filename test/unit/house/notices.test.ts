import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

type Notices = { readonly thirdPartyNotices: (inputs: Iterable<string>) => string };

describe('The notices of third parties', () => {
	let notices: Notices;

	before(async () => {
		notices = await import(pathToFileURL(resolve('scripts', 'notices.mjs')).href);
	});

	it('name what bundled packages hold of others, compiled or copied, with its licence', async () => {
		const { metafile } = await build({
			entryPoints: ['src/engine/main.ts'],
			bundle: true,
			platform: 'node',
			write: false,
			metafile: true,
			logLevel: 'error',
		});
		const text = notices.thirdPartyNotices(Object.keys(metafile.inputs));
		for (const [title, holder] of [
			[/^undici \d/m, 'Matteo Collina'],
			[/^llhttp, in undici \d/m, 'Fedor Indutny'],
			[/^lib\/milo, in undici \d/m, 'Paolo Insogna'],
			[/^lib\/web\/fetch, in undici \d/m, 'Ethan Arrowood'],
			[/^csv-parse \d/m, 'Adaltas'],
			[/^diff \d/m, 'Kevin Decker'],
		] as const) {
			const found = text.split(/^-{72}$/m).find((notice) => title.test(notice));
			assert.ok(found?.includes(holder), `${title}: ${found?.slice(0, 200)}`);
		}
	});

	it('are not made where a compiled program comes without a licence', () => {
		// Of a package that is not bundled.
		assert.throws(() => notices.thirdPartyNotices(['node_modules/assemblyscript/dist/assemblyscript.js']), /licence/);
	});
});
