import { appendFileSync, existsSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { MarkedDocuments } from '../../../src/features/codeMarks/markedDocuments';
import { startProduct } from '../../support/host/product';
import { frameLine, frameText, getPath } from '../sourceWorkspace';

const files = 50_000;
const opened = 21;

export async function run(): Promise<void> {
	console.log('##STARTED');
	const services = await startProduct();
	const [folder = '', count = ''] = (process.env['APP_ERRORS_BENCH_WAY'] ?? '').split('|');
	const file = path.resolve(folder, '..', `codeMarks-${count}.errors.csv`);
	makeRecords(file, Number(count));
	await services.frames.known;
	await services.usedInCode.set(file, true);
	const marked = new MarkedDocuments(services, (error) => console.log(String(error)));
	const first = await milliseconds(() => marksOf(77));
	const times: number[] = [];
	for (let number = 0; number < opened; number++) {
		times.push(await milliseconds(() => marksOf(1000 + 100 * number)));
	}
	times.sort((one, other) => one - other);
	marked.dispose();
	await services.usedInCode.set(file, false);
	const numbers = { firstMs: first, marksMs: times[opened >> 1], slowestMs: times.at(-1) };
	console.log(`##| ${JSON.stringify(numbers)}`);
	console.log(`##RESULT ${JSON.stringify({ passed: 1, failed: 0 })}`);

	async function marksOf(number: number): Promise<void> {
		const [folder] = vscode.workspace.workspaceFolders ?? [];
		const document =
			folder && (await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder.uri, getPath(number))));
		const found = document && (await marked.ask(document));
		if (found?.lines[0]?.line1 !== frameLine) {
			throw new Error(`no mark in ${getPath(number)}: ${JSON.stringify(found)}`);
		}
	}
}

function makeRecords(file: string, records: number): void {
	if (existsSync(file)) {
		return;
	}
	const part = `${file}.part`;
	writeFileSync(part, 'error,error_datetime,app_version_name,analytics_device_id\n');
	let lines: string[] = [];
	for (let record = 0; record < records; record++) {
		const frames = [0, 1, 2].map((depth) => frameText((record + 101 * depth) % files));
		const version = `3.${record % 4}.0`;
		const day = String(1 + (record % 28)).padStart(2, '0');
		lines.push(
			`"java.lang.Error: boom ${record}\n${frames.join('\n')}",2026-10-${day} 10:00:00,${version},${record % 30_000}`,
		);
		if (lines.length === 10_000 || record === records - 1) {
			appendFileSync(part, `${lines.join('\n')}\n`);
			lines = [];
		}
	}
	renameSync(part, file);
}

async function milliseconds(run: () => PromiseLike<unknown>): Promise<number> {
	const started = performance.now();
	await run();
	return performance.now() - started;
}
