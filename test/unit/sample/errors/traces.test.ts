import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { mapHash, minifiedFrames } from '../../../support/sampleFrames/android';
import type { WorkspaceFrame } from '../../../support/sampleFrames/frame';
import { bundleFrames } from '../../../support/sampleFrames/reactNative';
import { frameTables, workspaceFrames } from '../../../support/sampleFrames/tables';
import { type SampleTrace, sampleTraces } from '../../core/stack/support/sampleTraces';
import { functionAround, getLines, workspace } from '../support/workspace';

function getTexts(id: number): readonly SampleTrace[] {
	return sampleTraces(1).filter(({ application }) => application === id);
}

function placesIn(text: string, pattern: RegExp) {
	return [...text.matchAll(pattern)].map((match) => ({
		file: match.groups?.['file'] ?? '',
		line: Number(match.groups?.['line']),
		column: match.groups?.['column'],
		symbol: match.groups?.['symbol'] ?? '',
	}));
}

describe('sample trace frames', () => {
	for (const { platform, frames } of frameTables) {
		for (const [key, frame] of Object.entries(frames)) {
			it(`maps the ${platform} sample frame ${key} to its declared source location`, () => {
				const text = getLines(frame.file)[frame.line - 1] ?? '';
				assert.ok(text.includes(frame.statement), `${frame.file}:${frame.line}: ${text}`);
				assert.equal(functionAround(frame.file, frame.line), frame.declaredAs);
				if (frame.column > 0) {
					assert.equal(text.indexOf(frame.statement) + 1, frame.column);
				}
			});
		}
	}

	it('every frame in the frame tables occurs in at least one sample trace', () => {
		const texts = sampleTraces(1)
			.map(({ text }) => text)
			.join('\n');
		const unused = workspaceFrames.filter(({ symbol, file, line }) => {
			const name = path.posix.basename(file).replaceAll('.', '\\.');
			return !new RegExp(`${name}:(?:\\S+ )?${line}\\b`).test(texts) || !texts.includes(last(symbol));
		});
		const viaMaps = new Set<WorkspaceFrame>(Object.values(bundleFrames).map(({ original }) => original));
		assert.deepEqual(
			unused.filter((frame) => !viaMaps.has(frame)).map(({ file, line }) => `${file}:${line}`),
			[],
		);
	});
});

