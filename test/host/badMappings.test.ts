import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import type { TraceOrigin } from '../../src/core/mappings/mappingSearch';
import type { EngineClient } from '../../src/engine/engineClient';
import { WorkspaceMappings } from '../../src/services/mappings/workspaceMappings';
import type { Services } from '../../src/services/services';
import { Settings } from '../../src/vscode/settings';
import { describeResult } from '../../src/wording/mappingMessages';
import { MemoryMemento } from '../support/host/memory';
import { openTrace } from '../support/host/openTrace';
import { Person } from '../support/host/person';
import { startProduct } from '../support/host/product';
import { startEngine } from '../support/host/resultsHarness';
import { minifiedFrames } from '../support/sampleFrames/android';
import { bundleFrames } from '../support/sampleFrames/reactNative';
import { skipBecause } from '../support/skipBecause';

const samples = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
const goodR8 = path.join(samples, 'shop-android/app/build/outputs/mapping/release/mapping.txt');
const goodMap = path.join(
	samples,
	'timetable-react-native/android/app/build/generated/sourcemaps/react/release/index.android.bundle.map',
);

// No file in the workspace explains these names, so only the invalid mapping file is tried.
const origin: TraceOrigin = { application: ['Elsewhere'], version: '1.0', osName: 'android' };
const { symbol, position } = minifiedFrames.bindTitle;
const java = `java.lang.NullPointerException: no title\n\tat ${symbol.replace('f3.c', 'q7')}(SourceFile:${position})\n`;
const javascript = `TypeError: no name\n    at J (main.jsbundle:1:${bundleFrames.platform.column})\n`;

const random = Buffer.alloc(300_000);
randomFillSync(random);

function nested(depth: number): string {
	const empty = '{"version":3,"sources":[],"mappings":""}';
	const open = '{"version":3,"sections":[{"offset":{"line":0,"column":0},"map":';
	return open.repeat(depth) + empty + '}]}'.repeat(depth);
}

type Make = (file: string) => Promise<unknown>;
type Bad = readonly [what: string, make: Make];

const either: readonly Bad[] = [
	['empty', (file) => writeFile(file, '')],
	['random bytes', (file) => writeFile(file, random)],
	['zeroes', (file) => writeFile(file, Buffer.alloc(300_000))],
	['a line of five million characters', (file) => writeFile(file, 'a'.repeat(5_000_000))],
	['a folder', (file) => mkdir(file)],
	['a link to itself', (file) => symlink(file, file)],
	['a link to nothing', (file) => symlink(`${file}.gone`, file)],
	['a pipe without a writer', (file) => promisify(execFile)('mkfifo', [file])],
	['a file without read permission', (file) => writeFile(file, 'x').then(() => chmod(file, 0))],
];

const ofR8: readonly Bad[] = [
	...either,
	['the first bytes of an image', (file) => writeFile(file, Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))],
	['JSON', (file) => writeFile(file, '{"version":3}')],
	['truncated within a member', async (file) => writeFile(file, (await readFile(goodR8, 'utf8')).slice(0, 2_000))],
	[
		'a class that maps to itself, and lines that contain only arrows',
		(file) => writeFile(file, 'q7 -> q7:\n    -> \n -> -> ->\n:::\n'),
	],
	['numbers that are too large', (file) => writeFile(file, `a.B -> q7:\n    ${'9'.repeat(400)}:1:void c():1:1 -> d\n`)],
	[
		'malformed JSON in a comment',
		(file) => writeFile(file, `a.B -> q7:\n# {"id":"sourceFile",${'['.repeat(100_000)}\n`),
	],
];

const ofSourceMap: readonly Bad[] = [
	...either,
	['truncated', async (file) => writeFile(file, (await readFile(goodMap, 'utf8')).slice(0, 1_000))],
	['unrelated JSON', (file) => writeFile(file, '[1,2,3]')],
	['a source map without mappings', (file) => writeFile(file, '{"version":3,"sources":["a.ts"]}')],
	['index maps nested 200,000 levels deep', (file) => writeFile(file, nested(200_000))],
	['index maps nested 40 levels deep', (file) => writeFile(file, nested(40))],
	['malformed mappings', (file) => writeFile(file, '{"version":3,"sources":["a.ts"],"mappings":"!!!!,😀;;"}')],
	[
		'numbers that are too large',
		(file) => writeFile(file, `{"version":3,"sources":["a.ts"],"mappings":"${'g'.repeat(100_000)}A"}`),
	],
	[
		'five million empty lines',
		(file) => writeFile(file, `{"version":3,"sources":[],"mappings":"${';'.repeat(5_000_000)}"}`),
	],
	[
		'sources that are not strings',
		(file) => writeFile(file, '{"version":3,"sources":[null,7,{}],"mappings":"AAAA,KCAA,KEAA"}'),
	],
	['deeply nested arrays', (file) => writeFile(file, `{"version":3,"sources":${'['.repeat(200_000)}`)],
];

describe('invalid mapping files', () => {
	let services: Services;
	let folder: string;
	let engine: EngineClient;
	let mappings: WorkspaceMappings;
	let person: Person;

	before(async () => {
		services = await startProduct();
		engine = startEngine(services.extensionUri);
	});

	after(() => engine.dispose());

	beforeEach(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'app-errors-'));
		mappings = new WorkspaceMappings(engine, new Settings(), new MemoryMemento());
		person = new Person();
	});

	afterEach(async () => {
		try {
			assert.deepEqual(person.messageTexts, []);
			await person.leave();
		} finally {
			mappings.dispose();
			await rm(folder, { recursive: true, force: true });
		}
	});

	const kinds = [
		{ kind: 'r8', name: 'mapping.txt', text: java, bad: ofR8 },
		{ kind: 'sourceMap', name: 'main.jsbundle.map', text: javascript, bad: ofSourceMap },
	] as const;
	for (const { kind, name, text, bad } of kinds) {
		describe(`invalid mapping files of kind ${kind}`, () => {
			for (const [what, make] of bad) {
				it(`shows a message for an invalid mapping file: ${what}`, async function () {
					if (process.platform === 'win32' && /^a (?:link|pipe) /.test(what)) {
						skipBecause(this, 'Links and named pipes are required.');
					}
					const file = path.join(folder, name);
					await make(file);
					const choosing = mappings.choose(origin, kind);
					await person.pick(/mapping file|Source map/).choose('Browse…');
					await person.openDialog().answer(vscode.Uri.file(file));
					await choosing;

					const answer = await mappings.deobfuscate(await openTrace(engine, text, origin.osName), origin);
					assert.equal(answer.kind, 'noneFits', JSON.stringify(answer).slice(0, 500));
					const found = answer.kind === 'noneFits' && answer.result.tried.find((one) => one.file.path === file);
					assert.ok(found && found.result.kind !== 'used', JSON.stringify(answer).slice(0, 500));
					assert.match(describeResult(found.result), /^[a-z][\w ,:'.%()–-]{8,}$/u);
				});
			}
		});
	}
});
