import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * How fast stack traces are read and grouped on one core.
 *
 *   node test/bench/stack.mjs
 */

const seconds = 2;
const folder = mkdtempSync(join(tmpdir(), 'stack-bench-'));
try {
	const outfile = join(folder, 'stack.cjs');
	await build({
		stdin: {
			contents: `
				export { parseTrace } from './src/core/stack/parseTrace';
				export { groupKey } from './src/core/stack/groupKey';
				export { sampleApplications } from './src/core/sample/applications';
				export { Device } from './src/core/sample/records/device';
				export { Draws } from './src/core/sample/records/random';
			`,
			resolveDir: process.cwd(),
			loader: 'ts',
		},
		bundle: true,
		platform: 'node',
		format: 'cjs',
		packages: 'external',
		outfile,
		logLevel: 'error',
	});
	const modules = createRequire(import.meta.url)(outfile);
	const texts = sampleTexts(modules);
	// So that every measurement is of compiled code.
	for (const { text } of texts) {
		modules.groupKey(modules.parseTrace(text));
	}
	for (const [name, wanted] of [['all', () => true], ...applicationsIn(texts)]) {
		const chosen = texts.filter(({ application }) => wanted(application)).map(({ text }) => text);
		print(name, chosen, modules);
	}
	const megabyte =
		'java.lang.StackOverflowError: stack size 8188KB\n' +
		'\tat com.example.shop.Tree.depthOf(Tree.kt:22)\n'.repeat(23_000);
	const start = performance.now();
	modules.parseTrace(megabyte);
	console.log(`one trace of ${(megabyte.length / 1e6).toFixed(2)} MB: ${(performance.now() - start).toFixed(1)} ms`);
} finally {
	rmSync(folder, { recursive: true });
}

/** Of about 2 KB each. */
function sampleTexts({ sampleApplications, Device, Draws }) {
	return sampleApplications.flatMap(({ id, packageName, records }) =>
		typeof records === 'string'
			? []
			: Array.from({ length: 40 }, (_, index) => {
					const kind = records.kinds[index % records.kinds.length];
					const text = kind.text({
						draws: new Draws(index),
						device: new Device(index, kind.os ?? records.systems[0][0]),
						version: records.versions[0],
						packageName,
						happenedAt: '2026-11-19 09:22:07',
					});
					return { application: id, text: text.slice(0, 2048) };
				}),
	);
}

function applicationsIn(texts) {
	const ids = [...new Set(texts.map(({ application }) => application))];
	return ids.map((id) => [`application ${id}`, (application) => application === id]);
}

function print(name, texts, { parseTrace, groupKey }) {
	const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
	let done = 0;
	let keys = 0;
	const start = performance.now();
	while (performance.now() - start < 1000 * seconds) {
		for (const text of texts) {
			keys += groupKey(parseTrace(text)).key.length;
		}
		done += bytes;
	}
	const rate = done / 1e6 / ((performance.now() - start) / 1000);
	const average = Math.round(bytes / texts.length);
	console.log(`${name}: ${rate.toFixed(1)} MB/s, texts of ${average} bytes, ${keys > 0 ? 'grouped' : ''}`);
}
