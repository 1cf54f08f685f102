import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Shell } from '../../support/cli/commandLine';

interface TraceData {
	readonly traces: readonly {
		readonly platform: string | null;
		readonly headers: readonly { readonly type: string | null; readonly message: string | null }[];
		readonly frames: readonly Readonly<Record<string, unknown>>[];
	}[];
	readonly group: { readonly fingerprint: string; readonly title: string; readonly frames: readonly string[] } | null;
}

const fixtures = resolve('test', 'fixtures', 'cli');
const crash = [
	'java.lang.ArithmeticException: / by zero',
	'\tat com.example.shop.Cart.average(Cart.kt:5)',
	'\tat android.os.Handler.dispatchMessage(Handler.java:106)',
].join('\n');

describe('trace command', () => {
	let shell: Shell;

	before(async () => {
		shell = await Shell.open({ records: 10 });
	});

	after(() => shell[Symbol.asyncDispose]());

	const read = (input: string, ...args: readonly string[]) =>
		shell.json<TraceData>(['trace', ...args, '--workspace', fixtures], 0, {}, input);

	it('reads a stack trace from standard input and reports the same group as the `groups` command', async () => {
		const data = await read(crash);
		assert.deepEqual(data.traces[0]?.headers, [{ type: 'java.lang.ArithmeticException', message: '/ by zero' }]);
		assert.deepEqual(data.traces[0]?.frames[0], {
			type: 'com.example.shop.Cart',
			method: 'average',
			file: 'Cart.kt',
			line: 5,
			column: null,
			image: null,
			offset: null,
			own: true,
			workspace: 'src/com/example/shop/Cart.kt:5',
		});
		assert.equal(data.traces[0]?.frames[1]?.['own'], false);
		assert.equal(data.traces[0]?.frames[1]?.['workspace'], null);
		assert.deepEqual(await read(`before\n${crash}\nafter\n`, '-'), data);
		const grouped = await shell.json<{ groups: readonly { fingerprint: string; title: string }[] }>([
			...['groups', join(fixtures, 'records.csv'), '--workspace', fixtures],
		]);
		const same = grouped.groups.find(({ title }) => title === 'ArithmeticException');
		assert.equal(data.group?.fingerprint, same?.fingerprint);
	});

	it('reads stack traces from logs, JSON and UTF-16 files', async () => {
		const { traces } = await read('', join(fixtures, 'crash.log'));
		assert.equal(traces[0]?.frames.length, 2);
		const json = JSON.stringify({ crash: { stack: crash } });
		assert.deepEqual((await read(json)).traces, traces);
		const wide = join(shell.folder, 'wide.txt');
		await writeFile(wide, Buffer.from(`\ufeff${crash}`, 'utf16le'));
		assert.deepEqual((await read('', wide)).traces, traces);
	});

	it('deobfuscates a stack trace with a mapping file', async () => {
		const folder = join(shell.folder, 'build');
		await mkdir(folder);
		const id = 'a'.repeat(64);
		const head = `# compiler: R8\n# pg_map_id: ${id}\n# pg_map_hash: SHA-256 ${id}\n`;
		const mapping =
			'com.example.shop.Cart -> a.b:\n# {"id":"sourceFile","fileName":"Cart.kt"}\n    1:1:int average():5:5 -> a\n';
		await writeFile(join(folder, 'map.txt'), head + mapping);
		const minified = `java.lang.ArithmeticException: / by zero\n\tat a.b.a(r8-map-id-${id}:1)\n`;
		const pattern = join(folder, '*.txt');
		for (const written of [pattern, pattern.replaceAll('/', '\\')]) {
			const { traces } = await read(minified, '--mappings', written);
			assert.equal(traces[0]?.frames[0]?.['type'], 'com.example.shop.Cart', written);
			assert.equal(traces[0]?.frames[0]?.['workspace'], 'src/com/example/shop/Cart.kt:5');
		}
	});

	it('warns only once about each mapping file pattern that matches no files', async () => {
		const minified = `java.lang.ArithmeticException: / by zero\n\tat a.b.a(r8-map-id-${'a'.repeat(64)}:1)\n`;
		const patterns = ['nowhere/**/mapping.txt', 'C:\\builds\\*.txt'];
		const options = patterns.flatMap((pattern) => ['--mappings', pattern]);
		const { code, stderr } = await shell.run(['trace', '-', ...options], {}, minified);
		assert.equal(code, 0, stderr);
		for (const pattern of patterns) {
			assert.equal(stderr.split(`No file matches --mappings ${pattern}\n`).length, 2, stderr);
		}
	});

	it('exits with code 2 if the text contains no stack trace or the file does not exist', async () => {
		for (const [args, input] of [
			[['trace'], 'nothing to see\nhere at all\n'],
			[['trace', '-'], ''],
			[['trace', join(shell.folder, 'missing.log')], crash],
			[['trace', shell.folder], crash],
		] as const) {
			const { code, stdout, stderr } = await shell.run(args, {}, input);
			assert.equal(code, 2, stderr);
			assert.equal(stdout, '');
			assert.match(stderr, /\S/);
			assert.doesNotMatch(stderr, /Unexpected/);
		}
	});
});