/** Every location in a trace that looks like the app's own code must be a declared frame. */
describe('sample traces', () => {
	const own: readonly (readonly [application: number, place: RegExp])[] = [
		[101, /\bat (?<symbol>com\.example\.shop[\w.$<>-]*)\((?<file>\w+\.(?:kt|java)):(?<line>\d+)\)/g],
		[102, / Shop +0x[0-9a-f]{16} (?<symbol>.+) \+ \d+ \((?<file>\w+\.\w+):(?<line>\d+)\)/g],
		[103, /^#\d+ +(?<symbol>.+) \(package:notes\/(?<file>[\w/]+\.dart):(?<line>\d+):(?<column>\d+)\)$/gm],
		[104, /at (?<symbol>\w+) \((?<file>src\/[\w/]+\.tsx?):(?<line>\d+):(?<column>\d+)\)/g],
		[105, /^(?<symbol>.+) \(at (?<file>Assets\/[^:]+):(?<line>\d+)\)$/gm],
		[106, /^ {3}\S+ (?<symbol>Budget\..+) (?:in|в) C:\\Builds\\Budget for Windows\\(?<file>[^:]+):\S+ (?<line>\d+)$/gm],
	];

	for (const [id, pattern] of own) {
		it(`links the sample traces of application ${id} to lines in the workspace`, () => {
			const texts = getTexts(id);
			let found = 0;
			for (const { text } of texts) {
				for (const place of placesIn(text, pattern)) {
					found++;
					const ending = place.file.replaceAll('\\', '/');
					const frame = workspaceFrames.find(
						(known) =>
							known.file.endsWith(`/${ending}`) &&
							known.line === place.line &&
							(place.column === undefined || String(known.column) === place.column),
					);
					// The only exception is compiler-generated: an accessor has the line of its class.
					const isAccessor = place.symbol.includes('.access$');
					assert.ok(frame || isAccessor, `${place.symbol} (${place.file}:${place.line})`);
				}
			}
			assert.ok(found >= texts.length, `${found} places in ${texts.length} traces`);
		});
	}

	it('formats JVM sample traces like printStackTrace', () => {
		const frame =
			/^\t+at (?:[\w$.<>/-]+)\((?:[\w$ .]+:\d+|Native Method|Unknown Source:\d+|[\w$]+:0|r8-map-id-[0-9a-f]{64}:\d+)\)$/;
		const other = /^\t*(?:Caused by|Suppressed): [\w.$]+(?:: .*)?$|^\t+\.\.\. \d+ more$/;
		for (const { name, text } of getTexts(101)) {
			if (name === 'ANR') {
				continue;
			}
			const lines = text.slice(text.indexOf('\n\tat ') + 1).split('\n');
			for (const line of lines) {
				assert.ok(frame.test(line.replace('D8$$SyntheticClass', 'D8')) || other.test(line), line);
			}
		}
	});

	it('counts the frames that a cause shares with its enclosing trace in the same way as the JVM', () => {
		let counted = 0;
		for (const { text } of getTexts(101)) {
			let enclosing: readonly string[] = [];
			for (const trace of text.split('\nCaused by: ')) {
				const own = [...trace.matchAll(/^\tat .*/gm)].map(([frame]) => frame);
				const more = Number(/^\t\.\.\. (\d+) more$/m.exec(trace)?.[1] ?? 0);
				if (more > 0) {
					counted++;
					assert.ok(more <= enclosing.length, trace);
					assert.notEqual(own.at(-1), enclosing.at(-more - 1), 'all that they share');
				}
				enclosing = [...own, ...enclosing.slice(enclosing.length - more)];
			}
		}
		assert.equal(counted, 7);
	});

	it('generates a sample trace that starts like the example in the documentation', () => {
		const lines = (getTexts(101)[0]?.text ?? '').split('\n');
		assert.deepEqual(lines.slice(0, 3), [
			'java.lang.IllegalStateException: cart total, "negative"',
			'\tat com.example.shop.cart.CartTotals.sum(CartTotals.kt:17)',
			'\tat com.example.shop.checkout.CheckoutActivity.onCreate(CheckoutActivity.kt:42)',
		]);
	});
});

describe('mapping files in the sample workspace', () => {
	it('deobfuscates the frames of the minified Android sample build', () => {
		const file = 'shop-android/app/build/outputs/mapping/release/mapping.txt';
		const text = readFileSync(path.join(workspace, file), 'utf8');
		const [, hash] = /^# pg_map_hash: SHA-256 ([0-9a-f]{64})$/m.exec(text) ?? [];
		assert.equal(hash, mapHash);
		const body = text.slice(text.indexOf('\n', text.indexOf('pg_map_hash')) + 1);
		assert.equal(createHash('sha256').update(body).digest('hex'), hash);

		for (const { symbol, position, originals } of Object.values(minifiedFrames)) {
			assert.deepEqual(
				retrace(body, symbol, position),
				originals.map((frame) => `${frame.symbol}:${frame.line}`),
			);
		}
	});

	it('maps the frames of the React Native sample bundle back to their source', () => {
		const folder = 'timetable-react-native/android/app/build/generated/sourcemaps/react/release';
		const map = new SourceMap(
			JSON.parse(readFileSync(path.join(workspace, folder, 'index.android.bundle.map'), 'utf8')),
		);
		for (const { column, original } of Object.values(bundleFrames)) {
			const entry = map.findEntry(0, column - 1);
			assert.ok('originalSource' in entry);
			assert.deepEqual(
				[`timetable-react-native/${entry.originalSource}`, entry.originalLine + 1, entry.originalColumn + 1],
				[original.file, original.line, original.column],
			);
		}
	});
});

describe('sample workspace', () => {
	it('sample workspace contains small source files, each with a documented purpose', () => {
		const files = readdirSync(workspace, { recursive: true, encoding: 'utf8', withFileTypes: true })
			.filter((entry) => entry.isFile() && /\.(?:kt|java|swift|m|dart|tsx?|cs)$/.test(entry.name))
			.map((entry) => path.relative(workspace, path.join(entry.parentPath, entry.name)));
		assert.ok(files.length > 25);
		for (const file of files) {
			const lines = getLines(file.split(path.sep).join('/'));
			assert.ok(lines.length <= 90, file);
			assert.ok(!lines.some((line) => line.includes('\t') || line !== line.trimEnd()), file);
		}
	});
});

/** Minimal retrace as a test oracle. The innermost inlined call comes first. */
function retrace(mapping: string, symbol: string, position: number): string[] {
	const [className, method] = [symbol.slice(0, symbol.lastIndexOf('.')), last(symbol)];
	const block =
		mapping.split(/^(?=\S.* -> .*:$)/m).find((part) => part.split('\n')[0]?.endsWith(` -> ${className}:`)) ?? '';
	const original = block.split(' -> ')[0] ?? '';
	const found: string[] = [];
	for (const line of block.split('\n')) {
		const match = /^ +(\d+):(\d+):\S+ ([\w.$<>]+)\(.*\):(\d+)(?::(\d+))? -> (\S+)$/.exec(line);
		const [, from, to, name = '', first, , obfuscated] = match ?? [];
		if (match && obfuscated === method && Number(from) <= position && position <= Number(to)) {
			const spans = match[5] !== undefined && match[5] !== first;
			const at = Number(first) + (spans ? position - Number(from) : 0);
			found.push(`${name.includes('.') ? name : `${original}.${name}`}:${at}`);
		}
	}
	return found;
}

function last(symbol: string): string {
	return symbol.slice(symbol.lastIndexOf('.') + 1);
}
