import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { AppError, type Problem } from '../../src/core/common/errors';
import type { EngineClient } from '../../src/engine/engineClient';
import { ResultsDocument } from '../../src/features/results/document';
import type { FileForm, OpenProgress } from '../../src/shared/results';
import type { CallOptions } from '../../src/shared/rpc';
import type { TableNews } from '../../src/shared/tableChangeNotifier';
import { eventually } from '../support/vscode/waiting';

const file = vscode.Uri.file('/records/one.csv');

const info = (total: number): TableNews => ({
	format: 'csv',
	changed: [],
	total,
	broken: 0,
	guessed: 0,
	moreColumns: false,
	truncated: false,
	bytes: 100,
	timeColumn: undefined,
	deviceColumn: undefined,
	versionColumn: undefined,
});
const progress = (records: number): OpenProgress<TableNews> => ({
	bytes: records,
	totalBytes: 100,
	records,
	info: info(records),
});

interface Call {
	readonly method: string;
	readonly params: { readonly session: string; readonly path?: string; readonly form?: FileForm };
	readonly signal: AbortSignal | undefined;
	readonly report: (value: unknown) => void;
	readonly resolve: (value: unknown) => void;
	readonly reject: (error: unknown) => void;
}

class StagedEngine {
	readonly calls: Call[] = [];

	readonly call = ((method: string, params: Call['params'], options: CallOptions<unknown> = {}) =>
		new Promise((resolve, reject) => {
			const { signal, onProgress } = options;
			signal?.addEventListener('abort', () => reject(signal.reason));
			const report = (value: unknown) => onProgress?.(value);
			this.calls.push({ method, params, signal, report, resolve: resolve as Call['resolve'], reject });
		})) as EngineClient['call'];

	of(method: string): Call[] {
		return this.calls.filter((call) => call.method === method);
	}

	last(method: string): Promise<Call> {
		return eventually(`a call of ${method}`, async () => this.of(method).at(-1));
	}
}

