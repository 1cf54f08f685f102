import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/**
 * node test/bench/mapping.mjs      how long mapping files of the sizes of large applications take, and how much memory
 *
 * Each measurement has a process of its own, so that peaks of memory are its own. Times are of the second run, with the
 * file in the system's cache; reading it once is measured beside.
 */
const folder = '.bench/mapping';
const megabyte = 1024 ** 2;

const [, , task, file] = process.argv;
if (task === undefined) {
	await main();
} else {
	await { r8, sourceMap }[task](file);
}

async function main() {
	mkdirSync(folder, { recursive: true });
	await build({
		stdin: {
			contents: `
				export { MappingFile } from './src/core/stack/mapping/r8/mappingFile';
				export { retrace } from './src/core/stack/mapping/r8/retrace';
				export { SourceMapFile } from './src/core/stack/mapping/sourceMap/sourceMapFile';`,
			resolveDir: '.',
		},
		bundle: true,
		platform: 'node',
		format: 'esm',
		target: 'node22.19',
		outfile: join(folder, 'mappings.mjs'),
		logLevel: 'warning',
	});
	const mapping = written('mapping-100.txt', writeMapping);
	const map = written('bundle-15.map', writeSourceMap);
	for (const [name, path] of [
		['r8', mapping],
		['sourceMap', map],
	]) {
		console.log(`\n${path}: ${(statSync(path).size / megabyte).toFixed(1)} MB`);
		measure(name, path);
		process.stdout.write(measure(name, path));
	}
}

function measure(name, path) {
	return execFileSync(process.execPath, [fileURLToPath(import.meta.url), name, path], { encoding: 'utf8' });
}

async function r8(path) {
	const { MappingFile, retrace } = await import(pathToFileURL(join(folder, 'mappings.mjs')));
	const { signal } = new AbortController();
	const before = process.memoryUsage().rss;

	let took = clock();
	const opened = await MappingFile.open(path, signal);
	sayTime('ready', took());
	say('  of it in memory', (process.memoryUsage().rss - before) / megabyte, 'MB');
	const { mapping } = opened;

	const lookUp = async (batch) => {
		const frames = framesOf(batch, mapping.classes);
		const time = clock();
		const loaded = await mapping.load(
			frames.map(({ type }) => type),
			signal,
		);
		const [section] = retrace(traceOf(frames), loaded.mapping).sections;
		const times = time();
		const found = section.lines.filter(({ outcome }) => outcome === 'mapped').length;
		if (found !== frames.length) {
			throw new Error(`${found} of ${frames.length} frames were found`);
		}
		return times;
	};
	sayTime('1,000 lookups, the first', await lookUp(0));
	say('peak of memory', process.resourceUsage().maxRSS / 1024, 'MB');
	const others = [];
	for (let batch = 1; batch <= 9; batch++) {
		others.push(await lookUp(batch));
	}
	others.sort((a, b) => a.wall - b.wall);
	sayTime('1,000 of other classes', others[4]);
	sayTime('1,000 of known classes', await lookUp(9));
	say('peak after 11,000 lookups', process.resourceUsage().maxRSS / 1024, 'MB');
	took = clock();
	readFileSync(path);
	sayTime('(reading the file once)', took());
}

/** 1,000 frames of classes from all over the file; other classes for each batch. */
function framesOf(batch, classes) {
	return Array.from({ length: 1000 }, (_, index) => {
		const number = (index * 31 + batch * 3) % classes;
		return {
			kind: 'managed',
			line: index,
			text: `\tat ${nameOf(number)}.a(SourceFile:7)`,
			flags: [],
			type: nameOf(number),
			method: 'a',
			line1: 7,
		};
	});
}

function traceOf(frames) {
	const lines = frames.map(({ text }) => text);
	return { platform: 'jvm', lines, sections: [{ platform: 'jvm', header: undefined, lines: frames }] };
}

