import * as assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { frameStatus } from '../../../../../src/core/stack/locate/frameStatus';
import type { Located } from '../../../../../src/core/stack/locate/frameTarget';
import { locateFrame } from '../../../../../src/core/stack/locate/locateFrame';
import type { SourceIndex } from '../../../../../src/core/stack/locate/sourceIndex';
import type { SourceWorld } from '../../../../../src/core/stack/locate/sourceWorld';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import type { Frame } from '../../../../../src/core/stack/trace/model';
import { measured } from '../../../../support/measured';
import { Random } from '../../../../support/random';
import { assertGrowsWithSize } from '../mapping/support/growth';
import { labelledFrames } from './support/labels';
import { readOutline } from './support/outlines';
import { diskWorld, fixture, labelledWorkspaces } from './support/workspace';

const extensions = ['kt', 'java', 'swift', 'm', 'cs', 'dart', 'ts', 'jsx', 'cpp', 'go', 'rs', 'vue', 'fs'];
const pieces = [
	'{',
	'}',
	'(',
	')',
	'[',
	']',
	'"',
	"'",
	'`',
	'\\',
	'/',
	'*',
	'/*',
	'*/',
	'//',
	'\n',
	'$',
	'#',
	'@',
	'"""',
	';',
	',',
	'=>',
	'<',
	'>',
	'=',
	':',
	'::',
	'../',
	'%00',
	'class ',
	'fun ',
	'func ',
	'namespace ',
	'${',
	'\\(',
	'R"x(',
	'\u2028',
	'\ud83d',
	'\0',
];

const worlds = new Map<string, SourceWorld>(labelledWorkspaces.map((name) => [name, diskWorld(fixture(name))]));
const labelled = labelledWorkspaces.flatMap((name) => labelledFrames(name).map((frame) => ({ name, ...frame })));

function mutated(text: string, random: Random): string {
	let result = text;
	for (let times = 1 + random.below(4); times > 0; times--) {
		const at = random.below(result.length + 1);
		const length = random.below(6);
		const piece = pieces[random.below(pieces.length)] ?? '';
		switch (random.below(4)) {
			case 0:
				result = result.slice(0, at) + piece + result.slice(at);
				break;
			case 1:
				result = result.slice(0, at) + result.slice(at + length);
				break;
			case 2:
				result = result.slice(0, at) + piece.repeat(random.below(20)) + result.slice(at + length);
				break;
			default:
				result = result.slice(0, at) + result.slice(random.below(result.length + 1));
		}
	}
	return result;
}

function assertInIndex(found: Located, index: SourceIndex, text: string): void {
	const targets = found.kind === 'target' ? [found.target] : found.kind === 'several' ? found.targets : [];
	assert.ok(found.kind !== 'several' || targets.length > 0, text);
	for (const { file, line1, column1, evidence } of targets) {
		const folder = index.folders.findIndex(({ name }) => name === file.folder);
		assert.ok(index.has({ folder, path: file.path }), text);
		assert.ok(file.uri.startsWith(`${index.folders[folder]?.uri}/`) && !file.uri.includes('/../'), text);
		assert.ok(Number.isSafeInteger(line1) && line1 >= 1 && (column1 === undefined || column1 >= 1), text);
		assert.ok(evidence.length > 0 && new Set(evidence).size === evidence.length, text);
	}
}

