// Measures the product and its peers side by side, and prints the numbers and the goals.
//     node test/bench/run.mjs [--rounds 5] [--suite open]
// Suites that start VS Code or need much disk space run only if they are named: `--suite firstClick --rounds 3`.
import { globSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { dataFile, dataParts } from './data.mjs';
import { mappingFile } from './mappingData.mjs';
import { measure } from './measure.mjs';
import { installPeers } from './peers.mjs';
import { judge, printGoals, printNumbers } from './report.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' }, suite: { type: 'string' } } });

/** Cache of data, peers and bundles, which are created on demand. Git ignores the folder. */
const cache = resolve('.bench');

/**
 * @typedef {object} Tools
 * @property {(shape: import('./data.mjs').Shape, format: import('./data.mjs').FormatName, count: number) => string}
 * data Path of a file of records.
 * @property {(shape: import('./data.mjs').Shape, count: number, parts: number) => string} parts Folder of record files.
 * @property {(name: import('./mappingData.mjs').MappingName) => string} mappingData Path of a mapping file.
 * @property {(name: string) => string} own Path of a TypeScript program that measures the product.
 * @property {(name: string) => string} peer Path of a JavaScript program, usually one that measures a peer.
 * @typedef {{ title: string, programs: import('./measure.mjs').Programs, goals: import('./report.mjs').Goal[] }} Suite
 */

/** @type {Tools} */
const tools = {
	data: (shape, format, count) => dataFile(resolve(cache, 'data'), shape, format, count),
	parts: (shape, count, parts) => dataParts(resolve(cache, 'data'), shape, count, parts),
	mappingData: (name) => mappingFile(resolve(cache, 'data'), name),
	own: (name) => resolve(cache, 'programs', `${name}.cjs`),
	peer: (name) => resolve('test/bench/programs', `${name}.mjs`),
};

installPeers(resolve(cache, 'peers'));
await build({
	entryPoints: globSync('test/bench/programs/*.ts'),
	outdir: resolve(cache, 'programs'),
	outExtension: { '.js': '.cjs' },
	bundle: true,
	platform: 'node',
	format: 'cjs',
	target: 'node22.19',
	minify: true,
	logLevel: 'warning',
});

console.log(`${cpus().length} x ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`);
console.log(
	`Medians of ${values.rounds} rounds; each measurement runs in a separate process, and the programs alternate.\n`,
);

let missed = 0;
for (const file of globSync('test/bench/suites/*.mjs').sort()) {
	/** @type {{ default: (tools: Tools) => Suite, onlyWhenNamed?: boolean }} */
	const { default: suiteOf, onlyWhenNamed } = await import(resolve(file));
	if (values.suite === undefined ? !onlyWhenNamed : basename(file, '.mjs') === values.suite) {
		const suite = suiteOf(tools);
		const numbers = await measure(suite.programs, Number(values.rounds), resolve(cache, 'peers'));
		const verdicts = suite.goals.map((goal) => judge(goal, numbers));
		console.log(`## ${suite.title}\n`);
		printNumbers(numbers);
		printGoals(verdicts);
		missed += verdicts.filter(({ met }) => !met).length;
	}
}
console.log(missed === 0 ? 'All goals were met.' : `Goals missed: ${missed}.`);
process.exitCode = missed === 0 ? 0 : 1;