describe('results document', () => {
	let engine: StagedEngine;
	let document: ResultsDocument;

	beforeEach(() => {
		engine = new StagedEngine();
		document = new ResultsDocument(file, engine);
	});

	afterEach(() => document.dispose());

	const page = () =>
		document.query('page', { view: { filters: [], sort: [] }, start: 0, end: 10, columns: [], cellLength: 10 });

	it('reads a results document only once, on the first request', async () => {
		assert.deepEqual(engine.calls, []);
		const opened = [document.opened(), document.opened()];
		const opening = await engine.last('openRecords');
		assert.equal(opening.params.path, file.fsPath);
		opening.resolve(info(3));
		for (const reading of await Promise.all(opened)) {
			assert.deepEqual([reading.done, reading.progress.records], [true, 3]);
		}
		await document.opened();
		assert.equal(engine.of('openRecords').length, 1);
	});

	it('opens a results document with the first records, and reports progress and completion', async () => {
		const seen: [records: number, done: boolean][] = [];
		document.onDidRead((reading) => seen.push([reading.progress.records, reading.done]));
		const opened = document.opened();
		const opening = await engine.last('openRecords');
		opening.report(progress(10));
		assert.equal((await opened).done, false);
		opening.report(progress(20));
		assert.equal((await document.opened()).progress.records, 20, 'a second view begins where the first is');
		opening.resolve(info(30));
		await eventually('the end', async () => document.latest?.done || undefined);
		assert.deepEqual(seen, [
			[10, false],
			[20, false],
			[30, true],
		]);
	});

	it('runs queries of a results document in its own engine session', async () => {
		const asked = page();
		const opening = await engine.last('openRecords');
		opening.report(progress(10));
		const query = await engine.last('queryRecords');
		assert.equal(query.params.session, opening.params.session);
		query.resolve({ count: 10, start: 0, rows: [] });
		assert.deepEqual(await asked, { count: 10, start: 0, rows: [] });
	});

	it('checks for file changes after a query, and reports a change', async () => {
		const told: unknown[] = [];
		document.onDidChangeOnDisk(() => told.push(document.change));
		const asked = page();
		const opening = await engine.last('openRecords');
		opening.resolve(info(3));
		(await engine.last('queryRecords')).resolve({ count: 3, start: 0, rows: [] });
		await asked;
		const looking = await engine.last('recordsChange');
		assert.equal(looking.params.session, opening.params.session);
		looking.resolve('shortened');
		await eventually('the change', async () => told.length > 0 || undefined);
		assert.deepEqual(told, ['shortened']);
		document.readAgain();
		assert.equal(document.change, undefined);
	});

	it('keeps reading the file in the format that the user has chosen', async () => {
		const form = { encoding: 'windows1252', delimiter: ';' } as const;
		const forms = async (readings: number) => {
			page().catch(() => undefined);
			const opened = () => engine.of('openRecords');
			await eventually('the next reading', async () => opened().length === readings || undefined);
			return opened().map(({ params }) => params.form);
		};
		assert.deepEqual(await forms(1), [undefined]);
		document.readAs(form);
		assert.deepEqual(await forms(2), [undefined, form]);
		document.readAgain();
		assert.deepEqual(await forms(3), [undefined, form, form]);
	});

	it('forwards the cancellation of a query to the engine', async () => {
		const controller = new AbortController();
		const asked = document.query('record', { number: 1 }, { signal: controller.signal });
		(await engine.last('openRecords')).resolve(info(3));
		const query = await engine.last('queryRecords');
		controller.abort(new AppError({ kind: 'cancelled' }));
		await assert.rejects(asked);
		assert.equal(query.signal?.aborted, true);
	});

	it('reports an unreadable file to all callers, and tries again on the next request', async () => {
		const missing: Problem = { kind: 'disk', fault: 'missing', path: file.fsPath, code: 'ENOENT' };
		const opened = [document.opened(), page()];
		(await engine.last('openRecords')).reject(new AppError(missing));
		for (const result of await Promise.allSettled(opened)) {
			assert.deepEqual(result.status === 'rejected' && result.reason.problem, { ...missing, kind: 'unreadable' });
		}
		const again = document.opened();
		(await engine.last('openRecords')).resolve(info(1));
		assert.equal((await again).progress.records, 1);
	});

	it('reports a read error to views that already show the first records', async () => {
		const failed: unknown[] = [];
		document.onDidFail((error) => failed.push((error as AppError).problem));
		const opened = document.opened();
		const opening = await engine.last('openRecords');
		opening.report(progress(10));
		await opened;
		const trouble = { fault: 'other', path: file.fsPath, code: 'EIO' } as const;
		opening.reject(new AppError({ kind: 'disk', ...trouble }));
		await eventually('the failure', async () => failed.length > 0 || undefined);
		assert.deepEqual(failed, [{ kind: 'unreadable', ...trouble }]);
		assert.ok(document.trouble, 'a view that comes later learns of it too');
		assert.equal((await document.opened()).progress.records, 10, 'the first records stay');
	});

	it('reads the file again after the engine has stopped', async () => {
		const opened = document.opened();
		const first = await engine.last('openRecords');
		first.resolve(info(3));
		await opened;
		const lost = page();
		(await engine.last('queryRecords')).reject(new AppError({ kind: 'engineStopped' }));
		await assert.rejects(lost, { message: 'engineStopped' });
		const again = page();
		const second = await eventually('a second reading', async () => engine.of('openRecords')[1]);
		assert.notEqual(second.params.session, first.params.session);
		second.resolve(info(3));
		const query = await eventually('a query', async () => engine.of('queryRecords')[1]);
		assert.equal(query.params.session, second.params.session);
		query.resolve({ count: 3, start: 0, rows: [] });
		await again;
	});

	it('reads the file again if the engine was restarted during a query', async () => {
		const opened = document.opened();
		const first = await engine.last('openRecords');
		first.resolve(info(3));
		await opened;
		const asked = page();
		(await engine.last('queryRecords')).reject(new AppError({ kind: 'cancelled' }));
		const second = await eventually('a second reading', async () => engine.of('openRecords')[1]);
		second.resolve(info(3));
		(await eventually('the query again', async () => engine.of('queryRecords')[1])).resolve({ count: 3 });
		assert.deepEqual(await asked, { count: 3 });
	});

	it('stops reading and closes the engine session when the last view is closed', async () => {
		const opened = document.opened();
		const opening = await engine.last('openRecords');
		opening.report(progress(10));
		await opened;
		document.dispose();
		assert.equal(opening.signal?.aborted, true);
		assert.equal((await engine.last('closeRecords')).params.session, opening.params.session);
	});

	it('rejects pending requests if the document is closed before its first records are read', async () => {
		const opened = document.opened();
		await engine.last('openRecords');
		document.dispose();
		await assert.rejects(opened, { message: 'cancelled' });
	});

	it('does not start the engine for a document that is never read', () => {
		document.dispose();
		assert.deepEqual(engine.calls, []);
	});

	it('rejects a file in a virtual workspace without sending a request to the engine', async () => {
		const remote = new ResultsDocument(vscode.Uri.parse('vscode-vfs://host/records.csv'), engine);
		await assert.rejects(remote.opened(), { message: 'notOnDisk' });
		remote.dispose();
		assert.deepEqual(engine.of('openRecords'), []);
	});
});