describe('location of frames in mutated stack traces and source files', () => {
	it('never locates a mutated frame in a file outside the index', async () => {
		const random = new Random(20_261_120);
		for (let time = 0; time < 3000; time++) {
			const { name, text } = labelled[random.below(labelled.length)] ?? { name: 'gradle', text: '' };
			const world = worlds.get(labelledWorkspaces[random.below(labelledWorkspaces.length)] ?? name);
			const line = mutated(text, random);
			const trace = parseTrace(line);
			for (const frame of trace.sections.flatMap(({ lines }) => lines)) {
				if (frame.kind !== 'raw' && world !== undefined) {
					assertInIndex(await locateFrame({ frame, trace }, world), world.index, line);
					frameStatus(frame, world.index);
				}
			}
		}
	});

	it("prompts before it locates a frame in another package's file", async () => {
		for (const { name, frame, trace, text } of labelled) {
			const world = worlds.get(name);
			const isJvm = frame?.kind === 'managed' && /^com\.example\./.test(frame.type ?? '');
			const isDotnet = frame?.kind === 'managed' && /^(?:Meadow|Depot)\./.test(frame.type ?? '');
			if (frame !== undefined && world !== undefined && (isJvm || isDotnet)) {
				const found = await locateFrame({ frame: renamed(frame), trace }, world);
				assert.notEqual(found.kind, 'target', text);
			}
		}
	});

	it('never locates a frame at a different position if only the folders of the build machine differ', async () => {
		for (const { name, frame, trace, text } of labelled) {
			const world = worlds.get(name);
			const file = frame?.file?.replaceAll('\\', '/');
			if (frame !== undefined && world !== undefined && file?.startsWith('/') && file.split('/').length > 4) {
				const moved = { ...frame, file: `D:\\agent\\_work\\1\\s${file.replaceAll('/', '\\')}` };
				const [before, after] = [
					await locateFrame({ frame, trace }, world),
					await locateFrame({ frame: moved, trace }, world),
				];
				if (before.kind === 'target' && after.kind === 'target') {
					assert.deepEqual([after.target.file, after.target.line1], [before.target.file, before.target.line1], text);
				}
			}
		}
	});
});

function renamed(frame: Frame): Frame {
	const other = (type: string) => `org.unrelated.${type}`;
	const { type = '', enclosing } = frame;
	return {
		...frame,
		type: other(type),
		...(enclosing ? { enclosing: { ...enclosing, type: other(enclosing.type) } } : {}),
	};
}

describe('outline of mutated source files', () => {
	it('returns only lines that exist in a mutated source file', () => {
		const random = new Random(7);
		const seeds = labelledWorkspaces.flatMap((name) =>
			readdirSync(fixture(name).path, { recursive: true, encoding: 'utf8' })
				.filter((file) => extensions.includes(path.extname(file).slice(1)))
				.map((file) => readFileSync(path.join(fixture(name).path, file), 'utf8')),
		);
		assert.ok(seeds.length > 50);
		for (let time = 0; time < 4000; time++) {
			const text = mutated(seeds[random.below(seeds.length)] ?? '', random);
			const extension = extensions[random.below(extensions.length)] ?? 'kt';
			const { types, members, lines } = readOutline(`a.${extension}`, text);
			assert.ok(lines >= 1 && lines <= text.split('\n').length + 1);
			for (const { first, nameLine, last, name } of [...types, ...members]) {
				assert.ok(
					first >= 1 && first <= nameLine && nameLine <= last && last <= lines,
					`${extension} ${name}\n${text}`,
				);
			}
		}
	});

	const hostile: readonly (readonly [name: string, text: string])[] = [
		...pieces.map((piece) => [JSON.stringify(piece), piece] as const),
		['brackets that do not fit', '([)]'],
		['open brackets of two kinds', '(['],
		['closing brackets', ')]}'],
		['type arguments', 'a<b<c '],
		['marks of type arguments', 'a>('],
		['parameters', 'void a(b, c) '],
		['types within types', 'class a { '],
		['namespaces within namespaces', 'namespace a { '],
		['code within texts', '"${"\\('],
		['code within templates', '`${'],
		['dots', 'a.b.c.'],
		['annotations', '@a(b) '],
		['functions', 'fun a() { }\n'],
		['accessors', 'val a\nget() = b\n'],
		['interfaces', '@interface a : b\n- (void)c:(d)e f:(g)h { }\n'],
	];
	for (const [name, piece] of hostile) {
		measured(`reads a source file in time proportional to its length: ${name}`, () => {
			assertGrowsWithSize((size) => {
				const text = piece.repeat(Math.ceil(size / piece.length));
				return () => {
					for (const extension of ['kt', 'cs', 'ts', 'm', 'dart']) {
						readOutline(`a.${extension}`, text);
					}
				};
			}, 8_000);
		});
	}
});