async function sourceMap(path) {
	const { SourceMapFile } = await import(pathToFileURL(join(folder, 'mappings.mjs')));
	const { signal } = new AbortController();
	let took = clock();
	const { mapping } = await SourceMapFile.open(path, signal);
	const first = mapping.lookup({ line1: 1, column0: 10 });
	sayTime('first lookup', took());
	if (first.kind !== 'found') {
		throw new Error('the first lookup found nothing');
	}
	took = clock();
	for (let index = 0; index < 1000; index++) {
		mapping.lookup({ line1: 1 + ((index * 31) % 5000), column0: 5 + index });
	}
	sayTime('1,000 lookups', took());
	say('peak of memory', process.resourceUsage().maxRSS / 1024, 'MB');
}

/** Times since now: of the wall, and of the processor, which says more on a busy machine. */
function clock() {
	const start = performance.now();
	const used = process.cpuUsage();
	return () => {
		const { user, system } = process.cpuUsage(used);
		return { wall: performance.now() - start, processor: (user + system) / 1000 };
	};
}

function sayTime(what, { wall, processor }) {
	console.log(`${what.padEnd(28)}${wall.toFixed(1).padStart(8)} ms, processor ${processor.toFixed(1)} ms`);
}

function say(what, number, unit) {
	console.log(`${what.padEnd(28)}${number.toFixed(1).padStart(8)} ${unit}`);
}

function nameOf(number) {
	return `a${number % 700}.b${number}`;
}

/** Written once. */
function written(name, write) {
	const path = join(folder, name);
	if (!existsSync(path)) {
		const descriptor = openSync(`${path}.part`, 'w');
		write((text) => writeSync(descriptor, text));
		closeSync(descriptor);
		renameSync(`${path}.part`, path);
	}
	return path;
}

/** As R8 writes them: about twenty methods in a class, ranges, inlined frames, notes. */
function writeMapping(write) {
	write(
		'# compiler: R8\n# compiler_version: 8.13.6\n# min_api: 26\n# {"id":"com.android.tools.r8.mapping","version":"2.2"}\n',
	);
	write(`# pg_map_id: 0123456\n# pg_map_hash: SHA-256 ${'01234567'.repeat(8)}\n`);
	let size = 0;
	for (let number = 0; size < 100 * megabyte; number++) {
		const type = `com.example.application.feature${number % 300}.screen${number % 41}.ScreenModel${number}`;
		let text = `${type} -> ${nameOf(number)}:\n# {"id":"sourceFile","fileName":"ScreenModel${number}.kt"}\n`;
		text += '    kotlinx.coroutines.flow.MutableStateFlow state -> a\n    java.lang.String title -> b\n';
		let line = 1;
		for (let method = 0; method < 10; method++) {
			const name = String.fromCharCode(97 + (method % 7));
			const original = 20 + method * 9;
			text += `    ${line}:${line + 8}:void method${method}(java.lang.String,kotlin.jvm.functions.Function1):${original}:${original + 8} -> ${name}\n`;
			text += '      # {"id":"com.android.tools.r8.residualsignature","signature":"(Ljava/lang/String;La/b;)V"}\n';
			line += 9;
			text += `    ${line}:${line}:java.lang.Object com.example.application.common.Results.getOrThrow(java.lang.Object):31:31 -> ${name}\n`;
			text += `    ${line}:${line}:void method${method}(java.lang.String,kotlin.jvm.functions.Function1):${original + 9} -> ${name}\n`;
			line += 1;
		}
		write(text);
		size += text.length;
	}
}

/** 5,000 sources, 3 million segments. */
function writeSourceMap(write) {
	const sources = Array.from({ length: 5000 }, (_, number) => `src/screens/screen${number % 200}/file${number}.tsx`);
	write(`{"version":3,"file":"index.android.bundle","sources":${JSON.stringify(sources)},"names":[],"mappings":"`);
	for (const number of sources.keys()) {
		// Each line of the bundle is a source: its first segment leads to the next source, back to its first line.
		const back = number === 0 ? 'AAAA' : 'ACxBA';
		write(`${number === 0 ? '' : ';'}${back}${',KACA'.repeat(25)}${',IAAI'.repeat(574)}`);
	}
	write('"}');
}
