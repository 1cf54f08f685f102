import assert from 'node:assert/strict';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { TraceOrigin } from '../../src/core/mappings/mappingSearch';
import type { EngineClient } from '../../src/engine/engineClient';
import { MappingFiles } from '../../src/services/mappings/mappingFiles';
import { Symbolicator } from '../../src/services/mappings/symbolicator';
import type { Services } from '../../src/services/services';
import { Settings } from '../../src/vscode/settings';
import { openTrace } from '../support/host/openTrace';
import { Person } from '../support/host/person';
import { startProduct } from '../support/host/product';
import { startEngine } from '../support/host/resultsHarness';
import { Roll, writeTool } from '../unit/core/stack/mapping/support/fakeTool';

const origin: TraceOrigin = { application: ['Shop for Android'], version: '2.4.1', osName: 'android' };
const native = `signal 11 (SIGSEGV), code 1 (SEGV_MAPERR)
backtrace:
      #00 pc 000000000000110a  /data/app/lib/arm64/libcart.so (BuildId: 9f1c00aa)
`;
const apple = `Thread 0 Crashed:
0   Example Shop              0x0000000102a3b1f0 0x102a00000 + 242160
`;

describe('symbolicators', () => {
	let services: Services;
	let folder: string;
	let library: vscode.Uri;
	let engine: EngineClient;
	let files: MappingFiles;
	let person: Person;
	let pathBefore: string | undefined;

	before(async () => {
		services = await startProduct();
	});

	beforeEach(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'app-errors-'));
		library = vscode.Uri.file(path.join(folder, 'libcart.so'));
		await writeFile(library.fsPath, 'symbols');
		pathBefore = process.env['PATH'];
		// The engine copies the environment when it starts.
		process.env['PATH'] = path.join(folder, 'bin');
		engine = startEngine(services.extensionUri);
		files = new MappingFiles(new Settings());
		person = new Person();
	});

	afterEach(async () => {
		try {
			await person.leave();
		} finally {
			process.env['PATH'] = pathBefore;
			files.dispose();
			await engine.dispose();
			await rm(folder, { recursive: true, force: true });
		}
	});

	const install = (script: string) =>
		writeTool(
			path.join(folder, 'bin'),
			'llvm-symbolizer',
			`require('node:fs').writeFileSync(__filename + '.json', JSON.stringify(process.argv.slice(2))); ${script}`,
		);
	const given = async () =>
		JSON.parse(await readFile(path.join(folder, 'bin', 'llvm-symbolizer.json'), 'utf8')) as string[];
	const symbolicate = async (text: string, trusted = true) =>
		new Symbolicator(engine, files, () => trusted).symbolicate(await openTrace(engine, text, origin.osName), origin);

	it('passes the addresses and the chosen file to the symbolicator and parses its output as frames', async () => {
		await install(`process.stdout.write('shop::Cart::total(int) const\\n/src/cart.cpp:4:47\\n\\n')`);
		const running = symbolicate(native);
		await person.openDialog().answer(library);
		const trace = await running;
		assert.deepEqual(trace?.lines.slice(1, 3), [
			'backtrace:',
			'      libcart.so  shop::Cart::total(int) const (/src/cart.cpp:4:47)',
		]);
		assert.deepEqual(await given(), [
			`--obj=${library.fsPath}`,
			'--output-style=LLVM',
			'--functions=linkage',
			'--inlines',
			'--demangle',
			'0x110a',
		]);
	});

	it('does not start a symbolicator in an untrusted workspace', async () => {
		await install('');
		assert.equal(await symbolicate(native, false), undefined);
		await person.message(/only in trusted workspaces/).read();
		await assert.rejects(access(path.join(folder, 'bin', 'llvm-symbolizer.json')));
	});

	it('does not start a symbolicator if no file is chosen', async () => {
		await install('');
		const running = symbolicate(native);
		await person.openDialog().escape();
		assert.equal(await running, undefined);
		await assert.rejects(access(path.join(folder, 'bin', 'llvm-symbolizer.json')));
	});

	it('kills the symbolicator when the user cancels', async () => {
		const roll = await Roll.open();
		try {
			await install(roll.call);
			const running = symbolicate(native);
			await person.openDialog().answer(library);
			await roll.living(1);
			await person.progress(/Reading symbols…/).cancel();
			assert.equal(await running, undefined);
			await roll.living(0);
		} finally {
			roll.close();
		}
	});

	it('reports which symbolicator is missing and where it is usually located', async () => {
		assert.equal(await symbolicate(apple), undefined);
		await person
			.message(/^atos is required to read these symbols, but it was not found\. atos is included in Xcode/)
			.read();
	});

	it('reports that the symbolicator failed', async () => {
		await install(`console.error('cannot open it'); process.exitCode = 1`);
		const running = symbolicate(native);
		await person.openDialog().answer(library);
		assert.equal(await running, undefined);
		await person.message(/llvm-symbolizer failed \(exit code 1\): "cannot open it"/).read();
	});

	it('does not start a symbolicator for a trace that already has source lines', async () => {
		assert.equal(await symbolicate('java.lang.Error: no\n\tat com.example.shop.Cart.add(Cart.kt:4)\n'), undefined);
		await person.message(/No frame of this stack trace needs symbols/).read();
	});
});
